import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './programs.mjs';
import { ensureBuilt } from './setup/build.mjs';
import { Children } from './setup/children.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { COMPILE_CACHE, findPinnedNode } from './setup/pinned-node.mjs';
import { Problem, print, root, seconds } from './setup/terminal.mjs';
import { readBrowserResults, readUnitResults } from './test-results.mjs';
import { machineSlowness, readBrowserTimes, readUnitTimes, slowestLines } from './test-times.mjs';

const RESULTS = 'test-results';
/** `--all` runs every test except the sweeps, `--sweeps` only the sweeps, both together everything. */
const all = process.argv.includes('--all');
const sweeps = process.argv.includes('--sweeps');
const onlySweeps = sweeps && !all;
/** `--changed` runs tests that import files changed since the last commit; database tests if SQL changed. */
const changed = process.argv.includes('--changed');

/** @typedef {import('./test-results.mjs').Results} Results */
/** @typedef {Pick<import('./setup/children.mjs').Finished, 'code' | 'output'>} Finished */
/** @typedef {boolean | Results} Outcome */

/**
 * `npm test`: installs like `npm start`, then runs every check, even after a failure: all tests except slow
 * ones, and the journeys in a browser. `npm run test:all`: every test except the sweeps, which cover all data
 * and every brand. `npm run test:sweeps`: installs and builds, then runs the sweeps. `npm test -- --changed`:
 * types, lint and the tests that changes since the last commit can break, without a browser. The last lines
 * name the failures and count passed, retried and failed tests; a failed check without tests counts as one
 * failure.
 * @param {Children} children
 */
async function test(children) {
  await ensureInstalled(children);
  const node = findPinnedNode();
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  process.env.SOUK_TESTS = all ? 'all' : 'fast';
  const postgres = startPostgres(node, openTemporaryFolder());
  rmSync(join(root, RESULTS), { recursive: true, force: true });
  mkdirSync(join(root, RESULTS), { recursive: true });
  const total = { passed: 0, failed: 0, flaky: 0 };
  /** @type {string[]} */
  const failures = [];
  const from = performance.now();
  let slowness = machineSlowness();
  /** @type {import('./test-times.mjs').Times} */
  const times = { files: [], cases: [] };
  /** @param {import('./test-times.mjs').Times} more */
  const addTimes = ({ files, cases }) => {
    times.files.push(...files);
    times.cases.push(...cases);
  };

  /**
   * @param {string} what
   * @param {() => Promise<Outcome>} work
   */
  const step = async (what, work) => {
    const start = performance.now();
    print(`\n— ${what}`);
    conclude(what, start, await work());
  };
  /**
   * Runs independent checks in parallel and prints their output at the end.
   * @param {[what: string, work: () => Promise<Finished>][]} works
   */
  const inParallel = async (works) => {
    const start = performance.now();
    print(`\n— ${works.map(([what]) => what).join(', ')}`);
    const ended = works.map(async ([what, work]) => {
      const { code, output } = await work();
      if (code !== 0) print(output.trim());
      conclude(what, start, code === 0);
    });
    await Promise.all(ended);
  };
  /**
   * @param {string} what
   * @param {number} start
   * @param {Outcome} outcome
   */
  const conclude = (what, start, outcome) => {
    const results =
      typeof outcome === 'boolean'
        ? { passed: 0, failed: outcome ? 0 : 1, failures: outcome ? [] : ['see above'] }
        : outcome;
    total.passed += results.passed;
    total.failed += results.failed;
    total.flaky += results.flaky ?? 0;
    failures.push(...results.failures.map((failure) => `${what}: ${failure}`));
    const took = seconds(performance.now() - start);
    const verdict = results.failed === 0 ? 'fine' : 'FAILED';
    const numbers = results.passed > 0 ? `, ${results.passed} passed, ${results.failed} failed` : '';
    print(`— ${what}: ${verdict} after ${took}${numbers}`);
  };
  /** @param {string[]} args */
  const run = (...args) => children.run(node, args, { output: 'inherit' });

  const types = async () => {
    for (const step of [
      [program('@react-router/dev', 'react-router'), 'typegen'],
      ['scripts/text-types.ts'],
    ]) {
      const generated = await children.run(node, step);
      if (generated.code !== 0) return generated;
    }
    return children.run(node, [program('typescript', 'tsc'), '--noEmit', '-p', '.']);
  };
  const lint = [program('@biomejs/biome'), 'check', '--error-on-warnings', '.'];
  const databaseTypes = async () => {
    await postgres;
    return children.run(node, ['scripts/database-types.ts', '--check']);
  };
  let built = false;
  const buildOnce = async () => {
    const outcome = await ensureBuilt(children, node, 'keep');
    built = outcome.code === 0;
    return outcome;
  };
  await inParallel(
    onlySweeps
      ? [['Build', buildOnce]]
      : changed
        ? [
            ['Types', types],
            ['Lint', () => children.run(node, lint)],
          ]
        : [
            ['Types', types],
            ['Build', buildOnce],
            ['Lint', () => children.run(node, lint)],
            ['Unused code', () => children.run(node, [program('knip'), '--no-progress'])],
            ['Database types are those of the migrations', databaseTypes],
          ],
  );
  /**
   * @param {string} what
   * @param {string[]} which
   */
  const units = (what, which) =>
    step(what, async () => {
      const file = `${RESULTS}/unit.json`;
      rmSync(join(root, file), { force: true });
      await postgres;
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const { code } = await run(program('vitest'), 'run', ...which, ...reporters);
      addTimes(readUnitTimes(join(root, file)));
      return readUnitResults(join(root, file), code);
    });
  /**
   * @param {string} what
   * @param {string[]} which
   */
  const inBrowser = async (what, which) => {
    if (!built) return;
    await step(what, async () => {
      const file = join(root, RESULTS, 'e2e.json');
      rmSync(file, { force: true });
      const { code } = await run(program('@playwright/test', 'playwright'), 'test', ...which);
      addTimes(readBrowserTimes(file));
      return readBrowserResults(file, code);
    });
  };
  if (changed) {
    for (const [what, which] of testsOfChanges()) await units(what, which);
  } else if (!onlySweeps) {
    const fast = all ? [] : ['--tags-filter=!slow'];
    const journeys = all ? [] : ['--grep', '@journey'];
    await units('Units, contract, database and processes', ['--project=!*sweeps', ...fast]);
    await inBrowser('In a browser', ['-c', 'tests/e2e', ...journeys]);
  }
  if (sweeps) {
    await units('Sweeps', ['--project=*sweeps']);
    await inBrowser('Sweeps in a browser', ['-c', 'tests/e2e/sweeps.config.ts']);
  }

  slowness = Math.max(slowness, machineSlowness());
  print(`\n${slowestLines(times, slowness).join('\n')}`);
  print(`\nEverything took ${seconds(performance.now() - from)}.`);
  if (existsSync(join(root, RESULTS, 'screens'))) print(`Pictures of the pages: ${RESULTS}/screens`);
  if (failures.length > 0) print(`\nFailed:\n${failures.join('\n')}\n`);
  const secondTry = total.flaky > 0 ? `, ${total.flaky} of them only at a second try (“flaky” above)` : '';
  print(`${total.passed} passed${secondTry}, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * Starts the PostgreSQL server that all checks share, and sets its address for them. It ends with this
 * process, and removes the folder.
 * @param {string} node
 * @param {string} folder
 */
async function startPostgres(node, folder) {
  const server = spawn(node, ['tests/support/serve-postgres.ts', folder], {
    cwd: root,
    // Signals of the terminal should first end the processes that use it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [servers] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() =>
      Promise.reject(new Problem('The PostgreSQL of the tests did not start.')),
    ),
  ]);
  process.env.TEST_POSTGRES = JSON.stringify(servers.templates);
  process.env.TEST_DATABASE = JSON.stringify(servers.types);
}

/** Memory that must be free for the tests' files, in bytes. Each running store has its database, of up to a gigabyte. */
const ROOM = 12 * 1024 ** 3;

/**
 * Makes the folder for everything temporary, and in it the one in which the browser tests keep their stocked store for
 * the sweeps. It is in memory where there is room: there, a store starts in a third of the time and with two thirds of
 * the work.
 */
function openTemporaryFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'souk-test-'));
  process.env.TMPDIR = folder;
  process.env.TEST_STORES = join(folder, 'stores');
  mkdirSync(process.env.TEST_STORES);
  // Like `/tmp`: PostgreSQL and some tests run as other users.
  for (const path of [folder, process.env.TEST_STORES]) chmodSync(path, 0o1777);
  return folder;
}

/** A file system in memory that Linux has. */
const MEMORY = '/dev/shm';

/** Containers often have a small one, or one from which no program may be started. */
function hasRoomInMemory() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  const free = Math.min(bavail * bsize, process.availableMemory?.() ?? freemem());
  return free >= ROOM && mount !== undefined && !mount.includes('noexec');
}

/**
 * vitest's arguments for the changes since the last commit.
 * @returns {[what: string, which: string[]][]}
 */
function testsOfChanges() {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--no-renames', '--untracked-files=all'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').flatMap((line) => (line && !/^.?D/.test(line) ? [line.slice(3)] : []));
  /** @type {[string, string[]][]} */
  const runs = [['Tests of what changed', ['--project=!*sweeps', '--changed', '--passWithNoTests']]];
  if (files.some((file) => file.startsWith('supabase/'))) {
    runs.push(['Tests of the database', ['--project=database', 'tests/database']]);
  }
  return runs;
}

await Children.lead(test);
