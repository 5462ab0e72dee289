import { RestError } from './errors.ts';
import { guardSql } from './guards.ts';
import {
  answerSql,
  type Plan,
  RESPONSE_SETTINGS,
  type RestLimits,
  type RestRequest,
  statementOf,
} from './plan.ts';
import { limitsAffected } from './preferences.ts';
import { buildReadTree } from './read-tree.ts';
import { findTable, type Schema, type Table } from './schema.ts';
import { type BodyRows, columnsOfBody, literal } from './sql-body.ts';
import {
  changedWhere,
  conditionsSql,
  deleteSql,
  INSERTED_SETTING,
  insertSql,
  noRowsSql,
  returnedSql,
  type Upsert,
  updateSql,
} from './sql-mutation.ts';
import { ReadWriter } from './sql-read.ts';
import { Placeholders, quoted } from './sql-text.ts';

const INSERTED = `nullif(current_setting('${INSERTED_SETTING}', true), '')::int4 as inserted`;

export function planMutation(schema: Schema, request: RestRequest, limits: RestLimits): Plan {
  const table = findTable(schema, request.name);
  const { output, preferences } = request;
  const placeholders = new Placeholders();
  const tree =
    preferences.return === 'representation'
      ? buildReadTree(schema, table, request.query, {
          ...limits,
          rootConditions: false,
          windows: request.windows,
        })
      : undefined;
  const locates = request.kind === 'insert' && preferences.return === 'headers-only';
  const upsert = upsertOf(table, request);
  const returned = returnedSql(table, tree, locates ? table.primaryKey : []);
  const change = changeSql(placeholders, table, request, upsert);
  const source = `with src as (${change ? `${change} returning ${returned}` : noRowsSql(table, returned)})`;
  const rows = tree
    ? new ReadWriter(placeholders, schema, tree, { from: 'src' }).rows(tree)
    : 'select from src';
  const extra = [
    ...guards(request),
    ...(locates && table.primaryKey.length > 0 ? [locationSql(table)] : []),
    ...(request.kind === 'put' || upsert?.resolution === 'merge-duplicates' ? [INSERTED] : []),
    ...RESPONSE_SETTINGS,
  ];
  const text = answerSql({ source, rows, output, bodyless: !tree, extra });
  return {
    statement: statementOf(text, placeholders),
    estimate: undefined,
    readOnly: false,
    hasConflictTarget: table.primaryKey.length > 0 || request.query.onConflict !== undefined,
    routine: undefined,
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
  const conditions = request.query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => value);
  if (request.kind === 'delete') {
    return deleteSql(table, changedWhere(placeholders, table, conditions, 'DELETE'));
  }
  const { payload } = request;
  if (!payload) throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  const columns = columnsOfBody(table, payload.keys);
  const withDefaults = request.preferences.missing === 'default' && request.kind !== 'put';
  const bodyRows = (): BodyRows => ({
    body: placeholders.slot(request.bodySlot),
    isObject: payload.isObject,
  });
  if (request.kind === 'update') {
    if (columns.length === 0) return undefined;
    const where = changedWhere(placeholders, table, conditions, 'UPDATE');
    return updateSql(table, bodyRows(), columns, { withDefaults, where });
  }
  if (request.kind === 'put') requirePrimaryKey(table, request);
  const condition =
    request.kind === 'put'
      ? conditionsSql(placeholders, { relation: table, alias: '_' }, conditions)
      : undefined;
  return insertSql(table, bodyRows(), columns, {
    withDefaults,
    upsert,
    ...(condition === undefined ? {} : { condition }),
  });
}

/** PUT writes exactly the row whose primary key is in the URL. */
function requirePrimaryKey(table: Table, { query, window }: RestRequest): void {
  if (query.windows.has('') || window.offset > 0) {
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

function guards({ kind, output, preferences }: RestRequest): string[] {
  const { handling, maxAffected } = preferences;
  return [
    ...(kind === 'put' ? [`${guardSql('put', 'count(*) <> 1')} as put_guard`] : []),
    ...(output.form === 'object' ? [`${guardSql('singular', 'count(*) <> 1')} as singular_guard`] : []),
    ...(maxAffected !== undefined && handling === 'strict' && limitsAffected(kind)
      ? [`${guardSql('affected', `count(*) > ${maxAffected}`)} as affected_guard`]
      : []),
  ];
}

/** The primary key of a single inserted row, as text. */
function locationSql(table: Table): string {
  const pairs = table.primaryKey.map((name) => `${literal(name)}, s.${quoted(name)}::text`);
  return `case when count(*) = 1 then (select json_build_object(${pairs.join(', ')}) from src s) end as location`;
}
