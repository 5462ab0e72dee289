import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { anonymous, errorMessage, makePerson, type Person } from './people.ts';
import { address, designOf, makeStore, orderOf, place, type Store, stockOf, storedPicture } from './store.ts';

let store: Store;
let other: Store;
let shopper: Person;

databaseForFile();
beforeAll(async () => {
  store = await makeStore(db, 'inkthread');
  other = await makeStore(db, 'casecraft');
  shopper = await makePerson(db, store.tenantId);
});

async function refused(changes: Record<string, unknown>, who = shopper) {
  const before = await snapshot();
  const refusal = await who.refusal('select place_order($1::text::jsonb)', [
    JSON.stringify(orderOf(store, changes)),
  ]);
  expect(await snapshot()).toEqual(before);
  return refusal;
}

async function snapshot() {
  const [row] = await db.owner`select
    (select count(*)::int from orders) as orders, (select count(*)::int from order_lines) as lines,
    (select count(*)::int from stock_movements) as movements, (select sum(stock)::int from products) as stock,
    (select count(*)::int from discount_uses) as uses, (select coalesce(sum(booked), 0)::int from delivery_bookings) as booked,
    (select count(*)::int from customizations) as designs`;
  return row;
}

const line = (changes: Record<string, unknown> = {}) => [
  { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black', ...changes },
];

describe('placing an order', () => {
  test('totals come from the database and the stock decreases', async () => {
    const before = await stockOf(db, store.hoodieId, 'M / White');
    const order = await place(
      db,
      shopper.identity,
      orderOf(store, {
        lines: [
          { product_id: store.hoodieId, quantity: 2, size: 'm', color: 'white' },
          { product_id: store.mugId, quantity: 1 },
        ],
        discount_code: 'ten',
        slot_id: store.slotId,
        slot_date: store.slotDate,
      }),
    );
    expect(order).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      subtotal: 599.99,
      discount_total: 60,
      shipping_total: 0,
      total: 539.99,
      points_earned: 539,
      discount_code: 'TEN',
      slot_date: store.slotDate,
      slot_from: '10:00:00',
      customer_email: shopper.email.replace('+inkthread', ''),
    });
    expect(order.lines).toMatchObject([
      {
        product_id: store.hoodieId,
        unit_price: 250,
        quantity: 2,
        total: 500,
        size: 'M',
        color: 'White',
        image: 'a.webp',
      },
      { product_id: store.mugId, unit_price: 99.99, quantity: 1, total: 99.99, size: null, color: null },
    ]);
    expect(await stockOf(db, store.hoodieId, 'M / White')).toBe(before - 2);
  });

  test('an order number is readable and does not reveal how many orders there are', async () => {
    const first = await place(
      db,
      shopper.identity,
      orderOf(store, { lines: [{ product_id: store.mugId, quantity: 1 }] }),
    );
    expect(first.number).toMatch(/^IN-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  test('the same key returns the same order, and creates no second one', async () => {
    const document = orderOf(store);
    const first = await place(db, shopper.identity, document);
    const before = await snapshot();
    const second = await place(db, shopper.identity, document);
    expect({ ...second, lines: second.lines.length }).toEqual({ ...first, lines: first.lines.length });
    expect(await snapshot()).toEqual(before);
  });

  test('two people may use the same key', async () => {
    const neighbour = await makePerson(db, store.tenantId);
    const document = orderOf(store);
    const [mine, theirs] = [
      await place(db, shopper.identity, document),
      await place(db, neighbour.identity, document),
    ];
    expect(theirs.id).not.toBe(mine.id);
  });

  test('a saved address is copied as it is at that moment', async () => {
    const [saved] = await shopper.run(
      `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street)
       values ($1, $2, 'Omar', '01112345678', 'Giza', 'Dokki', '1 Tahrir') returning id`,
      [store.tenantId, shopper.id],
    );
    const order = await place(db, shopper.identity, orderOf(store, { address: null, address_id: saved?.id }));
    const [stored] = await shopper.run('select address from order_addresses where order_id = $1', [order.id]);
    expect(stored).toMatchObject({ address: { full_name: 'Omar', governorate: 'Giza' } });
    expect(stored).not.toHaveProperty('address.user_id');
  });

  test('a design given with the order is priced, stored, and referenced by the line', async () => {
    const design = designOf(['Souk'], [await storedPicture(db, store.tenantId, shopper.id)]);
    const order = await place(
      db,
      shopper.identity,
      orderOf(store, { lines: [{ quantity: 2, design, size: 'L', color: 'Black' }] }),
    );
    expect(order).toMatchObject({
      subtotal: 370,
      lines: [{ unit_price: 185, size: 'L', name: 'Custom Hoodie', garment: 'Hoodie' }],
    });
    expect(order).toMatchObject({ lines: [{ customization: { garment: 'Hoodie', design } }] });
    const [kept] = await shopper.run('select design, price from customizations where id = $1', [
      String(order.lines[0]?.customization_id),
    ]);
    expect(kept).toMatchObject({ design, price: '185.00' });
  });

  test("a design on a product adds its prints to the product's price", async () => {
    const design = designOf(['Souk']);
    const order = await place(db, shopper.identity, orderOf(store, { lines: line({ design }) }));
    expect(order.lines).toMatchObject([{ unit_price: 255, product_id: store.hoodieId, garment: null }]);
  });

  test('bank transfer and online payment await their payment; online reserves the stock for a while', async () => {
    const transfer = await place(db, shopper.identity, orderOf(store, { payment_method: 'bank_transfer' }));
    const online = await place(db, shopper.identity, orderOf(store, { payment_method: 'online' }));
    expect(transfer).toMatchObject({ status: 'awaiting_payment', reserved_until: null });
    expect(online).toMatchObject({
      status: 'awaiting_payment',
      reserved_until: expect.stringContaining('T'),
    });
  });

  test('the expected total is compared to the piastre', async () => {
    const order = await place(db, shopper.identity, orderOf(store, { expected_total: 280 }));
    expect(order.total).toBe(280);
    const refusal = await refused({ lines: line({ price: 200 }), expected_total: 230 });
    expect(refusal).toMatchObject({ code: 'P0001', detail: 'price_changed' });
    expect(refusal.message).toContain('280 EGP');
    expect(JSON.parse(refusal.hint ?? '')).toEqual({
      expected: 230,
      total: 280,
      lines: [{ line: 0, name: 'Ink hoodie', was: 200, now: 250 }],
    });
  });
});

describe('a refused order changes nothing and says why', () => {
  test.each([
    ['quantity 0', { quantity: 0 }],
    ['quantity -1', { quantity: -1 }],
    ['quantity 1e9', { quantity: 1e9 }],
    ['a fraction', { quantity: 1.5 }],
    ['a quantity in words', { quantity: '2' }],
    ['no quantity', { quantity: null }],
  ])('for %s', async (_, changes) => {
    expect(await refused({ lines: line(changes) })).toMatchObject({
      code: 'P0001',
      detail: 'invalid_quantity',
    });
  });

  test('for a product of another store', async () => {
    const refusal = await refused({ lines: line({ product_id: other.hoodieId }) });
    expect(refusal).toMatchObject({ code: 'P0001', detail: 'unknown_product' });
  });

  test('for a hidden, an unknown and a malformed product', async () => {
    for (const id of [store.hiddenId, randomUUID(), "'; drop table orders; --"]) {
      expect(await refused({ lines: line({ product_id: id }) })).toMatchObject({ detail: 'unknown_product' });
    }
  });

  test('for a deleted product', async () => {
    const [gone] =
      await db.owner`insert into products (tenant_id, name, price, stock) values ('inkthread', 'Gone', 5, 5) returning id`;
    await db.owner`delete from products where id = ${gone?.id}`;
    expect(await refused({ lines: line({ product_id: gone?.id }) })).toMatchObject({
      detail: 'unknown_product',
    });
  });

  test('for more than the stock, in one line or in several', async () => {
    const refusal = await refused({ lines: [{ product_id: store.mugId, quantity: 900 }] });
    expect(refusal).toMatchObject({
      detail: 'out_of_stock',
      message: expect.stringMatching(/^Only \d of Mug left\.$/),
    });
    expect(JSON.parse(refusal.hint ?? '')).toMatchObject({ line: 0, product_id: store.mugId });
    const half = [...line({ quantity: 11 }), ...line({ quantity: 11, size: 'm' })];
    expect(await refused({ lines: half })).toMatchObject({ detail: 'out_of_stock' });
  });

  test('for options that are missing or that the product does not have', async () => {
    expect(await refused({ lines: line({ size: undefined }) })).toMatchObject({ detail: 'option_required' });
    expect(await refused({ lines: line({ color: 'Purple' }) })).toMatchObject({ detail: 'unknown_option' });
  });

  test.each([
    ['an unknown discount code', { discount_code: 'NOPE' }, 'unknown_discount'],
    ['a discount code with quotes', { discount_code: "TEN' or '1'='1" }, 'unknown_discount'],
    ['an empty cart', { lines: [] }, 'empty_cart'],
    ['a cart that is no list', { lines: { product_id: 1 } }, 'empty_cart'],
    ['lines that are no objects', { lines: ['x', 5, null] }, 'invalid_line'],
    ['an unknown payment method', { payment_method: 'promises' }, 'payment_closed'],
    ['an unknown shipping method', { shipping_method: 'drone' }, 'unknown_shipping_method'],
    ['no address', { address: null }, 'invalid_address'],
    ['a foreign phone', { address: { full_name: 'A', phone: '+44 20 7946 0000' } }, 'invalid_address'],
    ["somebody else's address", { address: null, address_id: randomUUID() }, 'unknown_address'],
    ['a slot that is none', { slot_id: 'x', slot_date: '2026-01-01' }, 'unknown_slot'],
    ['a short key', { idempotency_key: 'x' }, 'invalid_key'],
    ['a key that is missing', { idempotency_key: null }, 'invalid_key'],
    ['points nobody has', { points: 1_000_000 }, 'insufficient_points'],
    ['negative points', { points: -5 }, 'invalid_points'],
    ['points in words', { points: 'all' }, 'invalid_points'],
    [
      'an unknown design',
      { lines: [{ quantity: 1, customization_id: randomUUID() }] },
      'unknown_customization',
    ],
    ['a broken design', { lines: [{ quantity: 1, design: { version: 2 } }] }, 'invalid_design'],
    [
      'a garment without a price',
      { lines: [{ quantity: 1, design: designOf([], [], 'Jeans') }] },
      'garment_not_priced',
    ],
    ['a long note', { note: 'x'.repeat(1001) }, 'note_too_long'],
    ['a total that is no number', { expected_total: 'free' }, 'price_changed'],
    ['an unknown store', { tenant_id: 'nowhere' }, 'no_profile'],
    ['no store', { tenant_id: null }, 'no_profile'],
  ])('for %s', async (_, changes, detail) => {
    expect(await refused(changes)).toMatchObject({ code: 'P0001', detail });
  });

  test('for a payment method that the store has closed', async () => {
    await db.owner`update settings set payment = payment || '{"onlinePayment": false}' where tenant_id = 'inkthread'`;
    expect(await refused({ payment_method: 'online' })).toMatchObject({ detail: 'payment_closed' });
    await db.owner`update settings set payment = payment || '{"onlinePayment": true}' where tenant_id = 'inkthread'`;
  });

  test('for a slot on the wrong day, in the past, or after its cut-off', async () => {
    const [days] = await db.owner<{ next: string; past: string; far: string }[]>`select
      (${store.slotDate}::date + 1)::text as next, (${store.slotDate}::date - 14)::text as past,
      (${store.slotDate}::date + 700)::text as far`;
    const at = (slot_date: unknown) => refused({ slot_id: store.slotId, slot_date });
    expect(await at(days?.next)).toMatchObject({ detail: 'invalid_slot_date' });
    expect(await at(days?.past)).toMatchObject({ detail: 'slot_closed' });
    expect(await at(days?.far)).toMatchObject({ detail: 'invalid_slot_date' });
    expect(await at('infinity')).toMatchObject({ detail: 'invalid_slot_date' });
    expect(await at(undefined)).toMatchObject({ detail: 'invalid_slot_date' });
    await db.owner`update delivery_slots set cut_off_hours = 336 where id = ${store.slotId}`;
    expect(await at(store.slotDate)).toMatchObject({ detail: 'slot_closed' });
    await db.owner`update delivery_slots set cut_off_hours = 12 where id = ${store.slotId}`;
  });

  test.each([
    ['has expired', "starts_at = null, ends_at = now() - interval '1 day'", 'discount_expired'],
    ['has not begun', "starts_at = now() + interval '1 day', ends_at = null", 'discount_not_started'],
    ['is switched off', 'is_active = false', 'discount_expired'],
    ['needs more goods', 'minimum_subtotal = 5000', 'discount_minimum'],
  ])('a discount code that %s', async (_, change, detail) => {
    const [made] = await db.owner.unsafe(
      "insert into discounts (tenant_id, code, kind, value) values ('inkthread', 'X' || substr(gen_random_uuid()::text, 1, 8), 'percent', 10) returning id, code",
    );
    await db.owner.unsafe(`update discounts set ${change} where id = '${made?.id}'`);
    expect(await refused({ discount_code: made?.code })).toMatchObject({ code: 'P0001', detail });
  });

  test('for a person without an account in the store, and for nobody at all', async () => {
    const stranger = await makePerson(db, other.tenantId);
    expect(await refused({}, stranger)).toMatchObject({ detail: 'no_profile' });
    const refusal = await errorMessage(db, anonymous, 'select place_order($1::text::jsonb)', [
      JSON.stringify(orderOf(store)),
    ]);
    expect(refusal.code).toBe('42501');
  });
});

describe('a used idempotency key', () => {
  let own: Store;
  let buyer: Person;
  beforeAll(async () => {
    own = await makeStore(db, 'northblock');
    buyer = await makePerson(db, own.tenantId);
  });

  test.each([
    ['another address', { address: { ...address, street: '1 Tahrir' } }],
    ['another payment', { payment_method: 'bank_transfer' }],
    ['another delivery', { shipping_method: 'express' }],
    ['other goods', { lines: [{ product_id: randomUUID(), quantity: 1 }] }],
    ['another total', { expected_total: 1 }],
  ])('tells which one it is when it is sent with %s, and makes none', async (_, changes) => {
    const document = orderOf(own);
    const first = await place(db, buyer.identity, document);
    const before = await snapshot();
    const refusal = await buyer.refusal('select place_order($1::text::jsonb)', [
      JSON.stringify({ ...document, ...changes }),
    ]);
    expect(refusal).toMatchObject({
      code: 'P0001',
      message: `Your order ${first.number} is placed, as you first sent it.`,
      detail: 'already_placed',
    });
    expect(JSON.parse(refusal.hint ?? '')).toEqual({ order_id: first.id, number: first.number });
    expect(await snapshot()).toEqual(before);
  });
});

describe('quoting an order', () => {
  test('all problems are listed at once, and nothing is written', async () => {
    const before = await snapshot();
    const [row] = await db.run(anonymous, 'select to_jsonb(quote_order($1::text::jsonb)) as quote', [
      JSON.stringify(
        orderOf(store, {
          lines: [
            ...line({ price: 200 }),
            { product_id: store.mugId, quantity: 999 },
            { product_id: randomUUID(), quantity: 1 },
          ],
          discount_code: 'NOPE',
        }),
      ),
    ]);
    expect(row?.quote).toMatchObject({
      lines: [
        { unit_price: 250, price_was: 200, problem: null },
        { unit_price: 99.99, problem: 'out_of_stock' },
        { unit_price: null, problem: 'unknown_product' },
      ],
      problems: [
        { code: 'out_of_stock', line: 1 },
        { code: 'unknown_product', line: 2 },
        { code: 'unknown_discount', message: 'This discount code does not exist.' },
      ],
    });
    expect(await snapshot()).toEqual(before);
  });
});
