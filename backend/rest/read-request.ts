import { readBody } from '../lib/http.ts';
import type { Window } from './ast.ts';
import { invalidRange, RestError } from './errors.ts';
import { negotiate, type Output } from './media-type.ts';
import { type Payload, readPayload } from './payload.ts';
import { type Preferences, parsePreferences, type RequestKind, refuseUnknown } from './preferences.ts';
import { type ParsedQuery, parseQueryString } from './query-string.ts';
import { windowOf } from './window.ts';

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
}

/** The table or function in a path. */
export interface Target {
  name: string;
  isCall: boolean;
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

/** Parses all of a request that does not depend on the schema. `search` is the query without `?`. */
export async function readRequest(
  request: Request,
  search: string,
  target: Target,
  maxRows: number,
): Promise<RestRequest> {
  const { headers, method } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const kind = kindOf(method, target);
  const isCall = kind === 'call';
  const query = parseQueryString(search, isCall && method !== 'POST');
  const preferences = parsePreferences(header('prefer'));
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
  return { kind, name: target.name, isHead, query, window, windows, preferences, output, payload, args };
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
