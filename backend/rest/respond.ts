import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { type Answer, notSingular, RestError } from './errors.ts';
import type { Plan } from './plan.ts';
import { appliedPreferences } from './preferences.ts';
import type { RestRequest } from './read-request.ts';
import { contentRange, statusOfRange } from './window.ts';

/** The row of a plan's statement. */
export type Outcome = {
  body: string;
  /** Number of rows. */
  n: number;
  /** Number of matching rows, when counted or estimated. */
  total?: number;
  /** Number of rows inserted by an upsert. */
  inserted?: number | null;
  location?: Record<string, string | null> | null;
  headers?: string | null;
  status?: string | null;
};

/** Builds PostgREST's response: status, headers, body. */
export function respond(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const { kind, preferences } = request;
  const isRead = kind === 'read' || kind === 'call';
  const answer = isRead ? readAnswer(request, plan, outcome) : changeAnswer(request, plan, outcome);
  const applied = appliedPreferences(preferences, kind, plan.hasConflictTarget ?? false);
  if (applied !== undefined) answer.headers['preference-applied'] = applied;
  return applyOverrides(answer, outcome);
}

function readAnswer(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const { kind, window } = request;
  const { n, total } = outcome;
  if (kind === 'read' && plan.isSingle && n !== 1) throw notSingular(n);
  const status = statusOfRange(window, n, total);
  const headers = { 'content-range': contentRange(window.offset, window.offset + n - 1, total) };
  if (plan.isVoid) return { status: 204, headers, body: null };
  return withBody(request, plan, outcome, status, headers);
}

function changeAnswer(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
  const { kind, name, preferences } = request;
  const { inserted, location, n } = outcome;
  const headers: Record<string, string> = {};
  if (kind !== 'put') {
    const counted = preferences.count === 'exact' || preferences.count === 'estimated' ? n : undefined;
    headers['content-range'] = contentRange(0, kind === 'update' ? n - 1 : -1, counted);
  }
  if (location) headers.location = locationOf(name, location);
  const status = statusOfChange(request, plan, (inserted ?? 0) > 0);
  if (preferences.return !== 'representation') return { status, headers, body: null };
  return withBody(request, plan, outcome, status, headers);
}

function statusOfChange({ kind, preferences }: RestRequest, plan: Plan, hasInserted: boolean): number {
  if (kind === 'insert') {
    const isUpsert = preferences.resolution === 'merge-duplicates' && plan.hasConflictTarget;
    return isUpsert && !hasInserted ? 200 : 201;
  }
  if (preferences.return !== 'representation') return 204;
  return kind === 'put' && hasInserted ? 201 : 200;
}

function withBody(
  request: RestRequest,
  plan: Plan,
  { body, n }: Outcome,
  status: number,
  headers: Record<string, string>,
): Answer {
  headers['content-type'] = request.output.contentType;
  if (request.isHead) return { status, headers, body: null };
  if (!plan.isSingle || request.output.form === 'csv') return { status, headers, body };
  return { status, headers, body: n === 0 ? 'null' : body.slice(1, -1) };
}

function locationOf(table: string, key: Readonly<Record<string, string | null>>): string {
  const filters = new URLSearchParams(
    Object.entries(key).map(([name, value]) => [name, value === null ? 'is.null' : `eq.${value}`]),
  );
  return `/${encodeURIComponent(table)}?${filters}`;
}

/** Functions and triggers may set the response's status and headers. */
function applyOverrides(answer: Answer, { headers, status }: Outcome): Answer {
  if (status) {
    const number = Number(status);
    if (!/^\d{3}$/.test(status) || number < 200 || number > 599) {
      throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
    }
    answer.status = number;
  }
  if (headers) Object.assign(answer.headers, headersOf(headers));
  return answer;
}

const headerList = z.array(z.record(z.string(), z.string()));

function headersOf(text: string): Record<string, string> {
  try {
    const pairs = headerList.parse(JSON.parse(text)).map((entry) => {
      const [[name, value] = ['', ''], ...others] = Object.entries(entry);
      if (others.length > 0) throw new Error('More than one key');
      validateHeaderName(name);
      validateHeaderValue(name, value);
      return [name.toLowerCase(), value];
    });
    return Object.fromEntries(pairs);
  } catch {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    );
  }
}
