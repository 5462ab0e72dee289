import type { Row } from '../lib/db.ts';
import { type Answer, notSingular, RestError } from './errors.ts';
import type { Plan, RestRequest } from './plan.ts';
import { appliedPreferences } from './preferences.ts';
import { contentRange, statusOfRange } from './window.ts';

/** Result of a statement. */
export interface Outcome {
  body: string;
  rows: number;
  /** Number of matching rows, when counted or estimated. */
  total: number | undefined;
  /** Number of rows inserted by an upsert. */
  inserted: number | undefined;
  location: Record<string, string | null> | undefined;
  headers: string | undefined;
  status: string | undefined;
}

export function outcomeOf(row: Row | undefined): Outcome {
  return {
    body: typeof row?.body === 'string' ? row.body : '',
    rows: typeof row?.n === 'number' ? row.n : 0,
    total: typeof row?.total === 'number' ? row.total : undefined,
    inserted: typeof row?.inserted === 'number' ? row.inserted : undefined,
    location: isRecord(row?.location) ? row.location : undefined,
    headers: typeof row?.headers === 'string' ? row.headers : undefined,
    status: typeof row?.status === 'string' ? row.status : undefined,
  };
}

function isRecord(value: unknown): value is Record<string, string | null> {
  return typeof value === 'object' && value !== null;
}

/** Builds PostgREST's response: status, headers, body. */
export function respond(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const answer = answerOf(request, plan, outcome);
  const applied = appliedPreferences(request.preferences, request.kind, plan.hasConflictTarget);
  if (applied !== undefined) answer.headers['preference-applied'] = applied;
  return applyOverrides(answer, outcome);
}

function answerOf(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const { preferences } = request;
  const { rows } = outcome;
  const represents = preferences.return === 'representation';
  const counted = preferences.count === 'exact' || preferences.count === 'estimated' ? rows : undefined;
  switch (request.kind) {
    case 'read':
    case 'call':
      return readAnswer(request, plan, outcome);
    case 'insert': {
      const isUpsert = preferences.resolution === 'merge-duplicates' && plan.hasConflictTarget;
      const status = isUpsert && (outcome.inserted ?? 0) <= 0 ? 200 : 201;
      const headers: Record<string, string> = { 'content-range': contentRange(1, 0, counted) };
      if (outcome.location) headers.location = locationOf(request.name, outcome.location);
      return represents ? withBody(request, plan, outcome, status, headers) : { status, headers, body: null };
    }
    case 'put':
      return represents
        ? withBody(request, plan, outcome, (outcome.inserted ?? 0) > 0 ? 201 : 200, {})
        : { status: 204, headers: {}, body: null };
    default: {
      const last = request.kind === 'update' ? rows - 1 : -1;
      const headers = { 'content-range': contentRange(0, last, counted) };
      return represents
        ? withBody(request, plan, outcome, 200, headers)
        : { status: 204, headers, body: null };
    }
  }
}

function readAnswer(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const { window } = request;
  if (request.kind === 'read' && plan.isSingle && outcome.rows !== 1) throw notSingular(outcome.rows);
  const status = statusOfRange(window, outcome.rows, outcome.total);
  const range = contentRange(window.offset, window.offset + outcome.rows - 1, outcome.total);
  const headers = { 'content-range': range };
  if (plan.routine?.returns.kind === 'void') return { status: 204, headers, body: null };
  return withBody(request, plan, outcome, status, headers);
}

function withBody(
  request: RestRequest,
  plan: Plan,
  { body, rows }: Outcome,
  status: number,
  headers: Record<string, string>,
): Answer {
  headers['content-type'] = request.output.contentType;
  if (request.isHead) return { status, headers, body: null };
  if (!plan.isSingle || request.output.form === 'csv') return { status, headers, body };
  return { status, headers, body: rows === 0 ? 'null' : body.slice(1, -1) };
}

function locationOf(table: string, key: Readonly<Record<string, string | null>>): string {
  const filters = new URLSearchParams(
    Object.entries(key).map(([name, value]) => [name, value === null ? 'is.null' : `eq.${value}`]),
  );
  return `/${encodeURIComponent(table)}?${filters}`;
}

/** Functions and triggers may set the response's status and headers. */
function applyOverrides(answer: Answer, { headers, status }: Outcome): Answer {
  if (status !== undefined) {
    const number = Number(status);
    if (!/^\d{3}$/.test(status) || number < 200 || number > 599) {
      throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
    }
    answer.status = number;
  }
  if (headers !== undefined) {
    for (const [name, value] of headersOf(headers)) answer.headers[name.toLowerCase()] = value;
  }
  return answer;
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function headersOf(text: string): [string, string][] {
  const wrong = new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(list)) throw wrong;
  return list.map((entry: unknown) => {
    const [pair, ...others] = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
    if (!pair || others.length > 0 || typeof pair[1] !== 'string') throw wrong;
    if (!HEADER_NAME.test(pair[0]) || !HEADER_VALUE.test(pair[1])) throw wrong;
    return [pair[0], pair[1]];
  });
}
