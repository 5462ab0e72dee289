import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { installedNode } from './pinned-node.mjs';
import { Problem, root, timed } from './terminal.mjs';

const MODULES = join(root, 'node_modules');
/** Names the installed lockfile; written last, so that an interrupted installation doesn't have it. */
const STAMP = join(MODULES, '.souk-installed');
const SHOWN_LINES = 25;

/**
 * Installs the lockfile's packages unless they are installed.
 * @param {import('./children.mjs').Children} children
 * @throws {Problem} with npm's last output
 */
export async function ensureInstalled(children) {
  if (isInstalled()) return;
  await withLock('install', async () => {
    if (!isInstalled()) await timed('Installing packages', () => install(children));
  });
}

/** What npm runs after each installation (`prepare`). */
export function finishInstallation() {
  linkNode();
  writeFileSync(STAMP, expectedStamp());
}

function expectedStamp() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === expectedStamp();
}

/** @param {import('./children.mjs').Children} children */
async function install(children) {
  const [command, ...args] = npm();
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const { code, output } = await children
    .run(command, [...args, 'ci', '--include=dev', '--include=optional', ...quiet])
    .catch((error) => {
      if (error.code === 'ENOENT')
        throw new Problem('npm is missing. Install it beside Node and run the command again.');
      throw error;
    });
  if (code === 0) return;
  const ofNpm = output.trim().split('\n').slice(-SHOWN_LINES).join('\n');
  throw new Problem('The packages could not be installed. npm says why:', ofNpm);
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

/** npm 10 removes the link along with other platforms' Nodes; other scripts find Node through it. */
function linkNode() {
  const link = join(MODULES, '.bin/node');
  const node = installedNode();
  if (!node || existsSync(link) || process.platform === 'win32') return;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), node), link);
}
