import type { Condition } from './ast.ts';
import { invalidBody, RestError } from './errors.ts';
import { guardSql } from './guards.ts';
import { answerSql, type Plan, RESPONSE_SETTINGS } from './plan.ts';
import { affectedLimit } from './preferences.ts';
import type { RestRequest } from './read-request.ts';
import { buildReadTree } from './read-tree.ts';
import { findTable, type RestConfig, type Schema, type Table } from './schema.ts';
import { columnsOfBody } from './sql-body.ts';
import {
  CHANGED,
  changedTable,
  conditionsSql,
  INSERTED_SETTING,
  insertSql,
  returnedSql,
  type Upsert,
  updateSql,
} from './sql-mutation.ts';
import { ReadWriter } from './sql-read.ts';
import { literal, Placeholders, quoted } from './sql-text.ts';

const INSERTED = `nullif(current_setting('${INSERTED_SETTING}', true), '')::int4 as inserted`;

export function planMutation(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const table = findTable(schema, request.name);
  const { kind, output, preferences, query } = request;
  const placeholders = new Placeholders();
  const represents = preferences.return === 'representation';
  const tree = represents ? buildReadTree(schema, table, request, config) : undefined;
  const locates = kind === 'insert' && preferences.return === 'headers-only' && table.primaryKey.length > 0;
  const upsert = upsertOf(table, request);
  const returned = returnedSql(table, tree, locates ? table.primaryKey : []);
  const change = changeSql(placeholders, table, request, upsert);
  const maxAffected = affectedLimit(preferences, kind);
  const text = answerSql({
    source: change
      ? `${change} returning ${returned}`
      : `select ${returned} from ${changedTable(table)} where false`,
    rows: tree ? new ReadWriter(placeholders, schema, tree, 'src').rows() : 'select from src',
    output,
    bodyless: !tree,
    extra: [
      kind === 'put' && guardSql('put', 'count(*) <> 1'),
      output.form === 'object' && guardSql('singular', 'count(*) <> 1'),
      maxAffected !== undefined && guardSql('affected', `count(*) > ${maxAffected}`),
      locates && locationSql(table),
      upsert?.resolution === 'merge-duplicates' && INSERTED,
      ...RESPONSE_SETTINGS,
    ],
  });
  return {
    statement: { text, parameters: placeholders.parameters },
    readOnly: false,
    hasConflictTarget: table.primaryKey.length > 0 || query.onConflict !== undefined,
    isSingle: output.form === 'object',
  };
}

function upsertOf(table: Table, { kind, preferences, query }: RestRequest): Upsert | undefined {
  if (kind === 'put') return { resolution: 'merge-duplicates', target: table.primaryKey };
  if (kind !== 'insert' || !preferences.resolution) return undefined;
  const target = query.onConflict ?? table.primaryKey;
  return target.length > 0 ? { resolution: preferences.resolution, target } : undefined;
}

/** @returns undefined for an update without columns */
function changeSql(
  placeholders: Placeholders,
  table: Table,
  request: RestRequest,
  upsert: Upsert | undefined,
): string | undefined {
  const { kind, payload, preferences, query } = request;
  const conditions = query.conditions.filter(({ path }) => path.length === 0).map(({ value }) => value);
  if (kind === 'delete') {
    return `delete from ${changedTable(table)} where ${changedCondition(placeholders, table, conditions, 'DELETE')}`;
  }
  if (!payload) throw invalidBody('Empty or invalid json');
  const columns = columnsOfBody(table, payload.keys);
  if (kind === 'update' && columns.length === 0) return undefined;
  if (kind === 'put') requirePrimaryKey(table, request);
  const rows = {
    body: placeholders.add(payload.value),
    isObject: payload.isObject,
    columns,
    withDefaults: preferences.missing === 'default' && kind !== 'put',
  };
  if (kind === 'update') {
    return updateSql(table, rows, changedCondition(placeholders, table, conditions, 'UPDATE'));
  }
  const condition =
    kind === 'put' ? conditionsSql(placeholders, { relation: table, alias: '_' }, conditions) : undefined;
  return insertSql(table, rows, upsert, condition);
}

/** The condition of a mutation. Changing all rows requires an explicit filter. */
function changedCondition(
  placeholders: Placeholders,
  table: Table,
  conditions: readonly Condition[],
  verb: 'UPDATE' | 'DELETE',
): string {
  if (conditions.length === 0) throw new RestError(400, '21000', `${verb} requires a WHERE clause`);
  return conditionsSql(placeholders, { relation: table, alias: CHANGED }, conditions);
}

/** PUT writes exactly the row whose primary key is in the URL. */
function requirePrimaryKey(table: Table, { query }: RestRequest): void {
  if (query.windows.has('')) {
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');
  }
  const filteredColumns = query.conditions.map(({ path, value }) =>
    path.length === 0 &&
    value.kind === 'filter' &&
    value.operation.operator === 'eq' &&
    !value.operation.quantifier &&
    !value.negated
      ? value.field.name
      : undefined,
  );
  const isKey = table.primaryKey.length > 0 && filteredColumns.length === table.primaryKey.length;
  if (isKey && table.primaryKey.every((column) => filteredColumns.includes(column))) return;
  throw new RestError(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  );
}

/** The primary key of a single inserted row, as text. */
function locationSql(table: Table): string {
  const pairs = table.primaryKey.map((name) => `${literal(name)}, s.${quoted(name)}::text`);
  return `case when count(*) = 1 then (select json_build_object(${pairs.join(', ')}) from src s) end as location`;
}
