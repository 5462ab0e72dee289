import { openPool } from 'embedded-supabase/database';
import { findRunningPostgres } from 'embedded-supabase/postgres';
import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { hire } from './stock.ts';

test('staff see why jobs of their store failed for good, and have them tried again', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const address = await findRunningPostgres(store.dataDir, 'souk');
  if (!address) throw new Error('The store has no database of its own');
  const sql = openPool(address, 1);
  const error = '550 5.1.1 <full@duoworks.example>: Recipient address rejected: User unknown';
  for (const tenant of ['duoworks', 'inkthread'])
    await sql`insert into private.jobs (kind, key, tenant_id, attempts, last_error)
      values ('of_the_test', ${`0d1f7a52-1c5e-4d3a-9a55-5a2f6f3b1c11 desk@${tenant}.example`}, ${tenant}, 20, ${error})`;

  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/settings');
  await page.getByRole('link', { name: 'Failed jobs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Failed jobs' })).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'of_the_test' });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('desk@duoworks.example');
  await expect(rows).toContainText(error);
  await keepPicture('duoworks-failed-jobs-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture('duoworks-failed-jobs-390');
  await page.getByRole('button', { name: 'Try all again' }).click();
  await seeToast(page, 'They are tried again');
  await expect(page.getByText('No job has failed')).toBeVisible();
  const waiting =
    await sql`select tenant_id, attempts from private.jobs where kind = 'of_the_test' order by tenant_id`;
  expect(waiting).toEqual([
    { tenant_id: 'duoworks', attempts: 0 },
    { tenant_id: 'inkthread', attempts: 20 },
  ]);
  await sql`delete from private.jobs where kind = 'of_the_test'`;
  await sql.end();
});
