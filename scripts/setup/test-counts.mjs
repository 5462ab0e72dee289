import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} [flaky] those among the passed that needed a retry
 */

/**
 * Parses vitest's JSON report. A failed run without a failed test, such as an unreadable file, counts as one failure.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countUnitTests(file, exitCode) {
  const report = read(file);
  return withFailedRun(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, exitCode);
}

/**
 * Parses Playwright's JSON report.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countBrowserTests(file, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0 } = read(file)?.stats ?? {};
  return { ...withFailedRun(expected + flaky, unexpected, exitCode), flaky };
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} exitCode
 */
function withFailedRun(passed, failed, exitCode) {
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
