import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Pool } from '../lib/sql.ts';
import { AuthError, tooManyRequests } from './errors.ts';

/** `times` uses per `seconds`. */
interface Rate {
  times: number;
  seconds: number;
}

const DEFAULTS = {
  /** Failed passwords per client. */
  signInPerClient: { times: 60, seconds: 300 },
  /** Failed passwords per address and client, so that nobody can lock out others. */
  signInPerAddress: { times: 20, seconds: 300 },
  /** Failed passwords from a device that has signed in before. Beyond this it has the limits of a stranger. */
  signInPerDevice: { times: 20, seconds: 300 },
  /** Failed passwords at one address, over all clients not known to it. */
  signInPerAccount: { times: 100, seconds: 3600 },
  /** Mobile carriers give thousands of people one address. */
  signUpPerClient: { times: 300, seconds: 300 },
  refreshPerUser: { times: 120, seconds: 300 },
  /** Invalid refresh tokens. */
  refreshPerClient: { times: 300, seconds: 300 },
  /** Steps of OAuth sign-ins per client. */
  oauthPerClient: { times: 120, seconds: 300 },
  /** Failed codes per client. */
  verifyPerClient: { times: 30, seconds: 300 },
  /** Failed links per client: their tokens cannot be guessed. */
  linksPerClient: { times: 300, seconds: 300 },
  /** Failed codes per address, over all clients. */
  verifyPerAddress: { times: 10, seconds: 300 },
  /** Requests that send a mail, per client. */
  messagesPerClient: { times: 60, seconds: 300 },
  messagesPerClientAndHour: { times: 250, seconds: 3600 },
  /** Mails per address. */
  messagesPerAddress: { times: 1, seconds: 60 },
  /** Mails in total to people who have an account. */
  messages: { times: 2000, seconds: 3600 },
  /** Mails in total that confirm sign-ups, separate from those to existing accounts. */
  messagesToNewcomers: { times: 1000, seconds: 3600 },
  /** Account changes per person. */
  changesPerUser: { times: 60, seconds: 300 },
  /** Factor challenges per person. */
  factorChallenges: { times: 15, seconds: 60 },
  /** Text messages per phone number. */
  smsPerNumber: { times: 1, seconds: 60 },
  /** Text messages per client, as each costs money; a person with a session from there still gets theirs. */
  smsPerClient: { times: 20, seconds: 3600 },
  /** Text messages of one person to numbers that they have not confirmed. */
  smsPerUser: { times: 10, seconds: 3600 },
  /** Text messages in total to confirmed numbers. */
  sms: { times: 500, seconds: 3600 },
  /** Text messages in total to unconfirmed numbers, separate from those to confirmed ones. */
  smsToNewcomers: { times: 200, seconds: 3600 },
  /** Failed factor codes per person. */
  factorFailures: { times: 10, seconds: 300 },
};

export type LimitName = keyof typeof DEFAULTS;
export type RateLimits = Record<LimitName, Rate>;

export interface Limits {
  /**
   * Consumes one use.
   * @throws AuthError 429 when the limit is reached
   */
  spend(limit: LimitName, key: string): Promise<void>;
  /** @throws AuthError 429 when the limit is reached; consumes nothing */
  check(limit: LimitName, key: string): Promise<void>;
  /** Returns a use after a success, which does not count as an attack. */
  restore(limit: LimitName, key: string): Promise<void>;
}

/** Creates limits shared by all processes through the database. Keys are stored as digests. */
export function createLimits(overrides: Partial<RateLimits> | undefined, sql: Pool): Limits {
  const rates = Object.entries({ ...DEFAULTS, ...overrides });
  const limiters = Object.fromEntries(
    rates.map(([name, rate]) => [name, createLimiter(sql, name, rate)]),
  ) as Record<LimitName, RateLimiterPostgres>;
  return {
    async spend(limit, key) {
      try {
        await limiters[limit].consume(digest(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refusal(limit, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
    async check(limit, key) {
      const used = await limiters[limit].get(digest(key));
      if (used === null || used.consumedPoints < limiters[limit].points) return;
      throw refusal(limit, Math.max(1, Math.ceil(used.msBeforeNext / 1000)));
    },
    async restore(limit, key) {
      await limiters[limit].reward(digest(key));
    },
  };
}

function createLimiter(sql: Pool, name: string, { times, seconds }: Rate): RateLimiterPostgres {
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const rows = await sql.unsafe(text, values, { prepare: true });
    return { rows, rowCount: rows.length };
  };
  return new RateLimiterPostgres({
    keyPrefix: name,
    points: times,
    duration: seconds,
    storeClient: { query },
    storeType: 'client',
    schemaName: 'auth',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Blocked keys are counted in memory, without further database writes.
    inMemoryBlockOnConsumed: times + 1,
  });
}

function refusal(limit: LimitName, seconds: number): AuthError {
  const refuse = (code: string, message: string) =>
    new AuthError(429, code, message, { 'retry-after': String(seconds) });
  const again = `For security purposes, you can only request this after ${seconds} seconds.`;
  switch (limit) {
    case 'messagesPerAddress':
      return refuse('over_email_send_rate_limit', again);
    case 'smsPerNumber':
    case 'smsPerClient':
    case 'smsPerUser':
      return refuse('over_sms_send_rate_limit', again);
    case 'messages':
    case 'messagesToNewcomers':
      return refuse('over_email_send_rate_limit', 'email rate limit exceeded');
    case 'sms':
    case 'smsToNewcomers':
      return refuse('over_sms_send_rate_limit', 'sms rate limit exceeded');
    default:
      return tooManyRequests(seconds);
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
