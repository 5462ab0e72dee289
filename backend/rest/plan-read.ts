import {
  answerSql,
  type Plan,
  RESPONSE_SETTINGS,
  type RestLimits,
  type RestRequest,
  statementOf,
} from './plan.ts';
import { buildReadTree } from './read-tree.ts';
import { findTable, type Schema } from './schema.ts';
import { ReadWriter } from './sql-read.ts';
import { Placeholders } from './sql-text.ts';

export function planRead(schema: Schema, request: RestRequest, limits: RestLimits): Plan {
  const table = findTable(schema, request.name);
  const options = { ...limits, rootConditions: true, windows: request.windows };
  const tree = buildReadTree(schema, table, request.query, options);
  const placeholders = new Placeholders();
  const writer = new ReadWriter(placeholders, schema, tree);
  const rows = writer.rows(tree, undefined, request.isHead);
  const { count } = request.preferences;
  const extra = [
    ...(count === 'exact' || count === 'estimated' ? [totalSql(writer, placeholders, request, limits)] : []),
    ...(limits.hasPreRequest ? RESPONSE_SETTINGS : []),
  ];
  const text = answerSql({ rows, output: request.output, bodyless: request.isHead, extra });
  return {
    statement: statementOf(text, placeholders),
    estimate: count === 'planned' || count === 'estimated' ? estimateOf(schema, request, limits) : undefined,
    readOnly: true,
    hasConflictTarget: false,
    routine: undefined,
    isSingle: request.output.form === 'object',
  };
}

/** Total number of matching rows; derived without counting when the page contains the end. */
export function totalSql(
  writer: ReadWriter,
  placeholders: Placeholders,
  { preferences, window, windows }: Pick<RestRequest, 'preferences' | 'window' | 'windows'>,
  limits: RestLimits,
): string {
  const all = writer.count(preferences.count === 'estimated' ? limits.maxRows + 1 : undefined);
  const offset = windows.get('')?.offset;
  const before = offset === undefined ? '0' : `${placeholders.slot(offset)}::bigint`;
  const { limit } = window;
  if (limit === undefined) return `(${all})::float8 as total`;
  const least = offset === undefined ? '0' : '1';
  return `(case when count(*) between ${least} and ${limit - 1} then ${before} + count(*) else (${all}) end)::float8 as total`;
}

function estimateOf(schema: Schema, request: RestRequest, limits: RestLimits) {
  const table = findTable(schema, request.name);
  const tree = buildReadTree(schema, table, request.query, {
    ...limits,
    rootConditions: true,
    windows: new Map(),
  });
  const placeholders = new Placeholders();
  const matching = new ReadWriter(placeholders, schema, tree).rows(tree, undefined, true);
  return statementOf(`explain (format json) ${matching}`, placeholders);
}
