import { migrate } from 'embedded-supabase/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MIGRATIONS } from '../../scripts/schema/databases.ts';
import { releases } from '../releases/releases.ts';
import { restoreDatabase } from '../releases/restored-database.ts';
import type { TestDatabase } from '../support/database.ts';

let db: TestDatabase;

beforeAll(async () => {
  const release = releases.at(-1);
  if (!release) throw new Error('No release is kept in tests/releases');
  db = await restoreDatabase(inject('postgres'), release);
});
afterAll(() => db.drop());

it('a store is updated although documents of old rows lack parts that are checked from then on', async () => {
  const [order] = await db.owner<{ id: string }[]>`
    update orders set address = address || '{"governorate": null, "floor": null}'
    where id = (select min(id::text)::uuid from orders) returning id`;
  await db.owner`alter table invoices disable trigger user`;
  await db.owner`
    update invoices set buyer = jsonb_set(buyer, '{name}', 'null')
    where id = (select min(id::text)::uuid from invoices)`;
  await db.owner`alter table invoices enable trigger user`;
  await migrate(db.owner, { migrationsDir: MIGRATIONS, authenticatorPassword: db.authenticatorPassword });
  const [updated] = await db.owner<{ address: object }[]>`
    select address from order_addresses where order_id = ${order?.id ?? ''}`;
  expect(updated?.address).not.toHaveProperty('governorate');
  expect(updated?.address).toHaveProperty('full_name');
});
