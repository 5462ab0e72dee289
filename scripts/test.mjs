import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { Children } from './setup/children.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { findPinnedNode } from './setup/pinned-node.mjs';
import { program } from './setup/programs.mjs';
import { Problem, root, say, seconds } from './setup/say.mjs';
import { countJourneys, countUnitTests } from './setup/test-counts.mjs';

const RESULTS = 'test-results';

/** @typedef {import('./setup/test-counts.mjs').Counts} Counts */

/**
 * `npm test`: installs like `npm start`, then every check there is, each also when an earlier one failed. The last
 * line says how many tests passed and failed; a failed check without tests of its own counts as one failed.
 * @param {Children} children
 */
async function test(children) {
  await ensureInstalled(children);
  const node = findPinnedNode();
  rmSync(join(root, RESULTS), { recursive: true, force: true });
  mkdirSync(join(root, RESULTS), { recursive: true });
  const total = { passed: 0, failed: 0 };
  const from = performance.now();

  /**
   * @param {string} what
   * @param {() => Promise<boolean | Counts>} work
   */
  const step = async (what, work) => {
    const start = performance.now();
    say(`\n— ${what}`);
    const outcome = await work();
    const counts = typeof outcome === 'boolean' ? { passed: 0, failed: outcome ? 0 : 1 } : outcome;
    total.passed += counts.passed;
    total.failed += counts.failed;
    const took = seconds(performance.now() - start);
    const verdict = counts.failed === 0 ? 'fine' : 'FAILED';
    const numbers = counts.passed > 0 ? `, ${counts.passed} passed, ${counts.failed} failed` : '';
    say(`— ${what}: ${verdict} after ${took}${numbers}`);
    return counts.failed === 0;
  };
  /** @param {string[]} args */
  const run = (...args) => children.run(node, args, { output: 'inherit' });
  /** @param {string[]} args */
  const succeeds = async (...args) => (await run(...args)).code === 0;

  await step('Types', async () => {
    const generated = await succeeds(program('@react-router/dev', 'react-router'), 'typegen');
    return generated && (await succeeds(program('typescript', 'tsc'), '--noEmit', '-p', '.'));
  });
  await step('Lint', () => succeeds(program('@biomejs/biome'), 'check', '--error-on-warnings', '.'));
  await step('Database types are those of the migrations', () =>
    succeeds('scripts/database-types.ts', '--check'),
  );
  const built = await step('Build', () => build(children, node));
  await step('Rules, backend and processes', async () => {
    const file = `${RESULTS}/unit.json`;
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code } = await run(program('vitest'), 'run', ...reporters);
    return countUnitTests(join(root, file), code);
  });
  if (built) {
    await step('Journeys in a browser', async () => {
      const { code } = await run(program('@playwright/test', 'playwright'), 'test', '-c', 'tests/journeys');
      return countJourneys(join(root, RESULTS, 'journeys.json'), code);
    });
  }

  say(`\nEverything took ${seconds(performance.now() - from)}.`);
  if (existsSync(join(root, RESULTS, 'screens'))) say(`Pictures of the pages: ${RESULTS}/screens`);
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * @param {Children} children
 * @param {string} node
 */
async function build(children, node) {
  try {
    await ensureBuilt(children, node);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error.message);
    return false;
  }
}

await Children.lead(test);
