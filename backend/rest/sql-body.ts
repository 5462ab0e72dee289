import { RestError } from './errors.ts';
import type { Column, RoutineArgument, Table } from './schema.ts';
import { quoted } from './sql-text.ts';

/** The rows of a request's body. */
export interface BodyRows {
  /** Placeholder of the body. */
  body: string;
  /** Whether the body is a single object instead of an array. */
  isObject: boolean;
}

/**
 * A `from` item `_` with the body's rows and a column for each of `columns`.
 * @param withDefaults uses a column's default where an object lacks its key
 */
export function bodyRows(
  { body, isObject }: BodyRows,
  columns: readonly Column[],
  withDefaults: boolean,
): string {
  if (columns.length === 0) {
    return isObject ? `(values (${body}::json)) as _` : `json_array_elements(${body}::json) as _`;
  }
  const typed = columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  if (!withDefaults) {
    return `${isObject ? 'json_to_record' : 'json_to_recordset'}(${body}::json) as _(${typed})`;
  }
  const defaults = columns
    .filter((column) => column.default !== undefined)
    .map((column) => `${literal(column.name)}, ${column.default}`);
  const filled = `jsonb_build_object(${defaults.join(', ')}) || element.value`;
  const elements = isObject
    ? `(select ${body}::jsonb as value) as element`
    : `jsonb_array_elements(${body}::jsonb) as element (value)`;
  return `${elements}, lateral jsonb_to_record(${filled}) as _(${typed})`;
}

/** The body as a single row `_` of a function's arguments; of several objects, the first. */
export function bodyArguments({ body, isObject }: BodyRows, args: readonly RoutineArgument[]): string {
  const typed = args.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
  return isObject
    ? `json_to_record(${body}::json) as _(${typed})`
    : `(select * from json_to_recordset(${body}::json) as _(${typed}) limit 1) as _`;
}

/** @throws RestError PGRST204 for a key that is no column */
export function columnsOfBody(table: Table, keys: readonly string[]): Column[] {
  return keys.map((key) => {
    const column = table.columns.get(key);
    if (column) return column;
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${key}' column of '${table.name}' in the schema cache`,
    );
  });
}

/** Quotes a name from the schema as a string literal. */
export function literal(text: string): string {
  const escaped = text.replaceAll("'", "''").replaceAll('\\', '\\\\');
  return escaped.includes('\\') ? `E'${escaped}'` : `'${escaped}'`;
}
