import type { Parameter } from 'embedded-supabase/database';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { makeStore, move, orderOf, place, type Store, setStock } from './store.ts';

let store: Store;
let admin: Person;
let regular: Person;
let newcomer: Person;

// In the shop's time zone; 00:30 is still the day before in UTC.
const days = [
  '2026-03-01 12:00',
  '2026-03-01 23:30',
  '2026-03-03 00:30',
  '2026-03-10 12:00',
  '2026-04-02 12:00',
];

/** Moves an order and its events to a moment in the shop's time zone. */
async function dateBack(orderId: string, at: string): Promise<void> {
  await db.owner`
    update orders set created_at = moment, updated_at = moment
    from (select ${at}::timestamp at time zone 'Africa/Cairo' as moment) m where id = ${orderId}`;
}

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  await db.owner`update settings set shipping = '{"defaultShippingFee": 30, "expressShippingFee": 50}'`;
  for (const id of [store.hoodieId, store.mugId]) await setStock(db, id, 400);
  admin = await makePerson(db, store.tenantId, 'admin');
  regular = await makePerson(db, store.tenantId);
  newcomer = await makePerson(db, store.tenantId);
  const hoodies = (quantity: number) => [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }];
  const carts: [Person, Record<string, unknown>][] = [
    [regular, { lines: hoodies(2), discount_code: 'TEN', slot_id: store.slotId, slot_date: store.slotDate }],
    [regular, { lines: [{ product_id: store.mugId, quantity: 3 }], shipping_method: 'express' }],
    [newcomer, { lines: hoodies(1) }],
    [newcomer, { lines: hoodies(1) }],
    [regular, { lines: [{ product_id: store.mugId, quantity: 1 }] }],
  ];
  for (const [i, [who, cart]] of carts.entries()) {
    const order = await place(db, who.identity, orderOf(store, cart));
    if (i === 3) await move(db, admin.identity, order.id, 'cancelled');
    await dateBack(order.id, days[i] ?? '');
  }
  await place(db, newcomer.identity, orderOf(store, { payment_method: 'bank_transfer' }));
  // Delivered and refunded later; the second one today.
  for (const at of ['2026-03-02 12:00', null]) {
    const order = await place(
      db,
      newcomer.identity,
      orderOf(store, {
        lines: [{ product_id: store.mugId, quantity: 1 }],
        discount_code: 'TEN',
        slot_id: store.slotId,
        slot_date: store.slotDate,
      }),
    );
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await admin.run("select request_refund($1::text::uuid, 'Broken')", [order.id]);
    if (at) await dateBack(order.id, at);
  }
});

const ask = (text: string, parameters: Parameter[] = []) => admin.run(text, [store.tenantId, ...parameters]);

describe('reports', () => {
  test('totals are those of the orders, to the piastre', async () => {
    const [totals] = await ask("select * from report_totals($1, '2026-03-01', '2026-03-31')");
    expect(totals).toMatchObject({
      orders: '3',
      revenue: '1109.97',
      items: '6',
      average: '369.99',
      discounts: '50.00',
      shipping: '110.00',
      customers: '2',
      cancelled: '1',
      returned: '0',
    });
    const [checked] = await db.owner`select sum(total)::text as sum from orders
      where status = 'pending' and created_at < '2026-04-01 00:00 Africa/Cairo'`;
    expect(totals?.revenue).toBe(checked?.sum);
  });

  test('sales fall on the store’s local day, and empty days are shown', async () => {
    const rows = await ask(
      "select bucket::text, orders, revenue from report_sales($1, '2026-03-01', '2026-03-04')",
    );
    expect(rows).toEqual([
      { bucket: '2026-03-01', orders: '2', revenue: '829.97' },
      { bucket: '2026-03-02', orders: '0', revenue: '0' },
      { bucket: '2026-03-03', orders: '1', revenue: '280.00' },
      { bucket: '2026-03-04', orders: '0', revenue: '0' },
    ]);
  });

  test('weeks begin on Saturday, months on their first', async () => {
    const buckets = async (bucket: string) =>
      (
        await ask("select bucket::text, orders from report_sales($1, '2026-03-01', '2026-04-03', $2)", [
          bucket,
        ])
      ).map((row) => [row.bucket, row.orders]);
    expect(await buckets('month')).toEqual([
      ['2026-03-01', '3'],
      ['2026-04-01', '1'],
    ]);
    expect((await buckets('week')).slice(0, 2)).toEqual([
      ['2026-02-28', '3'],
      ['2026-03-07', '0'],
    ]);
  });

  test('products and categories are named in all their languages', async () => {
    const ar = { name: 'هودي الحبر' };
    await db.owner`update products set translations = ${JSON.stringify({ ar: { ...ar, description: 'قطن' } })}::text::jsonb
      where name = 'Ink hoodie' and tenant_id = ${store.tenantId}`;
    await db.owner`update categories set translations = '{"ar": {"name": "هوديز"}}' where tenant_id = ${store.tenantId}`;
    const named = async (report: string, rest = '') =>
      (await ask(`select name, translations from ${report}($1, '2026-03-01', '2026-04-30')${rest}`))[0];
    expect(await named('report_products')).toEqual({ name: 'Ink hoodie', translations: { ar } });
    expect(await named('report_stock', " where name = 'Ink hoodie' and variant = 'M / Black'")).toEqual({
      name: 'Ink hoodie',
      translations: { ar: { ...ar, variant: 'M / Black' } },
    });
    expect(await named('report_categories')).toEqual({
      name: 'Hoodies',
      translations: { ar: { name: 'هوديز' } },
    });
  });

  test('products and categories are sorted by revenue', async () => {
    const products = await ask(
      "select name, quantity, revenue, orders from report_products($1, '2026-03-01', '2026-04-30')",
    );
    expect(products).toEqual([
      { name: 'Ink hoodie', quantity: '3', revenue: '750.00', orders: '2' },
      { name: 'Mug', quantity: '4', revenue: '399.96', orders: '2' },
    ]);
    const categories = await ask(
      "select name, quantity, revenue from report_categories($1, '2026-03-01', '2026-04-30')",
    );
    expect(categories).toEqual([
      { name: 'Hoodies', quantity: '3', revenue: '750.00' },
      { name: 'Uncategorized', quantity: '4', revenue: '399.96' },
    ]);
  });

  test('customers, discounts, slots and stock', async () => {
    const customers = await ask(
      "select user_id, orders, revenue from report_customers($1, '2026-03-01', '2026-04-30')",
    );
    expect(customers).toEqual([
      { user_id: regular.id, orders: '3', revenue: '959.96' },
      { user_id: newcomer.id, orders: '1', revenue: '280.00' },
    ]);
    expect(
      await ask("select code, uses, given, revenue from report_discounts($1, '2026-03-01', '2026-03-31')"),
    ).toEqual([{ code: 'TEN', uses: '1', given: '50.00', revenue: '480.00' }]);
    expect(await ask('select orders, days from report_slots($1, current_date, current_date + 30)')).toEqual([
      { orders: '3', days: '1' },
    ]);
    const stock = await ask(
      "select name, variant, stock, sold, days_left, worth from report_stock($1, '2026-03-01', '2026-03-31') order by sold desc, name, variant",
    );
    expect(stock).toEqual([
      {
        name: 'Ink hoodie',
        variant: 'M / Black',
        stock: 96,
        sold: '3',
        days_left: '992.0',
        worth: '24000.00',
      },
      { name: 'Mug', variant: '', stock: 394, sold: '3', days_left: '4071.3', worth: '39396.06' },
      ...['L / Black', 'L / White', 'M / White'].map((variant) => ({
        name: 'Ink hoodie',
        variant,
        stock: 100,
        sold: '0',
        days_left: null,
        worth: '25000.00',
      })),
    ]);
  });

  test('the dashboard lists pending work', async () => {
    // Read by staff, but not answered.
    const conversations = [
      { answered_at: null, is_open: true },
      { answered_at: new Date().toISOString(), is_open: true },
      { answered_at: null, is_open: false },
    ];
    for (const { answered_at, is_open } of conversations) {
      const [made] = await db.owner`
        insert into conversations (tenant_id, kind, email, is_open)
        values (${store.tenantId}, 'contact', 'a@b.example', ${is_open}) returning id`;
      await db.owner`
        update conversation_staff_facts set answered_at = ${answered_at} where conversation_id = ${made?.id}`;
    }
    const dashboard = await admin.value('select to_jsonb(dashboard($1)) as value', [store.tenantId]);
    expect(dashboard).toMatchObject({
      orders: [
        { status: 'awaiting_payment', orders: 1 },
        { status: 'pending', orders: 4 },
        { status: 'delivered', orders: 2 },
        { status: 'cancelled', orders: 1 },
      ],
      payments_to_confirm: 1,
      refunds_due: 0,
      low_stock: 0,
      problems_reported: 0,
      reviews_waiting: 0,
      messages_waiting: 1,
      sales: [
        { days: 1, orders: 0, revenue: 0 },
        { days: 7, orders: 0 },
        { days: 30, orders: 0 },
      ],
      best_sellers: [],
    });
  });

  test('a customer’s purchases omit refunds', async () => {
    const bought = { orders: '1', revenue: '280.00' };
    expect(
      await ask('select orders, revenue from customer_totals($1, array[$2::text::uuid])', [newcomer.id]),
    ).toEqual([bought]);
    for (const sort of ['-joined', '-spent']) {
      const listed = await ask(
        "select orders, spent from list_customers(array[$1::text], '', $2) where id = $3::text::uuid",
        [sort, newcomer.id],
      );
      expect(listed).toEqual([{ orders: '1', spent: '280.00' }]);
    }
  });

  test('the dashboard compares today with yesterday up to this time of day', async () => {
    const [day] = await db.owner<{ began: Date; later: Date }[]>`
      select private.day_start(today - 1) as began,
        private.day_start(today) - (private.day_start(today) - (now() - interval '1 day')) / 2 as later
      from (select private.shop_time()::date as today) d`;
    const delivered = await db.owner<{ id: string; total: string }[]>`
      select id, total from orders 
      where tenant_id = ${store.tenantId} and private.is_sale(orders) order by id limit 2`;
    for (const [i, at] of [day?.began, day?.later].entries()) {
      await db.owner`update orders set created_at = ${at ?? ''} where id = ${delivered[i]?.id ?? ''}`;
    }
    const [revenue = 0, later = 0] = delivered.map(({ total }) => Number(total));
    expect(await admin.value('select to_jsonb(dashboard($1)) as value', [store.tenantId])).toMatchObject({
      sales: [
        { days: 1, orders: 0, revenue: 0, orders_before: 1, revenue_before: revenue },
        { days: 7, orders: 2, revenue: expect.closeTo(revenue + later), orders_before: 0, revenue_before: 0 },
        { days: 30 },
      ],
    });
  });
});

describe('a past month', () => {
  const reports = ['sales', 'products', 'variants', 'categories', 'customers', 'discounts', 'slots'];
  const february = async () => ({
    totals: await ask("select * from report_totals($1, '2026-02-01', '2026-02-28')"),
    rows: await ask(
      `select report, report_rows($1, report, '2026-02-01', '2026-02-28') from unnest($2::text[]) report`,
      [reports],
    ),
  });
  const today = async () => {
    const [row] = await ask(
      'select orders, revenue, items, refunded, cancelled from report_totals($1, private.shop_time()::date, private.shop_time()::date)',
    );
    return row;
  };
  const ofFebruary = async (...path: string[]) => {
    const order = await place(db, regular.identity, orderOf(store, { discount_code: 'TEN' }));
    await dateBack(order.id, '2026-02-10 12:00');
    if (path.length > 0) await move(db, admin.identity, order.id, ...path);
    return order;
  };

  test('stays unchanged when its orders are refunded or cancelled later; that counts on its own day', async () => {
    const delivered = await ofFebruary('confirmed', 'in_production', 'shipped', 'delivered');
    const open = await ofFebruary('confirmed');
    const before = await february();
    expect(before.totals).toMatchObject([{ orders: '2', revenue: '510.00', items: '2', refunded: '0' }]);
    const day = await today();
    await admin.run("select request_refund($1::text::uuid, 'Broken')", [delivered.id]);
    await move(db, admin.identity, open.id, 'cancelled');
    expect(await february()).toEqual(before);
    expect(await today()).toEqual({
      ...day,
      revenue: (Number(day?.revenue) - 510).toFixed(2),
      items: String(Number(day?.items) - 2),
      refunded: (Number(day?.refunded) + 255).toFixed(2),
      cancelled: String(Number(day?.cancelled) + 1),
    });
  });

  test('has no sale for a free replacement, and no piece for one that paid only delivery', async () => {
    const before = await february();
    const old = await ofFebruary();
    for (const fee of [0, 30]) {
      const [again] = await db.owner<{ id: string }[]>`
        insert into orders (tenant_id, number, user_id, payment_method, payment_status, subtotal, shipping_total, total, charged, destination,
          replaces_order_id)
        values (${store.tenantId}, ${`AGAIN-${fee}`}, ${regular.id}, 'cash_on_delivery', 'paid', 0, ${fee}, ${fee}, ${fee}, '{}', ${old.id})
        returning id`;
      await db.owner`
        insert into order_lines (tenant_id, order_id, product_id, position, name, unit_price, quantity)
        values (${store.tenantId}, ${again?.id ?? ''}, ${store.mugId}, 1, 'Mug', 0, 2)`;
      await dateBack(again?.id ?? '', '2026-02-11 12:00');
    }
    const [was] = before.totals;
    const [is] = (await february()).totals;
    expect([Number(is?.orders) - Number(was?.orders), Number(is?.revenue) - Number(was?.revenue)]).toEqual([
      2, 285,
    ]);
    expect(Number(is?.items) - Number(was?.items)).toBe(1);
    expect(await ask("select name from report_products($1, '2026-02-01', '2026-02-28')")).toEqual([
      { name: 'Ink hoodie' },
    ]);
  });
});
