import { mostSimilar } from './similarity.ts';

const SIMILAR_COLUMN = 0.6;

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
