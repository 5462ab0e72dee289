import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBrowserResults, readUnitResults } from './test-results.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
  file = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function report(content: unknown) {
  writeFileSync(file, JSON.stringify(content));
}

it('names each unit test that failed, with the first line of its error', () => {
  report({
    numPassedTests: 12,
    numFailedTests: 1,
    testResults: [
      {
        name: 'app/cart.test.ts',
        assertionResults: [
          { fullName: 'adds a line', status: 'passed', failureMessages: [] },
          { fullName: 'takes a line away', status: 'failed', failureMessages: ['\nError: 2 lines\n  at …'] },
        ],
      },
    ],
  });
  expect(readUnitResults(file, 1)).toEqual({
    passed: 12,
    failed: 1,
    failures: ['app/cart.test.ts › takes a line away › Error: 2 lines'],
  });
});

it('names each browser test that failed, in groups too', () => {
  const timeout = [{ results: [{ error: { message: 'Timed out\nCall log' } }] }];
  report({
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 },
    suites: [
      {
        specs: [{ file: 'cart.test.ts', title: 'orders', ok: true, tests: [] }],
        suites: [{ specs: [{ file: 'cart.test.ts', title: 'pays', ok: false, tests: timeout }] }],
      },
    ],
  });
  expect(readBrowserResults(file, 1)).toEqual({
    passed: 8,
    failed: 1,
    flaky: 1,
    failures: ['cart.test.ts › pays › Timed out'],
  });
});

it('counts a run that failed without a failed test as one failed', () => {
  report({ numPassedTests: 12, numFailedTests: 0 });
  expect(readUnitResults(file, 1)).toEqual({ passed: 12, failed: 1, failures: ['no test, but the run'] });
  expect(readUnitResults(file, 0)).toEqual({ passed: 12, failed: 0, failures: [] });
});

it('names a file whose tests could not be run', () => {
  report({
    numPassedTests: 12,
    numFailedTests: 0,
    testResults: [
      { name: 'app/cart.test.ts', message: 'SyntaxError: Unexpected token', assertionResults: [] },
    ],
  });
  expect(readUnitResults(file, 1).failures).toEqual([
    'app/cart.test.ts › could not be run › SyntaxError: Unexpected token',
  ]);
});

it('counts a run that wrote no report as one failed', () => {
  expect(readBrowserResults(file, 1)).toMatchObject({ passed: 0, failed: 1, flaky: 0 });
});
