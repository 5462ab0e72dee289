import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { program } from './programs.mjs';
import { Problem, root, timed } from './terminal.mjs';

const BUILD = join(root, 'build');
const STAMP = join(BUILD, '.sources');
/** Input of the build. */
const SOURCES = [
  'app',
  'public',
  'scripts',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];
const SHOWN_LINES = 40;
/** Languages with the folders of their builds, as server/pages/storefront-build.ts names them. */
const LANGUAGES = /** @type {const} */ ([
  ['en', ''],
  ['ar', 'ar'],
]);

/**
 * Builds the app unless the build matches the sources.
 * @param {import('./children.mjs').Children} children
 * @param {string} node
 * @throws {Problem} with the builder's last output
 */
export async function ensureBuilt(children, node) {
  const sources = fingerprint();
  if (isBuilt(sources)) return;
  await withLock('build', async () => {
    if (!isBuilt(sources)) await timed('Building the stores', () => build(children, node, sources));
  });
}

/** @param {string} sources */
function isBuilt(sources) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
}

/**
 * Builds in a temporary folder and swaps it in, so that a failed build leaves the old one.
 * @param {import('./children.mjs').Children} children
 * @param {string} node
 * @param {string} sources
 */
async function build(children, node, sources) {
  const cache = join(root, 'node_modules/.cache');
  const fresh = join(cache, 'souk-build');
  const old = join(cache, 'souk-build-old');
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  for (const [language, folder] of LANGUAGES) {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      SOUK_LANGUAGE: language,
      SOUK_BUILD_DIR: join('node_modules/.cache/souk-build', folder),
    };
    for (const step of [
      [program('@react-router/dev', 'react-router'), 'build'],
      ['scripts/compress-assets.ts', join(fresh, folder, 'client')],
    ]) {
      const { code, output } = await children.run(node, step, { env });
      if (code !== 0) {
        throw new Problem(
          'The stores could not be built:',
          output.trim().split('\n').slice(-SHOWN_LINES).join('\n'),
        );
      }
    }
  }
  writeFileSync(join(fresh, '.sources'), sources);
  if (existsSync(BUILD)) renameSync(BUILD, old);
  renameSync(fresh, BUILD);
  rmSync(old, { recursive: true, force: true });
}

/** A hash of names and contents, except tests and the build scripts. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of SOURCES) {
    for (const file of filesIn(name))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} name a file or folder relative to the project; may be missing
 * @returns {string[]}
 */
function filesIn(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (name.includes('.')) return [name];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((below) => !/\.(mjs|test\.tsx?|d\.json\.ts)$/.test(below) && statSync(join(path, below)).isFile())
    .map((below) => join(name, below))
    .sort();
}
