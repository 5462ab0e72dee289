import type { Condition } from './ast.ts';
import type { ReadNode } from './read-tree.ts';
import type { Column, Table } from './schema.ts';
import { type BodyRows, bodyRows } from './sql-body.ts';
import { columnOf, computedColumnsSql, conditionSql, filterSql, type RowInScope } from './sql-expression.ts';
import { type Placeholders, qualified, quoted } from './sql-text.ts';

/** Setting in which an upsert counts inserted rows, for the response's status. */
export const INSERTED_SETTING = 'pgrst.inserted';

export interface Upsert {
  resolution: 'merge-duplicates' | 'ignore-duplicates';
  /** Columns of the conflict target. */
  target: readonly string[];
}

/** Alias of the changed row: never a possible column name. */
export const CHANGED = 'pgrst_changed';

/** The `returning` list needed for the response; minimal when the client wants no body. */
export function returnedSql(table: Table, tree: ReadNode | undefined, extra: readonly string[]): string {
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

/** @param condition on the body's rows `_` */
export function insertSql(table: Table, rows: BodyRows, upsert?: Upsert, condition?: string): string {
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

export function updateSql(table: Table, rows: BodyRows, condition: string): string {
  const set = rows.columns.map(({ name }) => `${quoted(name)} = _.${quoted(name)}`).join(', ');
  return `update ${changedTable(table)} set ${set} from ${bodyRows(rows)} where ${condition}`;
}

/** The table with the changed row's alias. */
export function changedTable(table: Table): string {
  return `${qualified(table.schema, table.name)} as ${CHANGED}`;
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
