import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [flaky] how many of the passed did so only at a second try
 */

/**
 * What vitest's JSON report says. A run that failed without a failed test, such as a file that could not be read or an
 * error outside of every test, counts as one failed.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countUnitTests(file, exitCode) {
  const report = read(file);
  return honest(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, exitCode);
}

/**
 * What Playwright's JSON report says.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countBrowserTests(file, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = read(file)?.stats ?? {};
  return { ...honest(expected + flaky, unexpected, exitCode), flaky };
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} exitCode
 */
function honest(passed, failed, exitCode) {
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
