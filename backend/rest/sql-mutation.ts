import type { Condition } from './ast.ts';
import { RestError } from './errors.ts';
import type { ReadNode } from './read-tree.ts';
import type { Column, Table } from './schema.ts';
import { type BodyRows, bodyRows } from './sql-body.ts';
import { columnOf, conditionSql, filterSql, type RowInScope } from './sql-expression.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** Setting in which an upsert counts inserted rows, for the response's status. */
export const INSERTED_SETTING = 'pgrst.inserted';

export interface Upsert {
  resolution: 'merge-duplicates' | 'ignore-duplicates';
  /** Columns of the conflict target. */
  target: readonly string[];
}

/** Alias of the changed row: never a possible column name. */
const CHANGED = 'pgrst_changed';

/** The `returning` list needed for the response; minimal when the client wants no body. */
export function returnedSql(table: Table, tree: ReadNode | undefined, extra: readonly string[]): string {
  if (!tree) return extra.length > 0 ? extra.map((name) => `${CHANGED}.${quoted(name)}`).join(', ') : '1';
  const needed = neededColumns(table, tree);
  const names = needed ? new Set([...needed, ...extra]) : undefined;
  const columns = names
    ? [...names].filter((name) => table.columns.has(name)).map((name) => `${CHANGED}.${quoted(name)}`)
    : [`${CHANGED}.*`];
  const computed = [...computedNames(table, tree)].map(
    (name) => `${qualified(table.schema, name)}(${CHANGED}) as ${quoted(name)}`,
  );
  const all = [...columns, ...computed];
  return all.length > 0 ? all.join(', ') : '1';
}

/** An empty result with the columns of a mutation's `returning` list. */
export function noRowsSql(table: Table, returned: string): string {
  return `select ${returned} from ${qualified(table.schema, table.name)} as ${CHANGED} where false`;
}

export function insertSql(
  table: Table,
  rows: BodyRows,
  columns: readonly Column[],
  options: { withDefaults: boolean; upsert: Upsert | undefined; condition?: string },
): string {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const into = `insert into ${qualified(table.schema, table.name)} as ${CHANGED}${names ? ` (${names})` : ''}`;
  const selected = columns.map(({ name }) => `_.${quoted(name)}`).join(', ');
  const { condition, upsert } = options;
  const merges = upsert?.resolution === 'merge-duplicates';
  const where = [...(condition ? [condition] : []), ...(merges ? [counting(1)] : [])];
  return [
    `${into} select ${selected} from ${bodyRows(rows, columns, options.withDefaults)}`,
    where.length > 0 ? ` where ${where.join(' and ')}` : '',
    upsert && upsert.target.length > 0 ? onConflict(table, columns, upsert) : '',
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

export function updateSql(
  table: Table,
  rows: BodyRows,
  columns: readonly Column[],
  options: { withDefaults: boolean; where: string },
): string {
  const set = columns.map(({ name }) => `${quoted(name)} = _.${quoted(name)}`).join(', ');
  return `update ${qualified(table.schema, table.name)} as ${CHANGED} set ${set} from ${bodyRows(rows, columns, options.withDefaults)}${options.where}`;
}

export function deleteSql(table: Table, where: string): string {
  return `delete from ${qualified(table.schema, table.name)} as ${CHANGED}${where}`;
}

/** The condition of a mutation. Changing all rows requires an explicit filter. */
export function changedWhere(
  placeholders: Placeholders,
  table: Table,
  conditions: readonly Condition[],
  verb: 'UPDATE' | 'DELETE',
): string {
  if (conditions.length === 0) throw new RestError(400, '21000', `${verb} requires a WHERE clause`);
  const row: RowInScope = { relation: table, alias: CHANGED };
  return ` where ${conditionsSql(placeholders, row, conditions)}`;
}

export function conditionsSql(
  placeholders: Placeholders,
  row: RowInScope,
  conditions: readonly Condition[],
): string {
  return conditions
    .map((condition) => conditionSql(condition, (filter) => filterSql(placeholders, row, filter)))
    .join(' and ');
}

/**
 * Columns that the response reads from changed rows; undefined for all. Others are not returned, as the caller may lack
 * the right to read them.
 */
function neededColumns(table: Table, { embeds, fields, order }: ReadNode): Set<string> | undefined {
  const selectsAll =
    fields.some(({ field }) => field.name === '*') || (fields.length === 0 && embeds.length === 0);
  if (selectsAll || embeds.some(({ relationship }) => relationship.kind === 'computed')) return undefined;
  const names = [
    ...fields.map(({ field }) => field.name),
    ...order.filter(({ relation }) => relation === undefined).map(({ field }) => field.name),
    ...embeds.flatMap(({ relationship }) =>
      relationship.kind === 'computed'
        ? []
        : (relationship.junction?.toSource ?? relationship.columns).map(([own]) => own),
    ),
  ];
  for (const name of names) columnOf(table, name);
  return new Set(names);
}

function computedNames(table: Table, { fields, order }: ReadNode): Set<string> {
  const names = [...fields, ...order].map(({ field }) => field.name);
  return new Set(names.filter((name) => !table.columns.has(name) && table.computed.has(name)));
}
