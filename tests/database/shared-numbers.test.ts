import { expect, test } from 'vitest';
import { defaultPoints, returnDays } from '../../app/store/public-settings.ts';
import { databaseForFile, db } from './own-store.ts';

databaseForFile({ alone: false });

test.each([
  ['points', defaultPoints],
  ['returns', returnDays],
])('%s are the same in the app and in a new store’s settings', async (group, expected) => {
  const [column] = await db.owner<{ made: string }[]>`
    select column_default as made from information_schema.columns
    where table_schema = 'public' and table_name = 'settings' and column_name = ${group}`;
  const [row] = await db.owner.unsafe(`select ${column?.made} as stored`);
  expect(row?.stored).toMatchObject(expected);
});
