import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * Whether everything in a lockfile that this platform needs is in node_modules, by the list that npm writes there as
 * the last thing it does.
 * @param {string} lockfile
 * @param {string} modules
 */
export function holdsAllOf(lockfile, modules) {
  const wanted = packagesIn(lockfile);
  const found = packagesIn(join(modules, '.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const there = found[path];
    if (!there) return mayBeMissing(entry);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {LockEntry} entry */
function mayBeMissing({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (!os && !cpu) return true;
  return !fits(os, process.platform) || !fits(cpu, process.arch) || !fits(libc, libcOfThis());
}

/**
 * @param {string | string[] | undefined} given Some packages write a single name instead of a list.
 * @param {string} actual
 */
function fits(given, actual) {
  if (!given) return true;
  const allowed = [given].flat();
  if (allowed.includes(`!${actual}`)) return false;
  return allowed.includes(actual) || allowed.every((name) => name.startsWith('!'));
}

function libcOfThis() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime ? 'glibc' : 'musl';
}
