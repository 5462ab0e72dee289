import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from './say.mjs';

const NEEDED_MAJOR = 24;

/**
 * What keeps the store's memory small. Node would reserve up to 128 MB for objects that die young, and let the rest of the heap grow to twice what
 * lives before it collects. The C library would keep a heap of its own for each thread that makes pictures or compresses pages, and what finished
 * pages and pictures leave between others.
 */
export const FRUGAL_NODE = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
export const FRUGAL_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' };

/** Where Node keeps what it compiled (`NODE_COMPILE_CACHE`): most of a start is reading the same code again. */
export const COMPILE_CACHE = join(root, 'node_modules/.cache/node');

/** The Node that npm installed for this platform, or undefined where the packages have none. */
export function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const path = join(root, 'node_modules', `node-${platform}-${process.arch}`, program);
  return existsSync(path) ? path : undefined;
}

/**
 * The Node that everything of the project runs on: the installed one, else this one when it is new enough.
 * @throws {Problem}
 */
export function findPinnedNode() {
  const installed = installedNode();
  if (installed) return installed;
  if (major() >= NEEDED_MAJOR) return process.execPath;
  throw new Problem(
    `There is no Node ${NEEDED_MAJOR} on npm for ${process.platform}-${process.arch}, and this one is ${process.version}.`,
    `Install Node ${NEEDED_MAJOR} or newer from https://nodejs.org and run the command again.`,
  );
}

function major() {
  return Number.parseInt(process.versions.node, 10);
}
