import type { Slot, Window } from './ast.ts';
import type { Output } from './media-type.ts';
import type { Payload } from './payload.ts';
import type { Preferences, RequestKind } from './preferences.ts';
import type { ParsedQuery } from './query-string.ts';
import type { Windows } from './read-tree.ts';
import type { Routine } from './schema.ts';
import type { Placeholders, Source, Statement } from './sql-text.ts';

/** A parsed request, before any lookup in the schema. */
export interface RestRequest {
  kind: RequestKind;
  /** Name of the table or function. */
  name: string;
  isHead: boolean;
  query: ParsedQuery;
  /** The root's window after Range header and page size; then all windows. */
  window: Window;
  windows: Windows;
  preferences: Preferences;
  output: Output;
  payload: Payload | undefined;
  /** Slot of the body. */
  bodySlot: Slot;
  /** Slots of a call's arguments from the query or a form, by name; an argument may be repeated. */
  argumentSlots: ReadonlyMap<string, readonly Slot[]>;
}

/** The plan shared by all requests of one shape. */
export interface Plan {
  statement: Statement;
  /** Estimates the number of rows with the planner. */
  estimate: Statement | undefined;
  readOnly: boolean;
  /** Whether an insert has a conflict target. */
  hasConflictTarget: boolean;
  routine: Routine | undefined;
  /** The response is a single row or value, not a list. */
  isSingle: boolean;
}

/** Limits set by the server. */
export interface RestLimits {
  /** Maximum number of rows per response, and of embedded rows per row. */
  maxRows: number;
  allowAggregates: boolean;
  /** A function runs before each request, which may change the response's status and headers. */
  hasPreRequest?: boolean;
}

export interface AnswerParts {
  /** `with` queries that the rows come from. */
  source?: string;
  /** Query of the rows. */
  rows: string;
  output: Output;
  /** The rows are values of a column `scalar`. */
  isScalar?: boolean;
  /** Omits the rows. */
  bodyless?: boolean;
  /** Further columns of the result. */
  extra?: readonly string[];
}

/** A whole row is referenced by its alias, which must not be a possible column name. */
const ROW = 'pgrst_row';

/** Builds the statement whose single row is the response: body as text, number of rows, and extras. */
export function answerSql({ source, rows, output, isScalar, bodyless, extra = [] }: AnswerParts): string {
  const columns = [
    `${bodyless ? "''" : bodySql(output, isScalar ?? false)} as body`,
    'count(*)::int4 as n',
    ...extra,
  ];
  if (output.form === 'csv' && !bodyless) {
    const before = source ? `${source}, ` : 'with ';
    return `${before}rows as (${rows}) select ${columns.join(', ')} from rows ${ROW}`;
  }
  return `${source ? `${source} ` : ''}select ${columns.join(', ')} from (${rows}) ${ROW}`;
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

export function statementOf(text: string, placeholders: Placeholders): Statement {
  return { text, sources: placeholders.sources };
}

/** The parameters of a statement for one request. */
export function parametersOf(
  sources: readonly Source[],
  values: readonly (string | Uint8Array)[],
): (string | Uint8Array | null)[] {
  return sources.map((source) => ('slot' in source ? (values[source.slot] ?? null) : source.constant));
}
