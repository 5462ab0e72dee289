import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { attempt, errorMessage, makePerson, type Person } from './people.ts';
import { makeStore, orderOf, place, type Store } from './store.ts';

let store: Store;
let admin: Person;
let ruler: Person;
let shopper: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  admin = await makePerson(db, store.tenantId, 'admin');
  ruler = await makePerson(db, store.tenantId, 'super_admin');
  shopper = await makePerson(db, store.tenantId);
  for (const { id } of [admin, shopper]) {
    await db.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${id}, 'Phone', 'totp', 'verified')`;
  }
});

const writes: [string, (who: Person) => [string, string[]]][] = [
  ['change a price', () => ['update products set price = 251 where id = $1 returning id', [store.hoodieId]]],
  [
    'add a category',
    () => [
      'insert into categories (tenant_id, name) values ($1, gen_random_uuid()::text) returning id',
      [store.tenantId],
    ],
  ],
  ['remove a slot', () => ['delete from delivery_slots where id = $1 returning id', [store.slotId]]],
  [
    'change the settings',
    () => [
      'update settings set store = \'{"a": 1}\' where tenant_id = $1 returning tenant_id',
      [store.tenantId],
    ],
  ],
  ['change stock', () => ['select adjust_stock($1::text::uuid, 1)', [store.mugId]]],
  [
    'give points',
    () => ["select adjust_points($1, $2::text::uuid, 5, 'A gift')", [store.tenantId, shopper.id]],
  ],
];

describe('staff with a verified second factor', () => {
  test.each(writes)('cannot %s before they confirm it, and can after', async (_, write) => {
    const [text, parameters] = write(admin);
    const before = await admin.attempt(text, parameters);
    if ('rows' in before) expect(before.rows).toEqual([]);
    else expect(before.code).toBe('42501');
    const after = await attempt(db, admin.assured, text, parameters);
    expect(after).toMatchObject({ rows: [expect.anything()] });
  });

  test('cannot move an order before they confirm it', async () => {
    const order = await place(db, shopper.identity, orderOf(store));
    const move = "select change_order_status($1::text::uuid, 'confirmed')";
    expect(await admin.refusal(move, [order.id])).toMatchObject({
      code: '42501',
      detail: 'insufficient_aal',
    });
    expect(await attempt(db, admin.assured, move, [order.id])).toHaveProperty('rows');
  });

  const customersData = ['orders', 'order_lines', 'order_events', 'profiles', 'audit_log'];

  test.each(customersData)('read no customer data in %s before they confirm it', async (table) => {
    const query = `select 1 from ${table} where ${table === 'profiles' ? 'id <> auth.uid()' : 'true'} limit 1`;
    expect(await db.run(admin.assured, query)).not.toEqual([]);
    expect(await admin.run(query)).toEqual([]);
  });

  test.each([
    ['list customers', 'select list_customers(array[$1::text])'],
    ['look somebody up by phone', "select find_by_phone(array[$1::text], '0100')"],
    ['open the dashboard', 'select dashboard($1)'],
    ['report on customers', "select report_rows($1, 'customers', '2026-01-01', '2026-12-31')"],
  ])('cannot %s before they confirm it', async (_, call) => {
    const refusal = await admin.refusal(call, [store.tenantId]);
    expect(refusal).toMatchObject({ code: '42501', detail: 'insufficient_aal' });
    expect(await attempt(db, admin.assured, call, [store.tenantId])).toHaveProperty('rows');
  });

  test('read the catalog and their own data without it', async () => {
    expect(await admin.run('select id from products limit 1')).toHaveLength(1);
    expect(await admin.run('select id from profiles where id = auth.uid()')).toHaveLength(1);
  });

  test('read customers’ data without it if the store allows it, and only there', async () => {
    const change =
      'insert into staff_settings (tenant_id, customers_need_aal2) values ($1, $2::text::boolean) on conflict (tenant_id) do update set customers_need_aal2 = excluded.customers_need_aal2 returning 1';
    await db.run(admin.assured, change, [store.tenantId, 'false']);
    try {
      expect(await admin.run('select id from orders limit 1')).toHaveLength(1);
      expect(await admin.attempt('select list_customers(array[$1::text])', [store.tenantId])).toHaveProperty(
        'rows',
      );
    } finally {
      await db.run(admin.assured, change, [store.tenantId, 'true']);
    }
    expect(await admin.run('select id from orders limit 1')).toEqual([]);
  });
});

test('a shopper with a second factor buys without it', async () => {
  expect(await place(db, shopper.identity, orderOf(store))).toMatchObject({ status: 'pending' });
});

test('a factor that was never verified blocks nobody', async () => {
  const novice = await makePerson(db, store.tenantId, 'admin');
  await db.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${novice.id}, 'x', 'totp', 'unverified')`;
  expect(await novice.attempt('select adjust_stock($1::text::uuid, 1)', [store.mugId])).toHaveProperty(
    'rows',
  );
});

test('a super admin resets a person’s lost factor, and that is logged', async () => {
  const [row] = await ruler.run('select remove_user_factors($1::text::uuid, $2) as n', [
    admin.id,
    store.tenantId,
  ]);
  expect(row?.n).toBe(1);
  expect(await db.owner`select 1 from auth.mfa_factors where user_id = ${admin.id}`).toEqual([]);
  const [entry] = await ruler.run("select actor_id, entity_id from audit_log where entity = 'mfa_factors'");
  expect(entry).toEqual({ actor_id: ruler.id, entity_id: admin.id });
});

test('staff of another store are not reset here', async () => {
  const elsewhere = await makeStore(db, 'casecraft');
  const theirs = await makePerson(db, elsewhere.tenantId, 'admin');
  await db.owner`insert into profiles (id, tenant_id) values (${theirs.id}, ${store.tenantId})`;
  await db.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${theirs.id}, 'x', 'totp', 'verified')`;
  const refusal = await ruler.refusal('select remove_user_factors($1::text::uuid, $2)', [
    theirs.id,
    store.tenantId,
  ]);
  expect(refusal.detail).toBe('unknown_person');
  expect(await db.owner`select 1 from auth.mfa_factors where user_id = ${theirs.id}`).toHaveLength(1);
});

describe('the number of people with a second factor', () => {
  const count = 'select user_id, factors from count_user_factors($1, array[$2::text::uuid, $3::text::uuid])';

  test('is visible to a super admin for the people of their store', async () => {
    const guarded = await makePerson(db, store.tenantId, 'admin');
    const bare = await makePerson(db, store.tenantId);
    await db.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
      values (${guarded.id}, 'a', 'totp', 'verified'), (${guarded.id}, 'b', 'totp', 'unverified')`;
    const asked = [store.tenantId, guarded.id, bare.id];
    expect(await ruler.run(count, asked)).toEqual([{ user_id: guarded.id, factors: 1 }]);
    expect(await errorMessage(db, guarded.assured, count, asked)).toMatchObject({
      detail: 'super_admin_only',
    });
    const elsewhere = await makeStore(db, 'duoworks');
    const stranger = await makePerson(db, elsewhere.tenantId, 'super_admin');
    expect(await stranger.refusal(count, asked)).toMatchObject({ code: '42501' });
    expect(await stranger.run(count, [elsewhere.tenantId, guarded.id, bare.id])).toEqual([]);
  });
});
