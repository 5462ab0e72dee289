import { LRUCache } from 'lru-cache';
import type { Identity, RunOptions } from '../lib/db.ts';
import type { RequestContext, Service, ServiceDependencies } from '../lib/http.ts';
import type { Condition } from './ast.ts';
import { restErrorOf } from './database-errors.ts';
import { type Answer, errorAnswer, RestError } from './errors.ts';
import { findRoutine } from './find-routine.ts';
import { type Plan, parametersOf, type RestLimits, type RestRequest } from './plan.ts';
import { planCall } from './plan-call.ts';
import { planMutation } from './plan-mutation.ts';
import { planRead } from './plan-read.ts';
import { type ReadRequest, readRequest, shapeOfRequest, type Target, targetOf } from './read-request.ts';
import { outcomeOf, respond } from './respond.ts';
import { allowedMethods, findTable, type Schema } from './schema.ts';
import { loadSchema } from './schema-loader.ts';
import { quoted } from './sql-text.ts';

const DEFAULT_SCHEMA = 'public';
const MAX_CACHED_PLANS = 2_000;
const MAX_SHAPE_LENGTH = 8_192;

/** The Data API: tables and functions of the exposed schemas over HTTP, compatible with PostgREST. */
export async function createRest({ database, log }: ServiceDependencies): Promise<Service> {
  const plans = new LRUCache<string, Plan>({ max: MAX_CACHED_PLANS });
  const loaded = await loadSchema(database, log, () => plans.clear());
  const limitsNow = (): RestLimits => ({
    maxRows: loaded.config.maxRows,
    allowAggregates: loaded.config.allowAggregates,
    hasPreRequest: loaded.config.preRequest !== undefined,
  });

  function planOf(schema: Schema, request: RestRequest, limits: RestLimits): Plan {
    const shape = `${schema.name} ${shapeOfRequest(request)}`;
    const cached = plans.get(shape);
    if (cached) return cached;
    const newPlan = makePlan(schema, request, limits);
    if (shape.length < MAX_SHAPE_LENGTH) plans.set(shape, newPlan);
    return newPlan;
  }

  async function perform(
    schema: Schema,
    { request, values }: ReadRequest,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (identity.role === 'anon') refusePatterns(request);
    const limits = limitsNow();
    const plan = planOf(schema, request, limits);
    const { timezone, tx } = request.preferences;
    const settings = {
      ...identity.settings,
      ...(timezone === undefined ? {} : { TimeZone: timezone }),
      ...(schema.name === DEFAULT_SCHEMA ? {} : { search_path: searchPath(schema.name) }),
    };
    const who = Object.keys(settings).length > 0 ? { ...identity, settings } : identity;
    const before = loaded.config.preRequest;
    const runOptions: RunOptions = { readOnly: plan.readOnly, rollback: tx === 'rollback', signal, before };
    const { sources, text } = plan.statement;
    const [row] = await database.run(who, text, parametersOf(sources, values), runOptions);
    const outcome = outcomeOf(row);
    if (plan.estimate && (outcome.total === undefined || outcome.total > limits.maxRows)) {
      const { sources: estimated, text: explain } = plan.estimate;
      const explained = { readOnly: true, signal };
      const [plans] = await database.run(who, explain, parametersOf(estimated, values), explained);
      outcome.total = Math.max(outcome.total ?? 0, plannedRows(plans?.['QUERY PLAN']));
    }
    return respond(request, plan, outcome);
  }

  async function answer(request: Request, context: RequestContext): Promise<Answer> {
    try {
      refuseToken(context);
      const target = targetOf(context.path);
      const { schema, profile } = schemaOf(request, loaded.schemas);
      if (request.method === 'OPTIONS') return optionsAnswer(schema, target);
      const { maxRows } = limitsNow();
      const read = await readRequest(request, context.url.search.slice(1), target, maxRows);
      const result = await perform(schema, read, context.identity, request.signal);
      if (profile !== undefined) result.headers['content-profile'] = profile;
      return result;
    } catch (error) {
      const restError = restErrorOf(error, context.identity.role === 'anon');
      if (!restError) throw error;
      if (restError.status >= 500) {
        log.error(
          { requestId: context.requestId, path: context.path, code: restError.code },
          'a request failed in the database',
        );
      }
      return errorAnswer(restError);
    }
  }

  return {
    async fetch(request, context) {
      const { status, headers, body } = await answer(request, context);
      return new Response(body, { status, headers });
    },
    close: () => loaded.close(),
  };
}

function makePlan(schema: Schema, request: RestRequest, limits: RestLimits): Plan {
  switch (request.kind) {
    case 'read':
      return planRead(schema, request, limits);
    case 'call':
      return planCall(schema, request, limits);
    default:
      return planMutation(schema, request, limits);
  }
}

function refuseToken({ tokenFailure }: RequestContext): void {
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

function searchPath(schema: string): string {
  return [schema, DEFAULT_SCHEMA, 'extensions'].map(quoted).join(', ');
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
  return routine.volatility === 'volatile' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
}

function plannedRows(plan: unknown): number {
  const [first]: { Plan?: { 'Plan Rows'?: number } }[] = Array.isArray(plan) ? plan : [];
  return first?.Plan?.['Plan Rows'] ?? 0;
}
