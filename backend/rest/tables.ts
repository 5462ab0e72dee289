import { RestError } from './errors.ts';
import type { Schema, Table } from './schema.ts';
import { mostSimilar } from './similarity.ts';

const SIMILAR = 0.75;

/** @throws RestError PGRST205 (404) when the schema has no such table or view. */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  const meant = mostSimilar(name, schema.tables.keys(), SIMILAR);
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema.name}.${name}' in the schema cache`,
    null,
    meant === undefined ? null : `Perhaps you meant the table '${schema.name}.${meant}'`,
  );
}

/** The methods that a table or view allows, for the Allow header. */
export function allowedMethods(table: Table): string {
  return [
    'OPTIONS,GET,HEAD',
    ...(table.insertable ? ['POST'] : []),
    ...(table.insertable && table.updatable && table.primaryKey.length > 0 ? ['PUT'] : []),
    ...(table.updatable ? ['PATCH'] : []),
    ...(table.deletable ? ['DELETE'] : []),
  ].join(',');
}
