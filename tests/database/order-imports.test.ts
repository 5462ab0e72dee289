import { describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';

storeForEachTest();

type Records = {
  row: number;
  number: string;
  outcome: string;
  refusal: { code: string; reason?: string } | null;
  holes: unknown[];
}[];
type Result = { import_id: string | null; records: Records };
const file = { source: 'shopify', file_name: 'orders_export.csv' };

const order = (changes: Record<string, unknown> = {}) => ({
  row: 2,
  number: '#1001',
  placed_at: '2024-03-05T14:00:00+02:00',
  state: 'delivered',
  customer: { name: 'Mona Adel', email: 'mona@example.com', phone: '+20 100 000 0001' },
  address: { governorate: 'Cairo', city: 'Maadi', street: 'Road 9' },
  payment_method: 'online',
  lines: [
    { sku: 'HOODIE-M', name: 'Black Hoodie - M', quantity: 2, price: 200 },
    { name: 'White Mug', quantity: 1, price: 30 },
  ],
  discount: 43,
  shipping: 30,
  total: 417,
  paid: 417,
  tags: ['Wholesale'],
  ...changes,
});

async function send(
  name: 'import_orders' | 'import_customers',
  records: readonly unknown[],
  changes = {},
  dry = false,
  who: Person = admin,
) {
  return who.value<Result>(
    `select to_jsonb(${name}($1, $2::text::jsonb, $3::text::jsonb, $4::text::boolean)) as value`,
    [...[store.tenantId, JSON.stringify({ ...file, ...changes }), JSON.stringify(records), String(dry)]],
  );
}
const put = (records: readonly unknown[], changes = {}) => send('import_orders', records, changes);
const rehearse = (records: readonly unknown[], changes = {}) => send('import_orders', records, changes, true);
const count = async (table: string) =>
  Number(
    (await db.owner.unsafe(`select count(*) from ${table} where tenant_id = $1`, [store.tenantId]))[0]?.count,
  );
const undo = async (importId: string | null) =>
  admin.value<number>('select undo_import($1::text::uuid) as value', [importId]);

describe('an order of another shop', () => {
  test('comes in with its own date, number, customer, lines, money and tags', async () => {
    const { records } = await put([order()]);
    expect(records).toMatchObject([{ row: 2, number: '1001', outcome: 'added', refusal: null }]);
    const [stored] = await db.owner`select * from orders where tenant_id = ${store.tenantId}`;
    expect(stored).toMatchObject({
      number: '1001',
      imported_from: 'shopify',
      status: 'delivered',
      payment_status: 'paid',
      user_id: null,
      customer_name: 'Mona Adel',
      total: '417.00',
      received: '417.00',
      created_at: '2024-03-05 12:00:00+00',
    });
    expect(
      await db.owner`select name, discount_share, delivered from order_lines where order_id = ${stored?.id} order by position`,
    ).toEqual([
      { name: 'Black Hoodie - M', discount_share: '40.00', delivered: 2 },
      { name: 'White Mug', discount_share: '3.00', delivered: 1 },
    ]);
    expect(await admin.run('select tag from order_tags')).toEqual([{ tag: 'Wholesale' }]);
    expect(await admin.run('select old_number, source from imported_orders')).toEqual([
      { old_number: '1001', source: 'shopify' },
    ]);
  });

  test('is counted in the report of its own days, and on no other', async () => {
    await put([order()]);
    const [then] = await db.owner`
      select sum(net) as orders, sum(amount) as amount
      from private.sales_between(${store.tenantId}, '2024-03-01', '2024-04-01')`;
    expect(then).toEqual({ orders: '1', amount: '417.00' });
    const [later] = await db.owner`
      select count(*)::int as orders from private.sales_between(${store.tenantId}, '2024-04-01', now() + interval '1 day')`;
    expect(later).toEqual({ orders: 0 });
  });

  test('sends nothing, moves no stock, and has no points and no invoice', async () => {
    const stock = async () =>
      (await db.owner`select sum(stock) as pieces from products where tenant_id = ${store.tenantId}`)[0];
    const before = await stock();
    const jobs = await count('private.jobs');
    const [variant] =
      await db.owner`select sku, id from product_variants where tenant_id = ${store.tenantId} limit 1`;
    await db.owner`update product_variants set sku = 'HOODIE-M' where id = ${variant?.id}`;
    const states = ['open', 'shipped', 'delivered', 'returned', 'returned_to_sender', 'cancelled'];
    const orders = states.map((state, index) =>
      order({ state, number: `${2000 + index}`, refunded: index > 2 ? 417 : 0 }),
    );
    const { records } = await put(orders);
    expect(records.map(({ outcome }) => outcome)).toEqual(states.map(() => 'added'));
    expect(await stock()).toEqual(before);
    expect(await count('private.jobs')).toBe(jobs);
    expect(await count('order_notifications')).toBe(0);
    expect(await count('invoices')).toBe(0);
    expect(await count('point_entries')).toBe(0);
    const sold =
      await db.owner`select variant_id from order_lines where tenant_id = ${store.tenantId} and sku = 'HOODIE-M'`;
    expect(sold.every(({ variant_id: id }) => id === variant?.id)).toBe(true);
    const [{ statuses } = {}] = await db.owner`
      select array_agg(status::text order by number) as statuses from orders where tenant_id = ${store.tenantId}`;
    expect(statuses).toEqual(['confirmed', ...states.slice(1)]);
  });

  test('can be noted and tagged, and nothing else can be done with it', async () => {
    await put([order({ state: 'open', paid: 0 })]);
    const [row] = await admin.run(
      'select id, next_statuses(orders) as next, is_packable(orders) as packable, owes(orders) as owes, queues from orders',
    );
    expect(row).toMatchObject({ next: '{}', packable: false, owes: '0', queues: '{}' });
    const id = String(row?.id);
    const refusals = [
      ['select cancel_order($1::text::uuid)', [id]],
      ["select record_payment($1::text::uuid, 'received')", [id]],
      ['select pack_order($1::text::uuid)', [id]],
      ["select add_order_note($1::text::uuid, 'Hello', false)", [id]],
      ["update orders set status = 'in_production' where id = $1::text::uuid", [id]],
    ] as const;
    for (const [text, parameters] of refusals) {
      expect(await admin.attempt(text, parameters), text).toMatchObject({ detail: 'imported_order' });
    }
    await admin.run("select add_order_note($1::text::uuid, 'Asked about it')", [id]);
    expect((await admin.run('select status from orders'))[0]).toEqual({ status: 'confirmed' });
    expect(await count('order_notifications')).toBe(0);
  });

  test('is found by its old number', async () => {
    await put([order({ number: '#1077' })]);
    expect(
      await admin.run("select order_id from order_staff_facts where search_text like '%1077%'"),
    ).toHaveLength(1);
  });

  test('does not make its customer a known one, nor count as unpaid goods', async () => {
    await put([
      order({ state: 'open', paid: 0, customer: { email: shopper.email.replace(`+${store.tenantId}`, '') } }),
    ]);
    const [known] =
      await db.owner`select private.is_proven_person(${store.tenantId}, ${shopper.id}) as proven`;
    expect(known).toEqual({ proven: false });
  });
});

describe('a file with holes', () => {
  test('is rehearsed: each order says what would become of it, and nothing is written', async () => {
    const records = [
      order(),
      order({ number: '', row: 3 }),
      order({ number: '3', placed_at: null }),
      order({ number: '4', total: -5 }),
      order({ number: '5', lines: [] }),
      order({ number: '6', lines: [{ name: 'Mug', quantity: 0, price: 1 }] }),
      order({ number: '7', currency: 'USD' }),
      order({ number: '8', placed_at: '2999-01-01' }),
      order({ number: '9', state: 'sold' }),
      order({ number: '10', total: 417, discount: 0 }),
      order({ number: '11', total: 500 }),
    ];
    const { import_id: importId, records: outcomes } = await rehearse(records);
    expect(importId).toBeNull();
    expect(outcomes.map(({ outcome, refusal }) => [outcome, refusal?.reason ?? null])).toEqual([
      ['added', null],
      ['refused', 'number'],
      ['refused', 'date'],
      ['refused', 'amount'],
      ['refused', 'lines'],
      ['refused', 'line'],
      ['refused', 'currency'],
      ['refused', 'future'],
      ['refused', 'state'],
      ['added', null],
      ['added', null],
    ]);
    expect(outcomes[0]?.holes).toEqual([
      { code: 'unknown_sku', sku: 'HOODIE-M' },
      { code: 'unknown_sku', sku: 'White Mug' },
    ]);
    expect(outcomes[9]?.holes).toContainEqual({ code: 'discount_added', amount: 43 });
    expect(outcomes[10]?.holes).toContainEqual({ code: 'fees_added', amount: 83 });
    expect(await count('orders')).toBe(0);
    expect(await count('store_imports')).toBe(0);
  });

  test('that is put in twice changes nothing the second time', async () => {
    await put([order()]);
    expect(
      (
        await put([
          order({
            total: 10,
            paid: 10,
            lines: [{ name: 'Mug', quantity: 1, price: 10 }],
            discount: 0,
            shipping: 0,
          }),
        ])
      ).records,
    ).toMatchObject([{ outcome: 'unchanged' }]);
    expect((await rehearse([order()])).records).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await count('orders')).toBe(1);
  });

  test('takes the number of an order of another system for another order', async () => {
    await put([order()]);
    expect((await put([order()], { source: 'woocommerce' })).records).toMatchObject([{ outcome: 'added' }]);
    const numbers = await admin.run('select number from orders order by number');
    expect(numbers).toEqual([{ number: '1001' }, { number: '1001 woocommerce' }]);
  });

  test('gives back no more than was paid, and counts no more as paid than the order costs', async () => {
    const { records } = await put([order({ paid: 500, refunded: 450 })]);
    expect(records[0]?.holes).toEqual(
      expect.arrayContaining([
        { code: 'paid_more', amount: 83 },
        { code: 'refunded_more', amount: 33 },
      ]),
    );
    expect(await admin.run('select received, given_back, charged, payment_status from orders')).toEqual([
      { received: '417.00', given_back: '417.00', charged: '0.00', payment_status: 'refunded' },
    ]);
  });
});

describe('undoing an import', () => {
  test('removes all of it, in as many parts as it came, and leaves the rest', async () => {
    const own = await put([order({ number: 'kept' })]);
    const { import_id: id } = await put([order({ number: 'a' })]);
    await put([order({ number: 'b', refunded: 20 })], { id });
    await send('import_customers', [{ row: 2, email: 'a@example.com' }]);
    expect(await undo(id)).toBe(0);
    expect(await admin.run('select number from orders')).toEqual([{ number: 'kept' }]);
    for (const table of ['private.sales_ledger', 'payment_entries'])
      expect(await count(table)).toBeGreaterThan(0);
    await undo(own.import_id);
    for (const table of [
      'orders',
      'private.sales_ledger',
      'private.pieces_ledger',
      'payment_entries',
      'order_tags',
      'imported_orders',
    ])
      expect(await count(table), table).toBe(0);
    expect(await count('imported_customers')).toBe(1);
    const again = await admin.attempt('select import_orders($1, $2::text::jsonb, $3::text::jsonb, false)', [
      ...[store.tenantId, JSON.stringify({ ...file, id }), JSON.stringify([order()])],
    ]);
    expect(again).toMatchObject({ detail: 'import_closed' });
  });

  test('is refused to people who may not place orders, and nothing goes', async () => {
    const { import_id: id } = await put([order()]);
    expect(await shopper.attempt('select undo_import($1::text::uuid)', [id])).toMatchObject({
      detail: 'import_closed',
    });
    expect(
      await shopper.attempt('select import_orders($1, $2::text::jsonb, $3::text::jsonb, false)', [
        ...[store.tenantId, JSON.stringify(file), JSON.stringify([order({ number: '9' })])],
      ]),
    ).toMatchObject({ code: '42501' });
    expect(await count('orders')).toBe(1);
  });
});

describe('a customer of another shop', () => {
  const customer = (changes: Record<string, unknown> = {}) => ({
    row: 2,
    name: 'Mona Adel',
    email: 'Mona@Example.com',
    phone: '01000000001',
    tags: ['VIP'],
    email_consent: { state: 'given', at: '2023-01-02T00:00:00Z' },
    ...changes,
  });

  test('comes in with what they agreed to, never more than the file says', async () => {
    await send('import_customers', [
      customer(),
      customer({ email: 'no@example.com', email_consent: { state: 'refused' } }),
      customer({ email: 'unsaid@example.com', email_consent: undefined }),
      customer({ email: 'odd@example.com', email_consent: { state: 'yes', at: '2023-01-02' } }),
      customer({ email: '', phone: '' }),
    ]);
    expect(
      await admin.run(
        'select email, email_consent, email_consent_at, sms_consent from imported_customers order by email',
      ),
    ).toEqual([
      {
        email: 'mona@example.com',
        email_consent: 'given',
        email_consent_at: '2023-01-02 00:00:00+00',
        sms_consent: 'unknown',
      },
      { email: 'no@example.com', email_consent: 'refused', email_consent_at: null, sms_consent: 'unknown' },
      { email: 'odd@example.com', email_consent: 'unknown', email_consent_at: null, sms_consent: 'unknown' },
      {
        email: 'unsaid@example.com',
        email_consent: 'unknown',
        email_consent_at: null,
        sms_consent: 'unknown',
      },
    ]);
    expect(await db.owner`select id from auth.users where email like 'mona@%'`).toEqual([]);
  });

  test('finds their old orders once they confirm that address, and not before', async () => {
    await put([
      order(),
      order({ number: '1002', customer: { name: 'Somebody else', email: 'else@example.com' } }),
    ]);
    await send('import_customers', [customer()]);
    const mona = crypto.randomUUID();
    await db.owner`insert into auth.users (id, email) values (${mona}, 'mona@example.com')`;
    await db.owner`insert into profiles (id, tenant_id, name) values (${mona}, ${store.tenantId}, 'Mona')`;
    const hers = async () => db.owner`select number from orders where user_id = ${mona}`;
    expect(await hers()).toEqual([]);
    await db.owner`update auth.users set email_confirmed_at = now() where id = ${mona}`;
    expect(await hers()).toEqual([{ number: '1001' }]);
    expect(
      await db.owner`select user_id from imported_customers where tenant_id = ${store.tenantId}`,
    ).toEqual([{ user_id: mona }]);
    // An order that comes in later is hers at once.
    await put([order({ number: '1003' })]);
    expect(await hers()).toHaveLength(2);
    await db.owner`delete from auth.users where id = ${mona}`;
  });

  test('finds them by a confirmed number too, unless two accounts share it', async () => {
    await put([order({ customer: { name: 'Mona', phone: '0100 000 0001' } })]);
    const mona = crypto.randomUUID();
    await db.owner`insert into auth.users (id, phone, phone_confirmed_at) values (${mona}, '201000000001', now())`;
    await db.owner`insert into profiles (id, tenant_id, name) values (${mona}, ${store.tenantId}, 'Mona')`;
    expect(await db.owner`select number from orders where user_id = ${mona}`).toEqual([{ number: '1001' }]);
    await db.owner`delete from auth.users where id = ${mona}`;
  });

  test('is seen by staff alone', async () => {
    await send('import_customers', [customer()]);
    const other = await makePerson(db, store.tenantId);
    expect(await other.run('select * from imported_customers')).toEqual([]);
    expect(
      await db.run(server, 'select email from imported_customers where tenant_id = $1', [store.tenantId]),
    ).toHaveLength(1);
  });

  test('is seen by staff who see customers and their addresses, and not with one of both rights', async () => {
    await send('import_customers', [customer()]);
    const seen = async (...capabilities: string[]) =>
      (await (await makeWorker(db, store.tenantId, capabilities)).run('select id from imported_customers'))
        .length;
    expect(await seen('customers.see', 'customers.see_contact')).toBe(1);
    expect(await seen('customers.see')).toBe(0);
    expect(await seen('orders.see')).toBe(0);
  });
});
