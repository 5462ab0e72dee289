import { LRUCache } from 'lru-cache';
import type { Identity, RunOptions } from '../db.ts';
import type {
  PlainAnswer,
  PlainRequest,
  PlainService,
  RequestContext,
  ServiceDependencies,
} from '../http.ts';
import { restErrorOf } from './database-errors.ts';
import { errorAnswer, RestError } from './errors.ts';
import { findRoutine } from './find-routine.ts';
import { type Plan, parametersOf, type RestLimits, type RestRequest } from './plan.ts';
import { planCall } from './plan-call.ts';
import { planMutation } from './plan-mutation.ts';
import { planRead } from './plan-read.ts';
import { namesTimezone } from './preferences.ts';
import { type ReadRequest, readRequest, shapeOfRequest, type Target, targetOf } from './read-request.ts';
import { outcomeOf, respond } from './respond.ts';
import type { Schema } from './schema.ts';
import { loadSchema } from './schema-loader.ts';
import { allowedMethods, findTable } from './tables.ts';
import { timeZones } from './time-zones.ts';

export interface RestOptions {
  /** Rows that one answer has at most; a hosted project's default is the same. */
  maxRows?: number | undefined;
  /** Whether `select=price.avg()` is allowed; off, as on a hosted project. */
  allowAggregates?: boolean | undefined;
}

const SCHEMA = 'public';
const DEFAULT_MAX_ROWS = 1_000;
const REMEMBERED_PLANS = 2_000;
const LONGEST_REMEMBERED = 8_192;

/** The Data API: tables and functions of the `public` schema over HTTP, as PostgREST speaks it. */
export async function createRest(
  dependencies: ServiceDependencies,
  options: RestOptions = {},
): Promise<PlainService> {
  const { database, log } = dependencies;
  const limits: RestLimits = {
    maxRows: options.maxRows ?? DEFAULT_MAX_ROWS,
    allowAggregates: options.allowAggregates ?? false,
  };
  const plans = new LRUCache<string, Plan>({ max: REMEMBERED_PLANS });
  const zones = timeZones(database);
  const schema = await loadSchema(database, SCHEMA, log, () => plans.clear());

  function planOf(request: RestRequest): Plan {
    const shape = shapeOfRequest(request);
    const known = plans.get(shape);
    if (known) return known;
    const made = makePlan(schema.current, request, limits);
    if (shape.length < LONGEST_REMEMBERED) plans.set(shape, made);
    return made;
  }

  async function perform(read: ReadRequest, identity: Identity): Promise<PlainAnswer> {
    const { request, values } = read;
    const plan = planOf(request);
    const { timezone, tx } = request.preferences;
    const settings =
      timezone === undefined ? identity.settings : { ...identity.settings, TimeZone: timezone };
    const who = settings ? { ...identity, settings } : identity;
    const runOptions: RunOptions = { readOnly: plan.readOnly, rollback: tx === 'rollback' };
    const { sources, text } = plan.statement;
    const [row] = await database.run(who, text, parametersOf(sources, values), runOptions);
    const outcome = outcomeOf(row);
    if (plan.estimate && (outcome.total === undefined || outcome.total > limits.maxRows)) {
      const { sources: estimated, text: explain } = plan.estimate;
      const [explained] = await database.run(who, explain, parametersOf(estimated, values), {
        readOnly: true,
      });
      outcome.total = Math.max(outcome.total ?? 0, plannedRows(explained?.['QUERY PLAN']));
    }
    return respond(request, plan, outcome);
  }

  async function answer(request: PlainRequest, context: RequestContext): Promise<PlainAnswer> {
    try {
      refuseToken(context);
      const target = targetOf(context.path);
      const profile = refuseProfile(request);
      if (request.method === 'OPTIONS') return optionsAnswer(schema.current, target);
      const known = namesTimezone(request.headers.prefer) ? await zones() : undefined;
      const read = await readRequest(request, target, limits.maxRows, known);
      const result = await perform(read, context.identity);
      if (profile !== undefined) result.headers['content-profile'] = profile;
      return result;
    } catch (error) {
      const known = restErrorOf(error, context.identity.role === 'anon');
      if (!known) throw error;
      if (known.status >= 500) {
        log.error(
          { requestId: context.requestId, path: context.path, code: known.code },
          'a request failed in the database',
        );
      }
      return errorAnswer(known);
    }
  }

  return {
    answer,
    close: () => schema.close(),
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

/** @throws RestError PGRST106 (406) for a schema that is not exposed. */
function refuseProfile({ headers, method }: PlainRequest): string | undefined {
  const reads = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const profile = headers[reads ? 'accept-profile' : 'content-profile'];
  if (profile === undefined || profile === SCHEMA) return profile;
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    `Only the following schemas are exposed: ${SCHEMA}`,
  );
}

function optionsAnswer(schema: Schema, { isCall, name }: Target): PlainAnswer {
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
