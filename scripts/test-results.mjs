import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {number} [flaky] those among the passed that needed a retry
 * @property {string[]} failures one for each failed test: its file, its title and the first line of the error
 */

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} UnitTest
 * @typedef {{ name: string, message?: string, assertionResults?: UnitTest[] }} UnitFile
 */

/**
 * @typedef {{ tests: { results: { error?: { message?: string } }[] }[], title: string, ok: boolean, file: string }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Parses vitest's JSON report. A failed run without a failed test, such as an unreadable file, counts as one failure.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Results}
 */
export function readUnitResults(file, exitCode) {
  const report = read(file);
  /** @type {UnitFile[]} */
  const files = report?.testResults ?? [];
  const failures = files.flatMap(({ name, message, assertionResults: tests = [] }) => {
    const failed = tests.filter((test) => test.status === 'failed');
    if (failed.length === 0 && message) return [failure(name, 'could not be run', message)];
    return failed.map((test) => failure(name, test.fullName, test.failureMessages?.[0]));
  });
  return withFailedRun(report?.numPassedTests ?? 0, report?.numFailedTests ?? 0, failures, exitCode);
}

/**
 * Parses Playwright's JSON report.
 * @param {string} file
 * @param {number} exitCode
 * @returns {Results}
 */
export function readBrowserResults(file, exitCode) {
  const report = read(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const failures = specsOf(report ?? {})
    .filter((spec) => !spec.ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap((test) => test.results.map((result) => result.error?.message));
      return failure(file, title, errors.find(Boolean));
    });
  return { ...withFailedRun(expected + flaky, unexpected, failures, exitCode), flaky };
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function failure(file, title, message = '') {
  const firstLine = message.split('\n').find((line) => line.trim() !== '');
  return [file, title, firstLine?.trim()].filter(Boolean).join(' › ');
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {string[]} failures
 * @param {number} exitCode
 */
function withFailedRun(passed, failed, failures, exitCode) {
  if (failed > 0 || exitCode === 0) return { passed, failed, failures };
  return { passed, failed: 1, failures: failures.length > 0 ? failures : ['no test, but the run'] };
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
