import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from './terminal.mjs';

const NEEDED_MAJOR = 24;

/** Settings that reduce memory: V8's young generation, heap growth before a collection, and malloc's arenas. */
export const FRUGAL_NODE = ['--max-semi-space-size=8', '--heap-growing-percent=70'];
export const FRUGAL_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** Cache of compiled code (`NODE_COMPILE_CACHE`), which saves most of the startup time. */
export const COMPILE_CACHE = join(root, 'node_modules/.cache/node');

/** The Node installed by npm for this platform; undefined when there is none. */
export function installedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const path = join(root, 'node_modules', `node-${platform}-${process.arch}`, program);
  return existsSync(path) ? path : undefined;
}

/**
 * The Node to run everything on: the installed one, else the current one if it is new enough.
 * @throws {Problem}
 */
export function findPinnedNode() {
  const installed = installedNode();
  if (installed) return installed;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) return process.execPath;
  throw new Problem(
    `There is no Node ${NEEDED_MAJOR} on npm for ${process.platform}-${process.arch}, and this one is ${process.version}.`,
    `Install Node ${NEEDED_MAJOR} or newer from https://nodejs.org and run the command again.`,
  );
}
