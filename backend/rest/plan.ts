import type { Output } from './media-type.ts';
import type { Statement } from './sql-text.ts';

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

interface AnswerParts {
  /** A query `src` that the rows come from. */
  source?: string;
  /** Query of the rows. */
  rows: string;
  output: Output;
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
export function answerSql({ source, rows, output, isScalar, bodyless, extra }: AnswerParts): string {
  const isCsv = output.form === 'csv' && !bodyless;
  const queries = [source && `src as (${source})`, isCsv && `rows as (${rows})`].filter(Boolean);
  const body = bodyless ? "''" : bodySql(output, isScalar ?? false);
  const columns = [`${body} as body`, 'count(*)::int4 as n', ...extra.filter(Boolean)];
  const before = queries.length > 0 ? `with ${queries.join(', ')} ` : '';
  return `${before}select ${columns.join(', ')} from ${isCsv ? 'rows' : `(${rows})`} ${ROW}`;
}

function bodySql({ form, stripNulls }: Output, isScalar: boolean): string {
  if (form === 'csv') {
    const names = `(select string_agg(name, ',') from json_object_keys((select row_to_json(${ROW}) from rows ${ROW} limit 1)) name)`;
    const lines = `string_agg(substring(${ROW}::text, 2, length(${ROW}::text) - 2), E'\\n')`;
    return `coalesce(${names}, '') || E'\\n' || coalesce(${lines}, '')`;
  }
  const list = `json_agg(${isScalar ? `${ROW}.scalar` : ROW})`;
  return `coalesce(${stripNulls ? `json_strip_nulls(${list})` : list}, '[]')::text`;
}

/** Settings through which functions and triggers may change the response. */
export const RESPONSE_SETTINGS: readonly string[] = [
  `nullif(current_setting('response.headers', true), '') as headers`,
  `nullif(current_setting('response.status', true), '') as status`,
];
