import type { Slot, Window } from './ast.ts';
import type { Output } from './media-type.ts';
import type { Payload } from './payload.ts';
import type { Preferences, RequestKind } from './preferences.ts';
import type { ParsedQuery } from './query-string.ts';
import type { Windows } from './read-tree.ts';
import type { Routine } from './schema.ts';
import type { Placeholders, Source, Statement } from './sql-text.ts';

/** A request, read but not yet understood: nothing in it has been looked up. */
export interface RestRequest {
  kind: RequestKind;
  /** Of the table or function. */
  name: string;
  isHead: boolean;
  query: ParsedQuery;
  /** The root's, as it is after the Range header and the page size; and all of them, as statements need them. */
  window: Window;
  windows: Windows;
  preferences: Preferences;
  output: Output;
  payload: Payload | undefined;
  /** Where the body is among the values. */
  bodySlot: Slot;
  /** Where a call's arguments from the address or from a form are among the values; one may be given repeatedly. */
  argumentSlots: ReadonlyMap<string, readonly Slot[]>;
}

/** What is done for all requests of one shape. */
export interface Plan {
  statement: Statement;
  /** Asks the planner for how many rows it expects. */
  estimate: Statement | undefined;
  readOnly: boolean;
  /** Whether an insert has a key that duplicates can be told by. */
  hasConflictTarget: boolean;
  routine: Routine | undefined;
  /** The answer is the one row, or the one value, and not a list of it. */
  isSingle: boolean;
}

/** What the server itself decides. */
export interface RestLimits {
  /** Rows that one answer has at most, and rows of an embedded resource for one row. */
  maxRows: number;
  allowAggregates: boolean;
  /** A function is called before each request, which may change the answer's status and headers. */
  hasPreRequest?: boolean;
}

export interface AnswerParts {
  /** `with` queries that the rows come from. */
  source?: string;
  /** A query of the rows. */
  rows: string;
  output: Output;
  /** The rows are values in a column called `scalar`. */
  isScalar?: boolean;
  /** Leaves the rows themselves out. */
  bodyless?: boolean;
  /** More columns of the answer. */
  extra?: readonly string[];
}

/** A whole row is written by its alias alone, so the alias must be no name that a column may have. */
const ROW = 'pgrst_row';

/** The statement whose one row is the answer: the body as text, the number of rows, and what else is asked for. */
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

/** Settings by which functions and triggers may change the answer. */
export const RESPONSE_SETTINGS: readonly string[] = [
  `nullif(current_setting('response.headers', true), '') as headers`,
  `nullif(current_setting('response.status', true), '') as status`,
];

export function statementOf(text: string, placeholders: Placeholders): Statement {
  return { text, sources: placeholders.sources };
}

/** The values of a statement's placeholders, for one request. */
export function parametersOf(
  sources: readonly Source[],
  values: readonly (string | Uint8Array)[],
): (string | Uint8Array | null)[] {
  return sources.map((source) => ('slot' in source ? (values[source.slot] ?? null) : source.constant));
}
