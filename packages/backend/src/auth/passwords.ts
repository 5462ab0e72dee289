import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/bcrypt';
import { limitConcurrency } from '../lib/limit-concurrency.ts';
import { invalid, WeakPasswordError } from './errors.ts';

/** Default cost of Go's bcrypt, so that hashes are compatible with hosted projects. */
export const DEFAULT_COST = 10;
const MIN_COST = 4;
/** Imported hashes with a higher cost would block other sign-ins. */
const MAX_COST = 14;
/** bcrypt ignores further bytes. */
const MAX_PASSWORD_BYTES = 72;
/** Hashing uses libuv's thread pool, which file system and DNS need too. */
const MAX_CONCURRENT = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_QUEUED = 256;

/** The most common passwords of 8 or more characters, in lower case: Django's list (BSD), compiled from data leaks. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

/** Hash of random bytes: verifying against it takes the usual time and never succeeds. */
const dummyHash = (cost: number) =>
  `$2a$${String(cost).padStart(2, '0')}$duTMAJ8XMoDt4aFruO87uuVO9eAVmMSib44otY34FNTvkmdkmZt..`;

/** Limited concurrency, so that many sign-ins do not starve other work. */
const inTurn = limitConcurrency(MAX_CONCURRENT, MAX_QUEUED);

/** @throws RangeError for a cost that bcrypt does not have, or that would block other sign-ins */
export function checkedCost(cost: number): number {
  if (Number.isInteger(cost) && cost >= MIN_COST && cost <= MAX_COST) return cost;
  throw new RangeError(`passwordCost must be a whole number from ${MIN_COST} to ${MAX_COST}, not ${cost}`);
}

export function hashPassword(password: string, cost = DEFAULT_COST): Promise<string> {
  return inTurn(() => hash(password, { cost, version: '2a' }));
}

/** Takes the same time with and without a hash. */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
  cost = DEFAULT_COST,
): Promise<boolean> {
  const usable = storedHash !== null && isBcryptHash(storedHash) && isHashable(password);
  const matches = await inTurn(() => verify(password, usable ? storedHash : dummyHash(cost)));
  return usable && matches;
}

/** Whether bcrypt uses the whole password. */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

/** Whether an imported hash is supported. */
export function isBcryptHash(value: string): boolean {
  const cost = costOf(value);
  return cost !== undefined && cost <= MAX_COST;
}

/** Whether a stored hash has another cost than new ones. */
export function needsRehash(storedHash: string, cost = DEFAULT_COST): boolean {
  return costOf(storedHash) !== cost;
}

/** @throws AuthError when bcrypt would truncate it, WeakPasswordError when it is too short or among the most used */
export function checkPasswordStrength(password: string, minLength: number): void {
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  const weakness = findWeakness(password, minLength);
  if (weakness) throw weakness;
}

/** The weakness of a password, or undefined. */
export function findWeakness(password: string, minLength: number): WeakPasswordError | undefined {
  if (password.length < minLength)
    return new WeakPasswordError('length', `Password should be at least ${minLength} characters.`);
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    return new WeakPasswordError(
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    );
  return undefined;
}

function costOf(hash: string): number | undefined {
  if (!/^\$2[aby]\$/.test(hash)) return undefined;
  try {
    return parseOptions(hash).cost;
  } catch {
    return undefined;
  }
}
