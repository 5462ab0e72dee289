import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import type { Identity, RunOptions } from '../lib/db.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import { allowanceOf, checkAllowance, settingsFor } from './allowance.ts';
import { findRoutine, planCall } from './call.ts';
import { type Answer, errorAnswer, notSingular, RestError, restErrorOf } from './errors.ts';
import { appliedPreferences, contentRange, statusOfRange } from './headers.ts';
import { type Plan, planMutation, planRead } from './plan.ts';
import { type RestRequest, readRequest, type Target, targetOf } from './read-request.ts';
import { allowedMethods, findTable, type RestConfig, type Schema } from './schema.ts';
import { loadSchema } from './schema-loader.ts';
import { quoted } from './write-sql.ts';

const DEFAULT_SCHEMA = 'public';

/** The Data API: tables and functions of the exposed schemas over HTTP, compatible with PostgREST. */
export async function createRest({ database, log }: ServiceDependencies): Promise<Service> {
  const loaded = await loadSchema(database, log);

  async function answer(request: Request, { identity, path, url, ...context }: RequestContext) {
    refuseToken(context);
    const target = targetOf(path);
    const { schemas, config } = loaded;
    const { schema, profile } = schemaOf(request, schemas);
    if (request.method === 'OPTIONS') return optionsAnswer(schema, target);
    const allowance = allowanceOf(identity);
    const restRequest = await readRequest(request, url.search.slice(1), target, {
      maxRows: config.maxRows,
      answerBytes: allowance.answerBytes,
      mayRollBack: config.mayRollBack,
    });
    checkAllowance(restRequest, allowance);
    const plan = planOf(schema, restRequest, config);
    const { timezone, tx } = restRequest.preferences;
    const settings = {
      ...settingsFor(restRequest, allowance),
      ...(timezone === undefined ? {} : { TimeZone: timezone }),
    };
    const outcome = await perform(plan, withSettings(identity, schema, settings), config.maxRows, {
      readOnly: plan.readOnly,
      rollback: tx === 'rollback',
      signal: request.signal,
    });
    const result = respond(restRequest, plan, outcome);
    if (profile !== undefined) result.headers['content-profile'] = profile;
    return result;
  }

  async function perform(
    { estimate, statement }: Plan,
    identity: Identity,
    maxRows: number,
    options: RunOptions,
  ): Promise<Outcome> {
    const [row] = await database.run(identity, statement.text, statement.parameters, options);
    const outcome = row as Outcome;
    if (estimate && (outcome.total === undefined || outcome.total > maxRows)) {
      const explained = { readOnly: true, signal: options.signal };
      const { text, parameters } = estimate();
      const [plans] = await database.run(identity, text, parameters, explained);
      outcome.total = Math.max(outcome.total ?? 0, plannedRows(plans?.['QUERY PLAN']));
    }
    return outcome;
  }

  return {
    async fetch(request, context) {
      const { status, headers, body } = await answer(request, context).catch((error: unknown) => {
        const restError = restErrorOf(error, context.identity.role === 'anon');
        if (!restError) throw error;
        if (restError.status >= 500) {
          const { path, requestId } = context;
          log.error({ requestId, path, code: restError.code }, 'a request failed in the database');
        }
        return errorAnswer(restError);
      });
      if (body === null && status !== 204 && request.method !== 'HEAD') headers['content-length'] = '0';
      return new Response(body, { status, headers });
    },
    close: () => loaded.close(),
  };
}

function planOf(schema: Schema, request: RestRequest, config: RestConfig): Plan {
  switch (request.kind) {
    case 'read':
      return planRead(schema, request, config);
    case 'call':
      return planCall(schema, request, config);
    default:
      return planMutation(schema, request, config);
  }
}

function refuseToken({ tokenFailure }: Pick<RequestContext, 'tokenFailure'>): void {
  if (!tokenFailure) return;
  const { code, details, message } = tokenFailure;
  if (code === '42501') throw new RestError(403, code, message);
  throw new RestError(401, code, message, details, null, {
    'www-authenticate': `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`,
  });
}

/**
 * The schema named by Accept-Profile or Content-Profile, or the first one.
 * @throws RestError PGRST106 (406) for a schema that is not exposed
 */
function schemaOf(
  { headers, method }: Request,
  schemas: ReadonlyMap<string, Schema>,
): { schema: Schema; profile: string | undefined } {
  const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const requested = headers.get(reads ? 'accept-profile' : 'content-profile') ?? undefined;
  const names = [...schemas.keys()];
  const name = requested ?? names[0] ?? DEFAULT_SCHEMA;
  const schema = schemas.get(name);
  if (schema) return { schema, profile: requested ?? (names.length > 1 ? name : undefined) };
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${name}`,
    null,
    `Only the following schemas are exposed: ${names.join(', ')}`,
  );
}

function withSettings(identity: Identity, { name }: Schema, own: Record<string, string>): Identity {
  const searchPath = [name, DEFAULT_SCHEMA, 'extensions'].map(quoted).join(', ');
  const settings = {
    ...identity.settings,
    ...own,
    ...(name === DEFAULT_SCHEMA ? {} : { search_path: searchPath }),
  };
  return Object.keys(settings).length > 0 ? { ...identity, settings } : identity;
}

function optionsAnswer(schema: Schema, { isCall, name }: Target): Answer {
  const allow = isCall ? methodsOfRoutine(schema, name) : allowedMethods(findTable(schema, name));
  return { status: 200, headers: { allow, 'access-control-allow-origin': '*' }, body: null };
}

function methodsOfRoutine(schema: Schema, name: string): string {
  const routine = schema.routines.get(name)?.[0] ?? findRoutine(schema, name, [], 'none');
  return routine.isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
}

function plannedRows(plan: unknown): number {
  const [first]: { Plan?: { 'Plan Rows'?: number } }[] = Array.isArray(plan) ? plan : [];
  return first?.Plan?.['Plan Rows'] ?? 0;
}

/** The row of a plan's statement. */
type Outcome = {
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
function respond(request: RestRequest, plan: Plan, outcome: Outcome): Answer {
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
