import { boundedSql, guardSql, invalidBody, RestError } from './errors.ts';
import { affectedLimit, type Output } from './headers.ts';
import type { RestRequest } from './read-request.ts';
import { buildReadTree, type ReadNode, ReadWriter } from './read-tree.ts';
import { type Column, findTable, type RestConfig, type Schema, type Table } from './schema.ts';
import type { Condition } from './syntax.ts';
import {
  type BodyRows,
  bodyRows,
  columnOf,
  columnsOfBody,
  computedColumnsSql,
  conditionSql,
  filterSql,
  literal,
  Placeholders,
  qualified,
  quoted,
  type RowInScope,
  type Statement,
} from './write-sql.ts';

export interface Plan {
  statement: Statement;
  /** Statement that estimates the number of rows with the planner. */
  estimate?: () => Statement;
  readOnly: boolean;
  /** Whether an insert has a conflict target. */
  hasConflictTarget?: boolean;
  /** The function returns nothing. */
  isVoid?: boolean;
  /** The response is a single row or value, not a list. */
  isSingle: boolean;
}

export function planRead(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const table = findTable(schema, request.name);
  const placeholders = new Placeholders();
  const writer = new ReadWriter(placeholders, schema, buildReadTree(schema, table, request, config), request);
  const { count } = request.preferences;
  const text = answerSql({
    rows: request.isHead ? writer.bareRows() : writer.rows(),
    output: request.output,
    answerBytes: request.answerBytes,
    bodyless: request.isHead,
    extra: [(count === 'exact' || count === 'estimated') && totalSql(writer, placeholders, request, config)],
  });
  return {
    statement: { text, parameters: placeholders.parameters },
    ...(count === 'planned' || count === 'estimated'
      ? { estimate: () => estimateOf(schema, request, config) }
      : {}),
    readOnly: true,
    isSingle: request.output.form === 'object',
  };
}

/** Total number of matching rows; derived without counting when the page contains the end. */
export function totalSql(
  writer: ReadWriter,
  placeholders: Placeholders,
  { preferences, window: { limit, offset } }: RestRequest,
  config: RestConfig,
): string {
  const all = writer.count(preferences.count === 'estimated' ? config.maxRows + 1 : undefined);
  if (limit === undefined) return `(${all})::float8 as total`;
  const isOnPage = `count(*) between ${offset > 0 ? 1 : 0} and ${limit - 1}`;
  const before = offset > 0 ? `${placeholders.add(String(offset))}::bigint` : '0';
  return `(case when ${isOnPage} then ${before} + count(*) else (${all}) end)::float8 as total`;
}

function estimateOf(schema: Schema, request: RestRequest, config: RestConfig): Statement {
  const table = findTable(schema, request.name);
  const all = { ...request, window: { offset: 0, limit: undefined }, windows: new Map() };
  const placeholders = new Placeholders();
  const writer = new ReadWriter(placeholders, schema, buildReadTree(schema, table, all, config), request);
  return { text: `explain (format json) ${writer.bareRows()}`, parameters: placeholders.parameters };
}

/** Setting in which an upsert counts inserted rows, for the response's status. */
const INSERTED_SETTING = 'pgrst.inserted';

const INSERTED = `nullif(current_setting('${INSERTED_SETTING}', true), '')::int4 as inserted`;

/** Alias of the changed row: never a possible column name. */
const CHANGED = 'pgrst_changed';

interface Upsert {
  resolution: 'merge-duplicates' | 'ignore-duplicates';
  /** Columns of the conflict target. */
  target: readonly string[];
}

export function planMutation(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const table = findTable(schema, request.name);
  const { answerBytes, kind, output, preferences, query } = request;
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
    rows: tree
      ? new ReadWriter(placeholders, schema, tree, { answerBytes, source: 'src' }).rows()
      : 'select from src',
    output,
    answerBytes,
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

/** The table with the changed row's alias. */
function changedTable(table: Table): string {
  return `${qualified(table.schema, table.name)} as ${CHANGED}`;
}

/** @param condition on the body's rows `_` */
function insertSql(table: Table, rows: BodyRows, upsert?: Upsert, condition?: string): string {
  const names = rows.columns.map(({ name }) => quoted(name)).join(', ');
  const into = `insert into ${changedTable(table)}${names ? ` (${names})` : ''}`;
  const selected = rows.columns.map(({ name }) => `_.${quoted(name)}`).join(', ');
  const counted = upsert?.resolution === 'merge-duplicates' && counting(1);
  const where = [condition, counted].filter(Boolean);
  return [
    `${into} select ${selected} from ${bodyRows(rows)}`,
    where.length > 0 ? ` where ${where.join(' and ')}` : '',
    upsert && upsert.target.length > 0 ? onConflict(table, rows.columns, upsert) : '',
  ].join('');
}

function onConflict(table: Table, columns: readonly Column[], { resolution, target }: Upsert): string {
  const keys = target.map((name) => quoted(columnOf(table, name).name)).join(', ');
  if (resolution === 'ignore-duplicates' || columns.length === 0) return ` on conflict (${keys}) do nothing`;
  const set = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ');
  return ` on conflict (${keys}) do update set ${set} where ${counting(-1)}`;
}

/** A condition that is always true and counts evaluated rows. */
function counting(step: 1 | -1): string {
  const before = `coalesce(nullif(current_setting('${INSERTED_SETTING}', true), '')::int, 0)`;
  return `set_config('${INSERTED_SETTING}', (${before} + (${step}))::text, true) is not null`;
}

function updateSql(table: Table, rows: BodyRows, condition: string): string {
  const set = rows.columns.map(({ name }) => `${quoted(name)} = _.${quoted(name)}`).join(', ');
  return `update ${changedTable(table)} set ${set} from ${bodyRows(rows)} where ${condition}`;
}

function conditionsSql(
  placeholders: Placeholders,
  row: RowInScope,
  conditions: readonly Condition[],
): string {
  return conditions
    .map((condition) => conditionSql(condition, (filter) => filterSql(placeholders, row, filter)))
    .join(' and ');
}

/** The `returning` list needed for the response; minimal when the client wants no body. */
function returnedSql(table: Table, tree: ReadNode | undefined, extra: readonly string[]): string {
  const needed = tree ? neededColumns(table, tree) : [];
  const columns = needed
    ? [...new Set([...needed, ...extra])]
        .filter((name) => table.columns.has(name))
        .map((name) => `${CHANGED}.${quoted(name)}`)
    : [`${CHANGED}.*`];
  const read = tree ? [...tree.fields, ...tree.order].map(({ field }) => field.name) : [];
  const all = [...columns, ...computedColumnsSql({ relation: table, alias: CHANGED }, read)];
  return all.length > 0 ? all.join(', ') : '1';
}

/**
 * Columns that the response reads from changed rows; undefined for all. Others are not returned, as the caller may lack
 * the right to read them.
 */
function neededColumns(table: Table, { embeds, fields, order }: ReadNode): string[] | undefined {
  const selectsAll =
    fields.some(({ field }) => field.name === '*') || (fields.length === 0 && embeds.length === 0);
  if (selectsAll) return undefined;
  const names = [...fields, ...order.filter(({ relation }) => relation === undefined)].map(
    ({ field }) => field.name,
  );
  for (const { relationship } of embeds) {
    if (relationship.kind === 'computed') return undefined;
    names.push(...(relationship.junction?.toSource ?? relationship.columns).map(([own]) => own));
  }
  for (const name of names) columnOf(table, name);
  return names;
}

/** The primary key of a single inserted row, as text. */
function locationSql(table: Table): string {
  const pairs = table.primaryKey.map((name) => `${literal(name)}, s.${quoted(name)}::text`);
  return `case when count(*) = 1 then (select json_build_object(${pairs.join(', ')}) from src s) end as location`;
}

interface AnswerParts {
  /** A query `src` that the rows come from. */
  source?: string;
  /** Query of the rows. */
  rows: string;
  output: Output;
  /** Maximum size of the body. */
  answerBytes: number;
  /** The rows are values of a column `scalar`. */
  isScalar?: boolean;
  /** Omits the rows. */
  bodyless?: boolean;
  /** Further columns of the result. */
  extra: readonly (string | false | undefined)[];
}

/** A whole row is referenced by its alias, which must not be a possible column name. */
const ROW = 'pgrst_row';

/** Builds the statement whose single row is the response: body as text, number of rows, and extras. */
export function answerSql({
  source,
  rows,
  output: { form, stripNulls },
  answerBytes,
  isScalar,
  bodyless,
  extra,
}: AnswerParts): string {
  const isCsv = form === 'csv' && !bodyless;
  const queries = [source && `src as (${source})`, isCsv && `rows as (${rows})`].filter(Boolean);
  const before = queries.length > 0 ? `with ${queries.join(', ')} ` : '';
  const rest = ['count(*)::int4 as n', ...extra.filter(Boolean)].join(', ');
  if (bodyless) return `${before}select '' as body, ${rest} from (${rows}) ${ROW}`;
  // Without `offset`, the planner would merge the queries and build each row several times.
  const from = (row: string, all: string) => `(select ${row} as body from ${all} ${ROW} offset 0) ${ROW}`;
  if (isCsv) {
    const names = `(select string_agg(name, ',') from json_object_keys((select row_to_json(${ROW}) from rows ${ROW} limit 1)) name)`;
    const lines = `string_agg(${boundedSql(`${ROW}.body`, 'text', answerBytes)}, E'\\n')`;
    const line = `substring(${ROW}::text, 2, length(${ROW}::text) - 2)`;
    return `${before}select coalesce(${names}, '') || E'\\n' || coalesce(${lines}, '') as body, ${rest} from ${from(line, 'rows')}`;
  }
  const list = `json_agg(${boundedSql(`${ROW}.body`, 'json', answerBytes)})`;
  const body = `coalesce(${stripNulls ? `json_strip_nulls(${list})` : list}, '[]')::text`;
  const row = isScalar ? `to_json(${ROW}.scalar)` : `row_to_json(${ROW})`;
  return `${before}select ${body} as body, ${rest} from ${from(row, `(${rows})`)}`;
}

/** Settings through which functions and triggers may change the response. */
export const RESPONSE_SETTINGS: readonly string[] = [
  `nullif(current_setting('response.headers', true), '') as headers`,
  `nullif(current_setting('response.status', true), '') as status`,
];
