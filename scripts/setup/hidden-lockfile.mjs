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
 * Whether node_modules contains everything in a lockfile that this platform needs, according to npm's hidden lockfile,
 * which npm writes last.
 * @param {string} lockfile
 * @param {string} modules
 */
export function isComplete(lockfile, modules) {
  const required = packagesIn(lockfile);
  const installed = packagesIn(join(modules, '.package-lock.json'));
  if (!required || !installed) return false;
  return Object.entries(required).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed[path];
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
 * @param {string | string[] | undefined} given some packages have a string instead of a list
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
