import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';

/**
 * @typedef {object} LockHolder
 * @property {number} pid
 * @property {string} identity What tells the process from a later one with the same pid; empty where nothing does.
 * @property {string} since ISO 8601.
 */

const EVERY = 50;

/**
 * Takes a file that says which process uses something, so that a second process keeps away. The file of a process
 * that died without giving it back counts for nothing, also when its pid belongs to somebody else by now.
 *
 * @param {string} file
 * @param {{ patience?: number }} [options] Milliseconds to wait for a holder that may be about to end.
 * @returns {Promise<() => void>} gives the file back.
 * @throws {LockHeld} when a live process keeps it.
 */
export async function takePidLock(file, { patience = 0 } = {}) {
  const mine = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const text = JSON.stringify({
    pid: process.pid,
    identity: identityOf(process.pid),
    since: new Date().toISOString(),
  });
  writeFileSync(mine, text, { mode: 0o644 });
  try {
    for (const end = Date.now() + patience; ; ) {
      if (linkUnlessThere(mine, file)) return () => giveBack(file, text);
      const holder = lockHolder(file);
      if (!holder) removeStale(file, `${mine}-stale`);
      else if (Date.now() < end) await delay(EVERY);
      else throw new LockHeld(file, holder);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

export class LockHeld extends Error {
  /**
   * @param {string} file
   * @param {LockHolder} holder
   */
  constructor(file, holder) {
    super(`Process ${holder.pid} holds ${file} since ${holder.since}.`);
    this.name = 'LockHeld';
    this.holder = holder;
  }
}

/**
 * The live process that holds a lock file, if there is one.
 * @param {string} file
 * @returns {LockHolder | undefined}
 */
export function lockHolder(file) {
  const holder = parse(read(file));
  if (!holder) return undefined;
  const now = identityOf(holder.pid);
  if (now === undefined) return undefined;
  return now === '' || holder.identity === '' || now === holder.identity ? holder : undefined;
}

/**
 * Of two processes that see a dead one's file, only one gets to move it; should a third have taken the lock since the
 * look, it gets its file back.
 * @param {string} file
 * @param {string} aside
 */
function removeStale(file, aside) {
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (lockHolder(aside)) linkUnlessThere(aside, file);
  rmSync(aside, { force: true });
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkUnlessThere(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @param {string} text
 */
function giveBack(file, text) {
  if (read(file) === text) rmSync(file, { force: true });
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * @param {string} text
 * @returns {LockHolder | undefined}
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    return Number.isInteger(value.pid) && value.pid > 0 ? { identity: '', since: '', ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
