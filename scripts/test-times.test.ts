import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { machineSlowness, readBrowserTimes, readUnitTimes, slowestLines } from './test-times.mjs';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'times-'));
  file = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('names the slowest first, and each test that took longer than its kind may', () => {
  writeFileSync(
    file,
    JSON.stringify({
      testResults: [
        {
          ...{ name: 'app/cart.test.ts', startTime: 0, endTime: 2_600 },
          assertionResults: [
            { fullName: 'adds a line', duration: 2_500 },
            { fullName: 'takes a line away', duration: 100 },
          ],
        },
        {
          ...{ name: 'tests/database/races.test.ts', startTime: 0, endTime: 4_000 },
          assertionResults: [{ fullName: 'sells the last one once', duration: 4_000 }],
        },
      ],
    }),
  );
  expect(slowestLines(readUnitTimes(file), 1)).toEqual([
    'The slowest files:',
    '    4.0 s  tests/database/races.test.ts',
    '    2.6 s  app/cart.test.ts',
    'The slowest tests:',
    '    4.0 s  tests/database/races.test.ts › sells the last one once',
    '    2.5 s  app/cart.test.ts › adds a line',
    '    0.1 s  app/cart.test.ts › takes a line away',
    '1 tests took longer than their kind may:',
    '    2.5 s  app/cart.test.ts › adds a line',
  ]);
  expect(slowestLines(readUnitTimes(file), 2)).toHaveLength(7);
});

it('adds up the journeys of a file, each with the longest of its tries', () => {
  const spec = (title: string, ...tries: number[]) => ({
    ...{ file: 'buy.test.ts', title },
    tests: [{ results: tries.map((duration) => ({ duration })) }],
  });
  writeFileSync(
    file,
    JSON.stringify({
      suites: [{ specs: [spec('orders', 9_000, 12_000)], suites: [{ specs: [spec('pays', 8_000)] }] }],
    }),
  );
  const { files, cases } = readBrowserTimes(file);
  expect(files).toEqual([{ name: 'tests/e2e/buy.test.ts', took: 20_000 }]);
  expect(cases.map(({ took }) => took)).toEqual([12_000, 8_000]);
});

it('has nothing to say of a run without a report, and bars never shrink', () => {
  expect(slowestLines(readUnitTimes(file), 1)).toEqual(['The slowest files:', 'The slowest tests:']);
  expect(machineSlowness()).toBeGreaterThanOrEqual(1);
});
