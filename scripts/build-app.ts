import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
import { defaultLanguage, languages } from '../app/i18n/languages.ts';
import { program } from './programs.mjs';
import { withLock } from './setup/lock.mjs';
import { Problem, root, timed } from './setup/terminal.mjs';

const BUILD = join(root, 'build');
const STAMP = join(BUILD, '.sources');
/** Input of the build. */
const SOURCES = [
  'app',
  'public',
  'scripts',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
];
const SHOWN_LINES = 40;

function isBuilt(sources: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
}

/** Builds in a temporary folder and swaps it in, so that a failed build leaves the old one. */
async function build(sources: string): Promise<void> {
  const cache = join(root, 'node_modules/.cache');
  const fresh = join(cache, 'souk-build');
  const old = join(cache, 'souk-build-old');
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  for (const language of languages) {
    const folder = language === defaultLanguage ? '' : language;
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      SOUK_LANGUAGE: language,
      SOUK_BUILD_DIR: join('node_modules/.cache/souk-build', folder),
    };
    await run([program('@react-router/dev', 'react-router'), 'build'], env);
    await run(['scripts/compress-assets.ts', join(fresh, folder, 'client')], env);
  }
  writeFileSync(join(fresh, '.sources'), sources);
  if (existsSync(BUILD)) renameSync(BUILD, old);
  renameSync(fresh, BUILD);
  rmSync(old, { recursive: true, force: true });
}

/** Runs a script on this Node. @throws {Problem} with its last output */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const ofBuilder = output.trim().split('\n').slice(-SHOWN_LINES).join('\n');
  throw new Problem('The stores could not be built:', ofBuilder);
}

/** A hash of names and contents, except tests and the scripts of the set-up. */
function fingerprint(): string {
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

/** Files in a file or folder of the project; none if it doesn't exist. */
function filesIn(name: string): string[] {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (name.includes('.')) return [name];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((below) => !/\.(mjs|test\.tsx?|d\.json\.ts)$/.test(below) && statSync(join(path, below)).isFile())
    .map((below) => join(name, below))
    .sort();
}

try {
  const sources = fingerprint();
  if (!isBuilt(sources)) {
    await withLock('build', async () => {
      if (!isBuilt(sources)) await timed('Building the stores', () => build(sources));
    });
  }
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
