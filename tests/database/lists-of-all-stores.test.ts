import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { attempt, errorMessage, makePerson, type Person } from './people.ts';
import { freshTenant, makeStore, orderOf, place, type Store } from './store.ts';

let db: TestDatabase;
/** Two stores where the person works, and one where they do not. */
let stores: [Store, Store, Store];
let staff: Person;

const listed = (tenantIds: readonly string[]) => `{${tenantIds.join(',')}}`;
const all = () => listed(stores.map(({ tenantId }) => tenantId));
const own = () =>
  stores
    .slice(0, 2)
    .map(({ tenantId }) => tenantId)
    .sort();

beforeAll(async () => {
  db = await createTestDatabase();
  const made: Store[] = [];
  for (let number = 0; number < 3; number += 1) {
    const store = await makeStore(db, freshTenant());
    const shopper = await makePerson(db, store.tenantId);
    await db.owner`update profiles set name = 'Nadia' where id = ${shopper.id}`;
    await db.owner`insert into profile_phones (user_id, tenant_id, phone) values (${shopper.id}, ${store.tenantId}, '01234509876')`;
    await place(db, shopper.identity, orderOf(store));
    made.push(store);
  }
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('Three stores are needed.');
  stores = [first, second, third];
  staff = await makePerson(db, first.tenantId, 'admin');
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${staff.id}, ${second.tenantId}, 'admin')`;
});
afterAll(() => db.drop());

describe('whoever works in two of three stores', () => {
  const answers: [name: string, sql: string][] = [
    ['customers', 'select tenant_id from list_customers($1::text[])'],
    ['customers by spending', "select tenant_id from list_customers($1::text[], p_sort => '-spent')"],
    ['customers for a file', 'select tenant_id from customers_after($1::text[])'],
    ['callers', "select tenant_id from find_by_phone($1::text[], '01234509876') where kind = 'customer'"],
    ['queues', 'select tenant_id from order_queue_counts($1::text[])'],
    ['totals', "select tenant_id from report_totals_of_stores($1::text[], '2026-01-01', '2026-12-31')"],
    [
      'report rows',
      `select distinct entry ->> 'tenant_id' as tenant_id
       from jsonb_array_elements(report_rows_of_stores($1::text[], 'stock', '2026-01-01', '2026-12-31')) entry`,
    ],
  ];
  test.each(answers)('gets the %s of both, and of no other', async (_, sql) => {
    const rows = await db.run(staff.identity, sql, [all()]);
    expect([...new Set(rows.map(({ tenant_id }) => String(tenant_id)))].sort()).toEqual(own());
  });

  test.each(answers)('is refused the %s of the third alone', async (_, sql) => {
    const asked = listed([stores[2].tenantId]);
    expect(await errorMessage(db, staff.identity, sql, [asked])).toMatchObject({ code: '42501' });
    expect(await errorMessage(db, staff.identity, sql, ['{}'])).toMatchObject({ code: '42501' });
  });

  test.each(['orders', 'profiles'])('reads the %s of both when all three are named', async (table) => {
    const rows = await db.run(
      staff.identity,
      `select distinct tenant_id from ${table} where tenant_id = any ($1::text[]) and tenant_id is not null`,
      [all()],
    );
    expect(rows.map(({ tenant_id }) => String(tenant_id)).sort()).toEqual(own());
  });

  test('has a store’s figures there as in that store alone', async () => {
    const [first] = stores;
    const asOne = await db.run(
      staff.identity,
      "select * from report_totals($1, '2026-01-01', '2026-12-31')",
      [first.tenantId],
    );
    const amongAll = await db.run(
      staff.identity,
      "select * from report_totals_of_stores($1::text[], '2026-01-01', '2026-12-31') where tenant_id = $2",
      [all(), first.tenantId],
    );
    expect(amongAll).toEqual([{ tenant_id: first.tenantId, ...asOne[0] }]);
  });
});

describe('views of the office of all stores', () => {
  const save =
    "insert into saved_views (tenant_id, page, name, query) values (null, 'orders', $1, 'queue=to_pack')";

  test('are their person’s, in whichever store they open it', async () => {
    await db.run(staff.identity, save, ['Mine']);
    const colleague = await makePerson(db, stores[1].tenantId, 'admin');
    const mine = 'select name from saved_views where tenant_id is null';
    expect(await db.run(staff.identity, mine, [])).toEqual([{ name: 'Mine' }]);
    expect(await db.run(colleague.identity, mine, [])).toEqual([]);
  });

  test('have different names, and are of people who work here', async () => {
    expect(await errorMessage(db, staff.identity, save, ['Mine'])).toMatchObject({ code: '23505' });
    const shopper = await makePerson(db, stores[0].tenantId);
    expect(await attempt(db, shopper.identity, save, ['Mine'])).toHaveProperty('code', '42501');
  });
});
