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
 * Takes a lock file with this process's identity. Ignores the file of a dead process, even when its pid was reused.
 *
 * @param {string} file
 * @param {{ patience?: number }} [options] milliseconds to wait for the current holder
 * @returns {Promise<() => void>} releases the lock
 * @throws {LockHeld} when a live process holds it
 */
export async function takePidLock(file, { patience = 0 } = {}) {
  const ownFile = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const text = JSON.stringify({
    pid: process.pid,
    identity: identityOf(process.pid),
    since: new Date().toISOString(),
  });
  writeFileSync(ownFile, text, { mode: 0o644 });
  try {
    for (const end = Date.now() + patience; ; ) {
      if (linkUnlessThere(ownFile, file)) return () => release(file, text);
      const holder = lockHolder(file);
      if (!holder) removeStale(file, `${ownFile}-stale`);
      else if (Date.now() < end) await delay(EVERY);
      else throw new LockHeld(file, holder);
    }
  } finally {
    rmSync(ownFile, { force: true });
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
 * Returns the live holder of a lock file, if any.
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
 * Moves a dead process's file aside. Of concurrent processes one succeeds; if another has taken the lock meanwhile, its
 * file is restored.
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
function release(file, text) {
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
