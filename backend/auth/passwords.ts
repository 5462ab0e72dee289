import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/bcrypt';
import { limitConcurrency } from '../lib/derivatives.ts';
import { invalid, WeakPasswordError } from './errors.ts';

/** What Go's bcrypt makes by default, so that hashes move between this and a hosted project. */
const COST = 10;
/** A hash from elsewhere that takes longer would keep everybody else waiting. */
const HIGHEST_COST = 14;
/** bcrypt reads no further. */
const LONGEST_PASSWORD_BYTES = 72;
/** Hashing runs on libuv's threads, which files and names need as well. */
const MOST_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const MOST_WAITING = 256;

/** Made once of random bytes: verifying against it costs what a real one costs and never succeeds. */
const DUMMY_HASH = '$2a$10$duTMAJ8XMoDt4aFruO87uuVO9eAVmMSib44otY34FNTvkmdkmZt..';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not. */
  verify(password: string, storedHash: string | null): Promise<boolean>;
}

/** bcrypt, a few at a time, so that a rush of sign-ins leaves processor and threads for everybody else. */
export function createPasswords(): Passwords {
  const inTurn = limitConcurrency(MOST_AT_ONCE, MOST_WAITING);
  return {
    hash: (password) => inTurn(() => hash(password, { cost: COST, version: '2a' })),
    async verify(password, storedHash) {
      const usable = storedHash !== null && isBcryptHash(storedHash) && isHashable(password);
      const matches = await inTurn(() => verify(password, usable ? storedHash : DUMMY_HASH));
      return usable && matches;
    },
  };
}

/** Whether bcrypt would read the whole password. */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= LONGEST_PASSWORD_BYTES;
}

/** Whether a hash from elsewhere can be checked here. */
export function isBcryptHash(value: string): boolean {
  const cost = costOf(value);
  return cost !== undefined && cost <= HIGHEST_COST;
}

/** Whether a stored hash is weaker or slower than what is made today. */
export function needsRehash(storedHash: string): boolean {
  return costOf(storedHash) !== COST;
}

/** @throws AuthError when bcrypt would cut it, WeakPasswordError when it is too short. */
export function checkPasswordStrength(password: string, minLength: number): void {
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  const weakness = findWeakness(password, minLength);
  if (weakness) throw weakness;
}

/** What is weak about a password, or undefined. */
export function findWeakness(password: string, minLength: number): WeakPasswordError | undefined {
  if (password.length >= minLength) return undefined;
  return new WeakPasswordError(`Password should be at least ${minLength} characters.`, ['length']);
}

function costOf(hash: string): number | undefined {
  if (!/^\$2[aby]\$/.test(hash)) return undefined;
  try {
    return parseOptions(hash).cost;
  } catch {
    return undefined;
  }
}
