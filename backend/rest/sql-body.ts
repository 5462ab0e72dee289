import { RestError } from './errors.ts';
import type { Column, Table } from './schema.ts';
import { literal, quoted } from './sql-text.ts';

/** The rows of a request's body. */
export interface BodyRows {
  /** Placeholder of the body. */
  body: string;
  /** Whether the body is a single object instead of an array. */
  isObject: boolean;
  columns: readonly Column[];
  /** Uses a column's default where an object lacks its key. */
  withDefaults: boolean;
}

/** A `from` item `_` with the body's rows and a column for each of `columns`. */
export function bodyRows({ body, isObject, columns, withDefaults }: BodyRows): string {
  if (columns.length === 0) {
    return isObject ? `(values (${body}::json)) as _` : `json_array_elements(${body}::json) as _`;
  }
  const typed = typedColumns(columns);
  if (!withDefaults) {
    return `${isObject ? 'json_to_record' : 'json_to_recordset'}(${body}::json) as _(${typed})`;
  }
  const defaults = columns
    .filter((column) => column.default)
    .map((column) => `${literal(column.name)}, ${column.default}`);
  const filled = `jsonb_build_object(${defaults.join(', ')}) || element.value`;
  const elements = isObject
    ? `(select ${body}::jsonb as value) as element`
    : `jsonb_array_elements(${body}::jsonb) as element (value)`;
  return `${elements}, lateral jsonb_to_record(${filled}) as _(${typed})`;
}

/** A column definition list, as after `json_to_record`. */
export function typedColumns(columns: readonly { name: string; type: string }[]): string {
  return columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ');
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
