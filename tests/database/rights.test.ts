import { expect, test } from 'vitest';
import { pageCapabilities } from '../../app/admin/ui/page-capabilities.ts';
import { sharedDatabase } from '../support/database.ts';
import { readRights } from './rights.ts';

/** Regenerate with `vitest run --project database tests/database/rights.test.ts -u`, and review each line that changes. */
const table = 'rights.txt';

test('one table lists what every function, policy, bucket, page and endpoint requires', async () => {
  const rights = await readRights((await sharedDatabase()).owner);
  await expect(`${rights.join('\n')}\n`).toMatchFileSnapshot(table);
});

test('every back office page requires the capability of its path, and no other path has one', async () => {
  const rights = await readRights((await sharedDatabase()).owner);
  const pages = rights.filter((line) => line.startsWith('route ') && !line.startsWith('route /admin:'));
  expect(pages.filter((line) => line.endsWith('nobody asks'))).toEqual([]);
  const asked = pages.flatMap((line) => /^route (\S+): \w+\.\w+$/.exec(line)?.[1] ?? []);
  expect(asked.sort()).toEqual(Object.keys(pageCapabilities).sort());
});
