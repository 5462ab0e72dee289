import type { Identity } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, attempt, errorMessage, makePerson, type Person, server } from './people.ts';
import { takeAlerts } from './queued-notifications.ts';
import { call, orderOf, place } from './store.ts';

storeForEachTest();

let owner: Person;
beforeEach(async () => {
  owner = await makePerson(db, store.tenantId, 'super_admin');
});

/** Changes the state of the test's store as its owner; days are relative to today. */
const change = (state: string, days?: number, who: Identity = owner.identity) =>
  attempt(
    db,
    who,
    'select to_jsonb(change_store_state($1, $2::text::store_state, private.shop_time()::date + $3::text::int)) as value',
    [store.tenantId, state, days === undefined ? null : String(days)],
  );
const opening = async (who: Identity = anonymous) => {
  const [row] = await db.run(who, 'select state, reopens_on from store_opening($1)', [store.tenantId]);
  return row?.state;
};
const refusal = async (who: Identity, text: string, ...values: (string | null)[]) =>
  (await errorMessage(db, who, text, values)).detail;
const refusedOrder = () =>
  refusal(shopper.identity, 'select place_order($1::text::jsonb)', JSON.stringify(orderOf(store)));
const alerts = () =>
  db.owner`select email, language from opening_alerts where tenant_id = ${store.tenantId} order by email`;
const ask = (email: string, language = 'en') =>
  call<boolean>(db, server, 'select ask_for_opening($1, $2, $3) as value', [store.tenantId, email, language]);
const take = async () =>
  (
    await call<{ id: string; tenant_id: string; email: string; language: string }[]>(
      db,
      server,
      takeAlerts('opening'),
    )
  ).filter(({ tenant_id }) => tenant_id === store.tenantId);

describe('the doors of a store', () => {
  test('are open unless a super admin closes them, which is logged', async () => {
    expect(await opening()).toBe('open');
    expect(await change('closed', undefined, admin.identity)).toMatchObject({ detail: 'super_admin_only' });
    expect(await change('closed', undefined, shopper.identity)).toMatchObject({ detail: 'staff_only' });
    expect(await change('closed')).toMatchObject({
      rows: [{ value: { state: 'closed', reopens_on: null } }],
    });
    expect(await opening()).toBe('closed');
    const [entry] = await db.owner`
      select actor_id, before, after from audit_log where tenant_id = ${store.tenantId} and entity = 'settings'`;
    expect(entry).toEqual({ actor_id: owner.id, before: { state: 'open' }, after: { state: 'closed' } });
  });

  test('are neither changed as a setting by staff, nor opened by undoing the closing', async () => {
    await change('closed');
    const written = await admin.attempt("update settings set state = 'open' where tenant_id = $1", [
      store.tenantId,
    ]);
    expect(written).toMatchObject({ code: '42501' });
    const [entry] = await db.owner<{ id: string }[]>`
      select id from audit_log where tenant_id = ${store.tenantId} and entity = 'settings'`;
    const undone = await admin.attempt('select undo_changes($1, array[$2::text::bigint])', [
      store.tenantId,
      String(entry?.id),
    ]);
    expect(undone).toMatchObject({ detail: 'nothing_to_undo' });
    expect(await opening()).toBe('closed');
  });

  test('change once for a request that arrives twice', async () => {
    const text =
      "select to_jsonb(change_store_state($1, 'closed', null, '5f0e8a52-0000-4000-8000-000000000001')) as value";
    const twice = [1, 2].map(() => owner.value(text, [store.tenantId]));
    expect(await Promise.all(twice)).toEqual(Array(2).fill({ state: 'closed', reopens_on: null }));
  });

  test('stay closed for holidays until a future day, and open automatically on it', async () => {
    for (const days of [undefined, 0, -1, 400])
      expect(await change('resting', days)).toMatchObject({ detail: 'invalid_reopening' });
    await change('resting', 3);
    expect(await opening()).toBe('resting');
    await db.owner`update settings set reopens_on = private.shop_time()::date where tenant_id = ${store.tenantId}`;
    expect(await opening()).toBe('open');
    await buy();
  });
});

describe('a store that is not open', () => {
  test('accepts no orders from shoppers, but from its staff', async () => {
    const before = await buy();
    await change('closed');
    expect(await refusedOrder()).toBe('store_closed');
    await change('resting', 5);
    expect(await refusedOrder()).toBe('store_resting');
    const byPhone = orderOf(store, { channel: 'phone', customer: { name: 'Hoda', phone: '01055555555' } });
    await admin.value('select to_jsonb(place_order_for($1::text::jsonb)) as value', [
      JSON.stringify(byPhone),
    ]);
    // Existing orders continue.
    await admin.value("select to_jsonb(change_order_status($1, 'confirmed')) as value", [before.id]);
  });

  test('answers an order placed before it closed as before', async () => {
    const document = orderOf(store);
    const placed = await place(db, shopper.identity, document);
    await change('closed');
    expect(await place(db, shopper.identity, document)).toMatchObject({ id: placed.id });
  });

  test('shows its products while it rests', async () => {
    await change('resting', 5);
    const rows = await db.run(anonymous, 'select id from products where tenant_id = $1', [store.tenantId]);
    expect(rows).toHaveLength(2);
  });
});

describe('the catalog of a closed store', () => {
  const tables = ['products', 'product_options', 'product_variants', 'categories', 'delivery_slots'];
  const counts = async (who: Identity) => {
    const reads = tables.map((table) =>
      db.run(who, `select count(*)::int as rows from ${table} where tenant_id = $1`, [store.tenantId]),
    );
    const found = await db.run(who, 'select id from search_products($1)', [store.tenantId]);
    return [...(await Promise.all(reads)).map(([row]) => row?.rows), found.length];
  };
  const previewing = (token: string, who: Identity = anonymous): Identity => ({
    ...who,
    request: { method: 'GET', path: '/products', headers: { 'x-store-preview': token } },
  });
  const preview = (renew = false) =>
    admin.value<string>('select to_jsonb(store_preview($1, $2::text::boolean)) as value', [
      store.tenantId,
      String(renew),
    ]);

  test('is readable for its staff and for nobody else, whatever they call', async () => {
    const open = await counts(anonymous);
    expect(open).toEqual([2, 2, 5, 1, 1, 2]);
    await change('closed');
    for (const who of [anonymous, shopper.identity]) expect(await counts(who)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await counts(admin.identity))[5]).toBe(2);
    const quote = 'select quote_order($1::text::jsonb)';
    expect(await refusal(anonymous, quote, JSON.stringify(orderOf(store)))).toBe('store_closed');
    for (const text of [
      'select * from product_facets($1)',
      "select * from search_suggestions($1, 'hoodie')",
      'select * from available_slots($1)',
    ])
      expect([text, await db.run(anonymous, text, [store.tenantId])]).toEqual([text, []]);
  });

  test('is readable with its preview token, until that is replaced', async () => {
    await change('closed');
    const token = await preview();
    expect(await preview()).toBe(token);
    expect(await counts(previewing(token))).toEqual([2, 2, 5, 1, 1, 2]);
    expect(await counts(previewing('guessed'))).toEqual([0, 0, 0, 0, 0, 0]);
    const other = await preview(true);
    expect(await counts(previewing(token))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await counts(previewing(other))).toEqual([2, 2, 5, 1, 1, 2]);
    // The preview token only shows the store; it allows no orders.
    const order = JSON.stringify(orderOf(store));
    expect(
      await refusal(previewing(other, shopper.identity), 'select place_order($1::text::jsonb)', order),
    ).toBe('store_closed');
  });
});

describe('an address left at a closed store', () => {
  test('gets one mail when the store opens, in the page’s language, and is then deleted', async () => {
    await change('closed');
    expect([await ask('Mona@Example.com'), await ask('mona@example.com', 'ar')]).toEqual([true, true]);
    expect(await alerts()).toEqual([{ email: 'mona@example.com', language: 'ar' }]);
    expect(await take()).toEqual([]);
    await change('open');
    const [mail, ...more] = await take();
    expect([mail?.email, mail?.language, more]).toEqual(['mona@example.com', 'ar', []]);
    expect(await take()).toEqual([]);
    await db.owner`delete from opening_alerts where id = ${mail?.id ?? ''}`;
    expect(await alerts()).toEqual([]);
  });

  test('waits if the store was closed again, and is given up after twelve failed mails', async () => {
    await change('closed');
    await ask('mona@example.com');
    await change('open');
    await change('closed');
    expect(await take()).toEqual([]);
    await change('open');
    const [mail] = await take();
    const key = mail?.id ?? '';
    const tried = (attempts: number) =>
      db.owner`update private.jobs set attempts = ${attempts}, run_at = now(), locked_at = null where key = ${key}`;
    await tried(11);
    expect(await take()).toHaveLength(1);
    await tried(12);
    expect(await take()).toEqual([]);
  });

  test('is rejected by an open store, and must be an address', async () => {
    expect([await ask('mona@example.com'), await alerts()]).toEqual([false, []]);
    await change('closed');
    const text = 'select ask_for_opening($1, $2, $3)';
    expect(await refusal(server, text, store.tenantId, 'mona', 'en')).toBe('invalid_email');
  });

  test('is part of the store’s data about the person with that address', async () => {
    await db.owner`update profiles set email = 'mona@example.com' where id = ${shopper.id}`;
    await change('closed');
    await ask('mona@example.com');
    const exported = await call<{ opening_alerts: unknown[] }>(
      ...[db, owner.identity, 'select export_personal_data($1, $2::text::uuid) as value'],
      [store.tenantId, shopper.id],
    );
    expect(exported.opening_alerts).toMatchObject([{ email: 'mona@example.com', language: 'en' }]);
    await owner.run('select delete_account($1, $2::text::uuid)', [store.tenantId, shopper.id]);
    expect(await alerts()).toEqual([]);
  });
});
