import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import {
  type IRateLimiterRes,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AuthError, tooManyRequests } from './errors.ts';

/** `times` uses per `seconds`. */
export interface Rate {
  times: number;
  seconds: number;
}

export interface RateLimits {
  /** Failed passwords per client. */
  signInPerClient: Rate;
  /** Failed passwords per address and client, so that nobody can lock out others. */
  signInPerAddress: Rate;
  signUpPerClient: Rate;
  refreshPerClient: Rate;
  /** Steps of OAuth sign-ins per client. */
  oauthPerClient: Rate;
  /** Failed codes and links per client. */
  verifyPerClient: Rate;
  /** Failed codes per address. */
  verifyPerAddress: Rate;
  /** Requests that send a mail, per client. */
  messagesPerClient: Rate;
  /** Mails per address. */
  messagesPerAddress: Rate;
  /** Mails in total. */
  messages: Rate;
  /** Account changes per person. */
  changesPerUser: Rate;
  /** Factor challenges per person. */
  factorChallenges: Rate;
  /** Text messages per phone number. */
  smsPerNumber: Rate;
  /** Text messages in total, as each costs money. */
  sms: Rate;
  /** Failed factor codes per person. */
  factorFailures: Rate;
}

const DEFAULTS: RateLimits = {
  signInPerClient: { times: 60, seconds: 300 },
  signInPerAddress: { times: 20, seconds: 300 },
  signUpPerClient: { times: 60, seconds: 300 },
  refreshPerClient: { times: 1800, seconds: 300 },
  oauthPerClient: { times: 120, seconds: 300 },
  verifyPerClient: { times: 30, seconds: 300 },
  verifyPerAddress: { times: 10, seconds: 300 },
  messagesPerClient: { times: 30, seconds: 300 },
  messagesPerAddress: { times: 1, seconds: 60 },
  messages: { times: 2000, seconds: 3600 },
  changesPerUser: { times: 60, seconds: 300 },
  factorChallenges: { times: 15, seconds: 60 },
  smsPerNumber: { times: 1, seconds: 60 },
  sms: { times: 500, seconds: 3600 },
  factorFailures: { times: 10, seconds: 300 },
};

export interface Limits {
  /**
   * Consumes one use.
   * @throws AuthError 429 when the limit is reached
   */
  spend(limit: keyof RateLimits, key: string): Promise<void>;
  /** Returns a use after a success, which does not count as an attack. */
  restore(limit: keyof RateLimits, key: string): Promise<void>;
}

/**
 * Creates limits shared by all processes through the database, or in memory without one. Keys derived from addresses
 * are stored as digests.
 */
export function createLimits(overrides: Partial<RateLimits> = {}, sql?: postgres.Sql): Limits {
  const rates = { ...DEFAULTS, ...overrides };
  const limiters = new Map(
    Object.entries(rates).map(([name, { times, seconds }]) => {
      const rate = { keyPrefix: name, points: times, duration: seconds };
      return [name, sql ? inDatabase(sql, rate) : new RateLimiterMemory(rate)];
    }),
  );
  const limiterOf = (limit: keyof RateLimits) => {
    const limiter = limiters.get(limit);
    if (!limiter) throw new RangeError(`No rate limit is called ${limit}`);
    return limiter;
  };
  return {
    async spend(limit, key) {
      try {
        await limiterOf(limit).consume(digest(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refusal(limit, error);
      }
    },
    async restore(limit, key) {
      await limiterOf(limit).reward(digest(key));
    },
  };
}

function inDatabase(
  sql: postgres.Sql,
  rate: { keyPrefix: string; points: number; duration: number },
): RateLimiterPostgres {
  const query = async ({ text, values }: { text: string; values: postgres.ParameterOrJSON<never>[] }) => {
    const rows = await sql.unsafe(text, values, { prepare: true });
    return { rows, rowCount: rows.count };
  };
  return new RateLimiterPostgres({
    ...rate,
    ...{ storeClient: { query }, storeType: 'client', schemaName: 'auth', tableName: 'rate_limits' },
    ...{ tableCreated: true, clearExpiredByTimeout: false },
    // Blocked keys are counted in memory, without further database writes.
    inMemoryBlockOnConsumed: rate.points + 1,
  });
}

function refusal(limit: keyof RateLimits, state: IRateLimiterRes): AuthError {
  const seconds = Math.max(1, Math.ceil((state.msBeforeNext ?? 1000) / 1000));
  const headers = { 'retry-after': String(seconds) };
  if (limit === 'messagesPerAddress' || limit === 'smsPerNumber') {
    return new AuthError(
      429,
      limit === 'smsPerNumber' ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
      headers,
    );
  }
  if (limit === 'messages') {
    return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', headers);
  }
  if (limit === 'sms') {
    return new AuthError(429, 'over_sms_send_rate_limit', 'sms rate limit exceeded', headers);
  }
  return tooManyRequests(seconds);
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
