import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root, seconds } from './setup/terminal.mjs';

/**
 * @typedef {object} Timing
 * @property {string} name the file, or the file and the test's title
 * @property {number} took in milliseconds
 * @property {number} [bar] what a test of its kind may take, in milliseconds
 */

/** @typedef {{ files: Timing[], cases: Timing[] }} Times */

const SHOWN = 20;
/** Limits on a quiet machine, in ms, for a test of a rule, with a database or process, in a browser. */
const BARS = { rule: 2_000, database: 5_000, browser: 20_000 };
/** What the yardstick takes on a quiet machine, in milliseconds. */
const YARDSTICK = 150;

/**
 * How much slower this machine is now than a quiet one, at least 1; limits are multiplied by it.
 * @returns {number}
 */
export function machineSlowness() {
  const from = performance.now();
  const bytes = Buffer.alloc(1024 * 1024);
  for (let n = 0; n < 64; n += 1) createHash('sha256').update(bytes).digest();
  return Math.max(1, (performance.now() - from) / YARDSTICK);
}

/**
 * Reads durations of files and tests from vitest's JSON report.
 * @param {string} file
 * @returns {Times}
 */
export function readUnitTimes(file) {
  /** @type {{ name: string, startTime: number, endTime: number, assertionResults?: { fullName: string, duration?: number }[] }[]} */
  const files = read(file)?.testResults ?? [];
  return {
    files: files.map(({ name, startTime, endTime }) => ({ name: pathOf(name), took: endTime - startTime })),
    cases: files.flatMap(({ name, assertionResults = [] }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        name: `${pathOf(name)} › ${fullName}`,
        took: duration,
        bar: /^(app|scripts)\//.test(pathOf(name)) ? BARS.rule : BARS.database,
      })),
    ),
  };
}

/**
 * Reads durations of files and tests from Playwright's JSON report.
 * @param {string} file
 * @returns {Times}
 */
export function readBrowserTimes(file) {
  const cases = specsOf(read(file) ?? {}).map(({ file: path, title, tests }) => ({
    path: `tests/e2e/${path}`,
    name: `tests/e2e/${path} › ${title}`,
    took: Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration = 0 }) => duration))),
    bar: BARS.browser,
  }));
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { path, took } of cases) files.set(path, (files.get(path) ?? 0) + took);
  return { files: [...files].map(([name, took]) => ({ name, took })), cases };
}

/**
 * @typedef {{ file: string, title: string, tests: { results: { duration?: number }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * Lists the slowest files and tests, and the tests over their limits.
 * @param {Times} times
 * @param {number} slowness of the machine, see machineSlowness
 * @returns {string[]} lines for the terminal
 */
export function slowestLines({ files, cases }, slowness) {
  /** @param {Timing[]} timings */
  const lines = (timings) =>
    timings
      .toSorted((a, b) => b.took - a.took)
      .slice(0, SHOWN)
      .map(({ name, took }) => `${seconds(took).padStart(9)}  ${name}`);
  const tooSlow = cases.filter(({ took, bar = Number.POSITIVE_INFINITY }) => took > bar * slowness);
  return [
    ...['The slowest files:', ...lines(files)],
    ...['The slowest tests:', ...lines(cases)],
    ...(tooSlow.length > 0
      ? [`${tooSlow.length} tests took longer than their kind may:`, ...lines(tooSlow)]
      : []),
  ];
}

/** @param {string} name */
const pathOf = (name) => (name.startsWith('/') ? relative(root, name) : name);

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
