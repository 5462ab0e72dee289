import { randomBytes } from 'node:crypto';
import { DatabaseError } from 'pg';
import { parseJsonObject } from '../lib/http.ts';
import { DatabaseUnavailable } from '../lib/sql.ts';

/** A response before conversion to `Response`. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string | null;
}

/** An error in PostgREST's format: four fields, a status, sometimes headers. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: unknown = null,
    hint: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }
}

export function errorAnswer(error: RestError): Answer {
  const { code, details, hint, message } = error;
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code.replaceAll(/[^\w-]/g, '')}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, details, hint, message }),
  };
}

/** HTTP statuses by SQLSTATE or its class, as in PostgREST: the first match applies, all others are 400. */
const STATUSES: readonly [pattern: RegExp, status: number][] = [
  [/^P0001/, 400],
  [/^(0L|0P|28)/, 403],
  [/^(42883|42P01)/, 404],
  [/^25006/, 405],
  [/^(23503|23505)/, 409],
  [/^53400/, 500],
  [/^(08|53|57P01)/, 503],
  [/^(09|25|2D|38|39|3B|40|42P17|54|55|57|58|F0|HV|P0|XX)/, 500],
];

const UNSTORABLE = 'A text cannot hold the character NUL or half of a surrogate pair.';

/** Whether a text in the request contains something that PostgreSQL cannot store. */
function isUnstorable({ code, detail = '' }: DatabaseError): boolean {
  return code === '22P05' || code === '22021' || (code === '22P02' && /^Unicode \w+ surrogate/.test(detail));
}

/**
 * Converts a database error; undefined for other errors.
 * @param isAnonymous without a user, a forbidden request gets 401 instead of 403
 */
export function restErrorOf(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = '', message } = error;
  const guarded = code === '22P02' ? guardFailure(message) : undefined;
  if (guarded) return guarded;
  if (code === 'PGRST') return raisedResponse(message, error.detail);
  const status = statusOf(code, message, isAnonymous);
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const hint = error.hint ?? (isUnstorable(error) ? UNSTORABLE : null);
  return new RestError(status, code, message, error.detail ?? null, hint, headers);
}

function unavailable(error: DatabaseUnavailable): RestError {
  return error.code === 'POOL_TIMEOUT'
    ? new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
    : new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.');
}

function statusOf(code: string, message: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith('PT')) return httpStatus(Number(code.slice(2))) ?? 500;
  return STATUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 400;
}

function httpStatus(status: number): number | undefined {
  return status >= 200 && status <= 599 ? status : undefined;
}

/** `raise sqlstate 'PGRST'` defines the response: body in the message, status and headers in the detail. */
function raisedResponse(message: string, detail: string | undefined): RestError {
  const body = parseJsonObject(message);
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const response = detail === undefined ? undefined : parseJsonObject(detail);
  const headers = response?.headers;
  if (!response || typeof headers !== 'object' || headers === null) {
    return unreadable(
      detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  return new RestError(
    httpStatus(Number(response.status)) ?? 500,
    body.code,
    body.message,
    body.details ?? null,
    typeof body.hint === 'string' ? body.hint : null,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  );
}

function unreadable(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new RestError(500, 'PGRST121', message, details, hint);
}

/**
 * Rules on the number of rows are checked after a change and must roll it back: the statement fails by casting a text
 * to a number. The text contains a secret of this process, so that it cannot be forged.
 */
const MARK = `guard-${randomBytes(12).toString('hex')}-`;

type GuardRule = 'singular' | 'affected' | 'put' | 'size';

/** A column beside `count(*)` that fails when the condition holds. */
export function guardSql(rule: GuardRule, condition: string): string {
  return `case when ${condition} then ${failureSql(rule, 'count(*)')} end as ${rule}_guard`;
}

/** Setting in which a statement counts the bytes of its rows and embedded resources. */
const COUNTED_BYTES = 'pgrst.counted_bytes';

/**
 * A column that fails once its statement has produced more than `most` bytes of such columns, so that too
 * large a response is aborted while it is built.
 */
export function boundedSql(column: string, type: 'json' | 'text', most: number): string {
  const before = `coalesce(nullif(current_setting('${COUNTED_BYTES}', true), ''), '0')::int8`;
  const sum = `set_config('${COUNTED_BYTES}', (${before} + coalesce(pg_column_size(${column}), 0))::text, true)::int8`;
  const failure = failureSql('size', `current_setting('${COUNTED_BYTES}')`);
  return `case when ${sum} > ${most} then ${failure}::text::${type} else ${column} end`;
}

/** An expression that fails. Not a constant, which would fail when the statement is planned. */
function failureSql(rule: GuardRule, detail: string): string {
  return `('${MARK}${rule}:' || ${detail})::int4`;
}

/** The error of a failed guard; undefined for other database errors. */
function guardFailure(message: string): RestError | undefined {
  const start = message.indexOf(MARK);
  if (start === -1) return undefined;
  const [rule, rows] = message.slice(start + MARK.length).split(/[:"]/);
  switch (rule) {
    case 'singular':
      return notSingular(Number(rows));
    case 'affected':
      return new RestError(
        400,
        'PGRST124',
        'Query result exceeds max-affected preference constraint',
        `The query affects ${rows} rows`,
      );
    case 'size':
      return new RestError(
        400,
        '54000',
        'The answer is too large',
        `It was given up at ${rows} bytes, with what is embedded counted at each level`,
        'Ask for fewer rows, columns or embedded resources.',
      );
    default:
      return new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');
  }
}

export function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message);
}

export function tooMany(what: string, limit: number): RestError {
  return new RestError(400, 'PGRST100', `Too many ${what}`, `A request may have at most ${limit}`);
}

export function notEmbedded(name: string): RestError {
  return new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );
}

const SIMILAR_COLUMN = 0.6;

/** PostgreSQL's message for an unknown column, with the most similar one as hint. */
export function unknownColumn(relation: string, column: string, columns: Iterable<string>): RestError {
  const similarColumn = mostSimilar(column, columns, SIMILAR_COLUMN);
  const hint =
    similarColumn === undefined
      ? null
      : `Perhaps you meant to reference the column "${relation}.${similarColumn}".`;
  return new RestError(400, '42703', `column ${relation}.${column} does not exist`, null, hint);
}

export function notSingular(rows: number): RestError {
  return new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${rows} rows`,
  );
}

/** @param total number of rows, when counted */
export function invalidRange(details: string, total?: number): RestError {
  const headers: Record<string, string> = total === undefined ? {} : { 'content-range': `*/${total}` };
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', details, null, headers);
}

/** The most similar candidate; undefined when none reaches the minimum similarity (0 to 1). */
export function mostSimilar(name: string, candidates: Iterable<string>, minimum: number): string | undefined {
  let best: string | undefined;
  let bestScore = minimum;
  for (const candidate of candidates) {
    const score = similarity(name, candidate);
    if (score > bestScore || (score === bestScore && best === undefined)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

const MAX_COMPARED_LENGTH = 128;

/** Similarity by edit distance: 1 for equal texts, 0 for completely different ones. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || longest > MAX_COMPARED_LENGTH) return 0;
  return 1 - editDistance(one, other) / longest;
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
