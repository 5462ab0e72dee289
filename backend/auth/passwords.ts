import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/bcrypt';
import { tooManyRequests } from './errors.ts';

/** What Go's bcrypt makes by default, so that hashes move between this and a hosted project. */
const COST = 10;
/** bcrypt reads no further. */
const LONGEST_PASSWORD_BYTES = 72;
/** Hashing runs on libuv's threads, which files and names need as well. */
const MOST_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const MOST_WAITING = 256;
const SECONDS_TO_TRY_AGAIN = 2;

/** Made once of random bytes: verifying against it costs what a real one costs and never succeeds. */
const DUMMY_HASH = '$2a$10$duTMAJ8XMoDt4aFruO87uuVO9eAVmMSib44otY34FNTvkmdkmZt..';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not. */
  verify(password: string, storedHash: string | null): Promise<boolean>;
}

/** bcrypt, a few at a time, so that a rush of sign-ins leaves processor and threads for everybody else. */
export function createPasswords(): Passwords {
  const inTurn = createQueue(MOST_AT_ONCE, MOST_WAITING);
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
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(value)) return false;
  const { cost } = parseOptions(value);
  return cost >= 4 && cost <= 14;
}

/** Whether a stored hash is weaker or slower than what is made today. */
export function needsRehash(storedHash: string): boolean {
  return isBcryptHash(storedHash) && parseOptions(storedHash).cost !== COST;
}

function createQueue(mostAtOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) throw tooManyRequests(SECONDS_TO_TRY_AGAIN);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
