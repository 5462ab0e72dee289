import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countBrowserTests, countUnitTests } from './test-counts.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counts-'));
  file = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('reads how many tests passed and failed', () => {
  writeFileSync(file, JSON.stringify({ numPassedTests: 12, numFailedTests: 2 }));
  expect(countUnitTests(file, 1)).toEqual({ passed: 12, failed: 2 });
  writeFileSync(file, JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 } }));
  expect(countBrowserTests(file, 1)).toEqual({ passed: 8, failed: 1, flaky: 1 });
});

it('counts a run that failed without a failed test as one failed', () => {
  writeFileSync(file, JSON.stringify({ numPassedTests: 12, numFailedTests: 0 }));
  expect(countUnitTests(file, 1)).toEqual({ passed: 12, failed: 1 });
  expect(countUnitTests(file, 0)).toEqual({ passed: 12, failed: 0 });
});

it('counts a run that wrote no report as one failed', () => {
  expect(countBrowserTests(file, 1)).toEqual({ passed: 0, failed: 1, flaky: 0 });
});
