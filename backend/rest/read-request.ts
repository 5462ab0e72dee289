import { readBody } from '../lib/http.ts';
import { invalidRange, RestError } from './errors.ts';
import { negotiate } from './media-type.ts';
import { readPayload } from './payload.ts';
import type { RestRequest } from './plan.ts';
import { parsePreferences, type RequestKind, refuseUnknown } from './preferences.ts';
import { addValue, lengthPrefixed, parseQueryString } from './query-string.ts';
import type { PlannedWindow } from './read-tree.ts';
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

const ALL_ROWS = { offset: 0, limit: undefined };

/** A request with the values of its slots. */
export interface ReadRequest {
  request: RestRequest;
  values: (string | Uint8Array)[];
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
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  }
}

/** Parses all of a request that does not depend on the schema. `search` is the query without `?`. */
export async function readRequest(
  request: Request,
  search: string,
  target: Target,
  maxRows: number,
): Promise<ReadRequest> {
  const { headers, method } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  const kind = kindOf(method, target);
  const takesArguments = kind === 'call' && method !== 'POST';
  const query = parseQueryString(search, takesArguments);
  const values: (string | Uint8Array)[] = query.values;
  const slots = { values: query.values };
  const preferences = parsePreferences(header('prefer'));
  const isRead = kind === 'read' || kind === 'call';
  const window = isRead
    ? windowOf(query.windows.get(''), method === 'GET' ? header('range') : undefined, maxRows)
    : ALL_ROWS;
  const windows = new Map<string, PlannedWindow>();
  if (isRead) windows.set('', planned(window, slots));
  for (const [path, { limit, offset }] of query.windows) {
    if (path === '') continue;
    if (limit !== undefined && limit < 0)
      throw invalidRange('Limit should be greater than or equal to zero.');
    windows.set(
      path,
      planned({ limit: limit === undefined ? undefined : Math.min(limit, maxRows), offset }, slots),
    );
  }
  const takesBody = method === 'POST' || kind === 'update' || kind === 'put';
  const payload = takesBody
    ? readPayload(
        await readBody(request, MAX_BODY_SIZE),
        header('content-type'),
        kind === 'put' ? undefined : query.columns,
        kind === 'call',
      )
    : undefined;
  const argumentSlots = new Map<string, number[]>();
  for (const [name, value] of payload?.fields ?? query.args) {
    const slotsOfName = argumentSlots.get(name) ?? [];
    slotsOfName.push(addValue(slots, value));
    argumentSlots.set(name, slotsOfName);
  }
  const bodySlot = payload ? values.push(payload.value) - 1 : -1;
  const output = negotiate(header('accept'));
  refuseUnknown(preferences);
  return {
    values,
    request: {
      kind,
      name: target.name,
      isHead: method === 'HEAD',
      query,
      window,
      windows,
      preferences,
      output,
      payload,
      bodySlot,
      argumentSlots,
    },
  };
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

function planned(
  { limit, offset }: { limit: number | undefined; offset: number },
  slots: { values: string[] },
): PlannedWindow {
  return { limit, offset: offset > 0 ? addValue(slots, String(offset)) : undefined };
}

/** A key of everything that a request's plan depends on. */
export function shapeOfRequest({
  argumentSlots,
  isHead,
  kind,
  name,
  output,
  payload,
  preferences,
  query,
  windows,
}: RestRequest): string {
  const { count, handling, maxAffected, missing, resolution } = preferences;
  let shape = `${kind} ${isHead} ${output.contentType} ${resolution} ${preferences.return} ${count} ${missing}`;
  if (handling === 'strict') shape += ` ${maxAffected}`;
  shape += ` ${lengthPrefixed(name)}${query.shape}`;
  for (const [path, { limit, offset }] of windows) shape += `w${lengthPrefixed(path)}${limit} ${offset} `;
  if (payload) shape += `b${payload.content} ${payload.isObject} ${JSON.stringify(payload.keys)}`;
  for (const [argument, slots] of argumentSlots) shape += `a${lengthPrefixed(argument)}${slots.join(',')} `;
  return shape;
}
