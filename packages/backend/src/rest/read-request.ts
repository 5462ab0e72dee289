import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import { isJsonObject, readBody } from '../lib/http.ts';
import { invalidBody, invalidRange, RestError, tooMany } from './errors.ts';
import {
  negotiate,
  type Output,
  type Preferences,
  parsePreferences,
  type RequestKind,
  refuseUnknown,
  windowOf,
} from './headers.ts';
import { MAX_COLUMNS, parseFilterValue, parseLogic, parseNames, parseOrder, parseSelect } from './parse.ts';
import {
  type Condition,
  type OrderTerm,
  type Placed,
  parseField,
  Scanner,
  type SelectItem,
  type Window,
} from './syntax.ts';

/** A parsed request, before any lookup in the schema. */
export interface RestRequest {
  kind: RequestKind;
  /** Name of the table or function. */
  name: string;
  isHead: boolean;
  query: ParsedQuery;
  /** The root's window after Range header and page size. */
  window: Window;
  /** Windows of embedded resources, by dot-separated path. */
  windows: ReadonlyMap<string, Window>;
  preferences: Preferences;
  output: Output;
  payload: Payload | undefined;
  /** A call's arguments from the query or a form; an argument may be repeated. */
  args: readonly (readonly [name: string, value: string])[];
  /** Maximum size of the answer. */
  answerBytes: number;
}

/** The table or function in a path. */
export interface Target {
  name: string;
  isCall: boolean;
}

interface RequestLimits {
  maxRows: number;
  answerBytes: number;
  /** Whether the request may choose how its transaction ends. */
  mayRollBack: boolean;
}

/** Maximum size of a body: some 20,000 rows of a typical table. */
const MAX_BODY_SIZE = 32 << 20;

const KINDS: Readonly<Record<string, RequestKind>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
};

/** Parses all of a request that does not depend on the schema. `search` is the query without `?`. */
export async function readRequest(
  request: Request,
  search: string,
  target: Target,
  { answerBytes, maxRows, mayRollBack }: RequestLimits,
): Promise<RestRequest> {
  const { headers, method } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const kind = kindOf(method, target);
  const isCall = kind === 'call';
  const query = parseQueryString(search, isCall && method !== 'POST');
  const preferences = parsePreferences(header('prefer'), mayRollBack);
  const range = method === 'GET' ? header('range') : undefined;
  const window =
    isCall || kind === 'read'
      ? windowOf(query.windows.get(''), range, maxRows)
      : { offset: 0, limit: undefined };
  const windows = embeddedWindows(query.windows, maxRows);
  let payload: Payload | undefined;
  if (method === 'POST' || kind === 'update' || kind === 'put') {
    const columns = kind === 'put' ? undefined : query.columns;
    const body = await readBody(request, MAX_BODY_SIZE);
    payload = readPayload(body, header('content-type'), columns, isCall);
  }
  const output = negotiate(header('accept'));
  refuseUnknown(preferences);
  const isHead = method === 'HEAD';
  const args = payload?.fields ?? query.args;
  const { name } = target;
  return { kind, name, isHead, query, window, windows, preferences, output, payload, args, answerBytes };
}

function kindOf(method: string, { isCall }: Target): RequestKind {
  if (isCall) {
    if (method === 'GET' || method === 'HEAD' || method === 'POST') return 'call';
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
  }
  const kind = KINDS[method];
  if (kind) return kind;
  throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);
}

function embeddedWindows(windows: ReadonlyMap<string, Window>, maxRows: number): Map<string, Window> {
  const embedded = new Map<string, Window>();
  for (const [path, { limit = maxRows, offset }] of windows) {
    if (path === '') continue;
    if (limit < 0) throw invalidRange('Limit should be greater than or equal to zero.');
    embedded.set(path, { limit: Math.min(limit, maxRows), offset });
  }
  return embedded;
}

/** @throws RestError PGRST125 (404) for an invalid path */
export function targetOf(path: string): Target {
  const [, ...parts] = path.split('/').map(decoded);
  const [first, second] = parts;
  if (parts.length === 1 && first === '') {
    throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
  }
  if (parts.length === 1 && first) return { name: first, isCall: false };
  if (parts.length === 2 && first === 'rpc' && second) return { name: second, isCall: true };
  throw invalidPath();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidPath();
  }
}

function invalidPath(): RestError {
  return new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
}

interface ParsedQuery {
  select: readonly SelectItem[];
  orders: Placed<readonly OrderTerm[]>[];
  /** Filters and logic groups, in the order of the parameters. */
  conditions: Placed<Condition>[];
  /** By dot-separated embed path; '' for the root. */
  windows: Map<string, Window>;
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  /** Parameters that are not filters, for functions called by GET. */
  args: [name: string, value: string][];
}

const MAX_PARAMETERS = 300;
/** Read by the gateway; not a column. */
const IGNORED = new Set(['apikey']);
const WINDOW_NUMBER = /^-?\d+$/;

/**
 * Parses a query string.
 * @param withArguments whether parameters that are no filters are function arguments
 * @throws RestError PGRST100 for a syntax error
 */
export function parseQueryString(query: string, withArguments = false): ParsedQuery {
  const parsed: ParsedQuery = {
    select: [],
    orders: [],
    conditions: [],
    windows: new Map(),
    columns: undefined,
    onConflict: undefined,
    args: [],
  };
  let select: string | undefined;
  let parameters = 0;
  for (const [key, value] of new URLSearchParams(query)) {
    if (IGNORED.has(key)) continue;
    parameters += 1;
    if (parameters > MAX_PARAMETERS) throw tooMany('parameters', MAX_PARAMETERS);
    if (key === 'select') select ??= value;
    else if (key === 'columns') parsed.columns ??= parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') parsed.onConflict ??= parseNames(value, 'on_conflict parameter');
    else readPlaced(parsed, key, value, withArguments);
  }
  parsed.select = parseSelect(select ?? '*');
  return parsed;
}

function readPlaced(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  const last = key.slice(key.lastIndexOf('.') + 1);
  switch (last) {
    case 'order':
      parsed.orders.push({ path: parsePath(key), value: parseOrder(value) });
      return;
    case 'limit':
    case 'offset':
      readWindow(parsed, parsePath(key).join('.'), last, value);
      return;
    case 'and':
    case 'or': {
      const names = parsePath(key);
      const path = names.filter((name) => name !== 'not');
      const negated = path.length < names.length;
      parsed.conditions.push({ path, value: parseLogic(last, negated, value) });
      return;
    }
    default:
      readFilter(parsed, key, value, withArguments);
  }
}

function readFilter(parsed: ParsedQuery, key: string, value: string, withArguments: boolean): void {
  let filter: ReturnType<typeof parseFilterValue>;
  try {
    filter = parseFilterValue(value);
  } catch (error) {
    if (!withArguments) throw error;
    parsed.args.push([key, value]);
    return;
  }
  const scanner = new Scanner(key, 'tree path');
  const path: string[] = [];
  let field = parseField(scanner);
  while (field.path.length === 0 && scanner.take('.')) {
    path.push(field.name);
    field = parseField(scanner);
  }
  if (!scanner.ended) throw scanner.error('"->", "->>", delimiter (.) or end of input');
  parsed.conditions.push({ path, value: { kind: 'filter', field, ...filter } });
}

function readWindow(parsed: ParsedQuery, path: string, kind: 'limit' | 'offset', value: string): void {
  if (!WINDOW_NUMBER.test(value)) return;
  const number = Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)));
  const window = parsed.windows.get(path) ?? { limit: undefined, offset: 0 };
  if (kind === 'limit') window.limit = number;
  else window.offset = Math.max(0, number);
  parsed.windows.set(path, window);
}

/** The path before the last name: the embedded resource of an order, window or logic group. */
function parsePath(key: string): string[] {
  if (!key.includes('.')) return [];
  const scanner = new Scanner(key, 'tree path');
  const names = [scanner.name()];
  while (scanner.take('.')) names.push(scanner.name());
  if (!scanner.ended) throw scanner.error('delimiter (.) or end of input');
  return names.slice(0, -1);
}

/** A parsed body, as needed by statements. */
export interface Payload {
  content: CallContent;
  /** Parameter of the statement: JSON text, or the raw body. */
  value: string | Uint8Array;
  /** Whether it is a single object instead of an array. */
  isObject: boolean;
  /** The keys common to all objects. */
  keys: readonly string[];
  /** Fields of a form, passed to functions as arguments. */
  fields?: readonly (readonly [name: string, value: string])[];
}

/** Kind of body, for overload resolution. */
export type CallContent = 'none' | 'json' | 'text' | 'xml' | 'bytes' | 'form' | 'csv';

const KEYS_DIFFER = 'All object keys must match';
const INVALID_JSON = 'Empty or invalid json';
const INVALID_CSV = 'Empty or invalid csv';

/**
 * Parses a body by its content type.
 * @param columns the `columns` parameter, which gives the keys and leaves the JSON to the database
 * @param isCall whether the target is a function, which may take text and bytes
 * @throws RestError PGRST102 for an invalid body
 */
function readPayload(
  bytes: Uint8Array,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
  isCall: boolean,
): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  switch (type) {
    case 'application/json':
      return readJson(textOf(bytes, INVALID_JSON), columns, isCall);
    case 'text/csv': {
      const rows = parseCsv(textOf(bytes, INVALID_CSV));
      const keys = Object.keys(rows[0] ?? {});
      return { content: 'csv', value: JSON.stringify(rows), isObject: false, keys };
    }
    case 'application/x-www-form-urlencoded': {
      const fields = [...new URLSearchParams(textOf(bytes, 'Empty or invalid form'))];
      const keys = [...new Set(fields.map(([name]) => name))];
      const value = JSON.stringify(Object.fromEntries(fields));
      return { content: isCall ? 'form' : 'json', value, isObject: true, keys, fields };
    }
    case 'text/plain':
    case 'text/xml':
      if (isCall)
        return wholeBody(type === 'text/xml' ? 'xml' : 'text', textOf(bytes, 'The body is not UTF-8'));
      break;
    case 'application/octet-stream':
      if (isCall) return wholeBody('bytes', bytes);
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType}`);
}

function wholeBody(content: CallContent, value: string | Uint8Array): Payload {
  return { content, value, isObject: false, keys: [] };
}

function readJson(text: string, columns: readonly string[] | undefined, isCall: boolean): Payload {
  if (columns) {
    const isObject = /^[ \t\r\n]*\{/.test(text);
    return { content: 'json', value: text, isObject, keys: columns };
  }
  if (text === '' && isCall) {
    return { content: 'json', value: '{}', isObject: true, keys: [] };
  }
  const body = parseJson(text);
  const rows = Array.isArray(body) ? body : [body];
  const keys = keysOf(rows);
  if (keys) return { content: 'json', value: text, isObject: rows !== body, keys };
  if (!isCall && Array.isArray(body)) throw invalidBody(KEYS_DIFFER);
  // A function may take any JSON value; for a table it contains no rows.
  return wholeBody('json', isCall ? text : '[]');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(INVALID_JSON);
  }
}

/** The keys of all objects; undefined when they differ or a row is no object. */
function keysOf(rows: readonly unknown[]): string[] | undefined {
  const first = rows.length === 0 ? {} : rows[0];
  if (!isJsonObject(first)) return undefined;
  const keys = new Set(Object.keys(first));
  const alike = rows.every((row) => {
    if (!isJsonObject(row)) return false;
    const own = Object.keys(row);
    return own.length === keys.size && own.every((key) => keys.has(key));
  });
  return alike ? [...keys] : undefined;
}

function textOf(bytes: Uint8Array, message: string): string {
  if (!isUtf8(bytes)) throw invalidBody(message);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/**
 * Parses CSV with a header line. `NULL` is null.
 * @throws RestError PGRST102 for lines of different lengths or unclosed quotes
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: ',' });
  const [names, ...lines] = data;
  if (!names || errors.some(({ type }) => type === 'Quotes')) throw invalidBody(INVALID_CSV);
  if (names.length > MAX_COLUMNS) throw invalidBody('Too many columns');
  return lines.map((line) => {
    if (line.length !== names.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      names.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? null)]),
    );
  });
}
