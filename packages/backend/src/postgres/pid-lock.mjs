import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {object} LockHolder
 * @property {number} pid
 * @property {string} identity As of `identityOf`.
 * @property {string} since ISO 8601.
 */

const EVERY = 50;

/**
 * Takes a lock file with this process's identity. Ignores the file of a dead process, even when its pid was reused.
 *
 * @param {string} file
 * @param {{ timeout?: number }} [options] milliseconds to wait for the current holder
 * @returns {Promise<() => void>} releases the lock
 * @throws {LockHeld} when a live process holds it
 */
export async function takePidLock(file, { timeout = 0 } = {}) {
  const ownFile = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const text = JSON.stringify({
    pid: process.pid,
    identity: identityOf(process.pid),
    since: new Date().toISOString(),
  });
  writeFileSync(ownFile, text, { mode: 0o644 });
  try {
    for (const end = Date.now() + timeout; ; ) {
      if (linkUnlessThere(ownFile, file)) {
        return () => {
          if (readText(file) === text) rmSync(file, { force: true });
        };
      }
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
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  let holder;
  try {
    holder = JSON.parse(text);
  } catch {
    return undefined;
  }
  const now = holder?.pid > 0 ? identityOf(holder.pid) : undefined;
  if (now === undefined) return undefined;
  return now === '' || !holder.identity || now === holder.identity ? holder : undefined;
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
 * Reads a text file, '' when it cannot be read.
 * @param {string} file
 */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Distinguishes a live process from others with the same pid: its start time and the boot id.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined for no live process; '' where the platform lacks the data
 */
export function identityOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return undefined;
  }
  if (process.platform === 'win32') return '';
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
  // "pid (name) state …": the name may contain spaces and brackets, so fields are counted from the last bracket.
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return stat && `${readText('/proc/sys/kernel/random/boot_id').trim()} ${fields[19]}`;
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
