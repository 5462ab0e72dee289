import type { Identity, RunOptions } from '../lib/db.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import type { Condition } from './ast.ts';
import { restErrorOf } from './database-errors.ts';
import { type Answer, errorAnswer, RestError } from './errors.ts';
import { findRoutine } from './find-routine.ts';
import type { Plan } from './plan.ts';
import { planCall } from './plan-call.ts';
import { planMutation } from './plan-mutation.ts';
import { planRead } from './plan-read.ts';
import { type RestRequest, readRequest, type Target, targetOf } from './read-request.ts';
import { type Outcome, respond } from './respond.ts';
import { allowedMethods, findTable, type RestConfig, type Schema } from './schema.ts';
import { loadSchema } from './schema-loader.ts';
import { quoted } from './sql-text.ts';

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
    const restRequest = await readRequest(request, url.search.slice(1), target, config.maxRows);
    if (identity.role === 'anon') refusePatterns(restRequest);
    const plan = planOf(schema, restRequest, config);
    const { timezone, tx } = restRequest.preferences;
    const outcome = await perform(plan, withSettings(identity, schema, timezone), config.maxRows, {
      readOnly: plan.readOnly,
      rollback: tx === 'rollback',
      signal: request.signal,
      before: config.preRequest,
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

function withSettings(identity: Identity, { name }: Schema, timezone: string | undefined): Identity {
  const searchPath = [name, DEFAULT_SCHEMA, 'extensions'].map(quoted).join(', ');
  const settings = {
    ...identity.settings,
    ...(timezone === undefined ? {} : { TimeZone: timezone }),
    ...(name === DEFAULT_SCHEMA ? {} : { search_path: searchPath }),
  };
  return Object.keys(settings).length > 0 ? { ...identity, settings } : identity;
}

/** Regular expressions can take exponential time, so only trusted callers may use them. */
function refusePatterns({ query }: RestRequest): void {
  if (!query.conditions.some(({ value }) => matchesPattern(value))) return;
  throw new RestError(
    401,
    '42501',
    'permission denied for operator match',
    'Regular expressions take more time than a request without a user may have.',
    'Sign in, or use like or ilike.',
    { 'www-authenticate': 'Bearer' },
  );
}

function matchesPattern(condition: Condition): boolean {
  if (condition.kind !== 'filter') return condition.members.some(matchesPattern);
  const { operator } = condition.operation;
  return operator === 'match' || operator === 'imatch';
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
