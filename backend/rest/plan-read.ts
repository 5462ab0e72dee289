import { answerSql, type Plan, RESPONSE_SETTINGS } from './plan.ts';
import type { RestRequest } from './read-request.ts';
import { buildReadTree } from './read-tree.ts';
import { findTable, type RestConfig, type Schema } from './schema.ts';
import { ReadWriter } from './sql-read.ts';
import { Placeholders, type Statement } from './sql-text.ts';

export function planRead(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  const table = findTable(schema, request.name);
  const placeholders = new Placeholders();
  const writer = new ReadWriter(placeholders, schema, buildReadTree(schema, table, request, config));
  const { count } = request.preferences;
  const text = answerSql({
    rows: request.isHead ? writer.bareRows() : writer.rows(),
    output: request.output,
    bodyless: request.isHead,
    extra: [
      (count === 'exact' || count === 'estimated') && totalSql(writer, placeholders, request, config),
      ...(config.preRequest ? RESPONSE_SETTINGS : []),
    ],
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
  const writer = new ReadWriter(placeholders, schema, buildReadTree(schema, table, all, config));
  return { text: `explain (format json) ${writer.bareRows()}`, parameters: placeholders.parameters };
}
