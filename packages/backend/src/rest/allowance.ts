import type { Identity } from '../lib/db.ts';
import { RestError } from './errors.ts';
import type { RestRequest } from './read-request.ts';
import type { Condition, SelectItem } from './syntax.ts';

/** Limits on one request. */
export interface Allowance {
  /** Levels of embedded resources. */
  embedDepth: number;
  /** Size of the response in bytes, and of its embedded resources, counted again at each level. */
  answerBytes: number;
  /** Regular expressions: forbidden, within a short time, or as long as any request. */
  patterns: 'refused' | 'brief' | 'allowed';
}

const MEGABYTE = 1 << 20;
const ANONYMOUS: Allowance = { embedDepth: 3, answerBytes: 4 * MEGABYTE, patterns: 'refused' };
const SIGNED_IN: Allowance = { embedDepth: 8, answerBytes: 16 * MEGABYTE, patterns: 'brief' };
const SERVICE: Allowance = { embedDepth: 8, answerBytes: 64 * MEGABYTE, patterns: 'allowed' };
/** Time for a statement with a regular expression, which can take exponential time. */
const PATTERN_TIMEOUT = '1s';

/** An identity's allowance. Requests from this process have a service's. */
export function allowanceOf({ role, lane }: Identity): Allowance {
  if (role === 'service_role') return SERVICE;
  const allowance = role === 'anon' ? ANONYMOUS : SIGNED_IN;
  return lane === 'own' ? { ...SERVICE, patterns: allowance.patterns } : allowance;
}

/** @throws RestError 400 for embedded resources that are nested too deeply, 401 for a regular expression */
export function checkAllowance({ query }: RestRequest, { embedDepth, patterns }: Allowance): void {
  if (depthOf(query.select) > embedDepth) {
    throw new RestError(
      400,
      'PGRST100',
      'Embedded resources are nested too deeply',
      `At most ${embedDepth} levels`,
    );
  }
  if (patterns === 'refused' && query.conditions.some(({ value }) => hasPattern(value))) {
    throw new RestError(
      401,
      '42501',
      'permission denied for operator match',
      'Regular expressions take more time than a request without a user may have.',
      'Sign in, or use like or ilike.',
      { 'www-authenticate': 'Bearer' },
    );
  }
}

/** Settings of the request's transaction. */
export function settingsFor({ query }: RestRequest, { patterns }: Allowance): Record<string, string> {
  const isBrief = patterns === 'brief' && query.conditions.some(({ value }) => hasPattern(value));
  return isBrief ? { statement_timeout: PATTERN_TIMEOUT } : {};
}

function depthOf(items: readonly SelectItem[]): number {
  const depths = items.map((item) => (item.kind === 'relation' ? 1 + depthOf(item.items) : 0));
  return Math.max(0, ...depths);
}

function hasPattern(condition: Condition): boolean {
  if (condition.kind !== 'filter') return condition.members.some(hasPattern);
  const { operator } = condition.operation;
  return operator === 'match' || operator === 'imatch';
}
