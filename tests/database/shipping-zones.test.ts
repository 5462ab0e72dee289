import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, makePerson, type Person, server } from './people.ts';
import { inProduction } from './shipments.ts';
import { address, call, freshTenant, makeStore, move, orderOf, type PlacedOrder, place } from './store.ts';

interface Option {
  method: string;
  fee: number;
  free_from: number | null;
  days_from: number | null;
  days_to: number | null;
  cash_allowed: boolean;
}

interface Quote {
  shipping_total: number;
  total: number;
  shipping: Option[];
  cash: { requirement: string; reasons: object[] };
  problems: { code: string; message: string }[];
}

const aswan = { ...address, governorate: 'Aswan', city: 'Edfu' };
const cairo = { ...address, governorate: 'Cairo', city: 'Maadi' };
const upperEgypt = [
  { method: 'standard', fee: 75, free_from: 1500, days_from: 4, days_to: 7 },
  { method: 'express', fee: 120, days_from: 2, days_to: 3, cash_allowed: false },
];

storeForEachTest();
beforeEach(() => zone('Upper Egypt', ['Aswan', 'Luxor', 'Qena'], upperEgypt));

/** Adds a shipping zone as the store's admin; returns its id. */
async function zone(name: string, places: string[], rates: object[], columns: Record<string, unknown> = {}) {
  const row = { id: randomUUID(), tenant_id: store.tenantId, name, places, rates, ...columns };
  await admin.run(...inserted(row));
  return row.id;
}

const inserted = (row: Record<string, unknown>): [string, string[]] => [
  `insert into shipping_zones (${Object.keys(row).join()})
   select ${Object.keys(row).join()} from jsonb_populate_record(null::shipping_zones, $1::text::jsonb)`,
  [JSON.stringify(row)],
];

const options = (governorate: string, city = '', subtotal = 0, grams = 0) =>
  call<Option[]>(
    db,
    anonymous,
    `select coalesce(jsonb_agg(answer), '[]') as value
      from shipping_options($1, $2, $3, $4::text::numeric, $5::text::integer) answer`,
    [store.tenantId, governorate, city, String(subtotal), String(grams)],
  );

const quote = (changes: Record<string, unknown>, who = shopper.identity) =>
  call<Quote>(db, who, 'select to_jsonb(quote_order($1::text::jsonb)) as value', [
    JSON.stringify(orderOf(store, changes)),
  ]);

const refused = (changes: Record<string, unknown>, who = shopper) =>
  who.refusal('select place_order($1::text::jsonb)', [JSON.stringify(orderOf(store, changes))]);

/** The fees of standard and express at a place; null if not offered. */
async function fees(...at: Parameters<typeof options>): Promise<(number | null)[]> {
  const offered = await options(...at);
  return ['standard', 'express'].map((method) => offered.find((way) => way.method === method)?.fee ?? null);
}

const weigh = (grams: number) =>
  db.owner`update product_variants set weight_grams = ${grams} where product_id = ${store.hoodieId}`;

describe('a zone', () => {
  test('has its own fees, free threshold, days and cash rule, and every other place those of the settings', async () => {
    expect(await options('Aswan', 'Edfu')).toEqual([
      { method: 'standard', fee: 75, free_from: 1500, days_from: 4, days_to: 7, cash_allowed: true },
      { method: 'express', fee: 120, free_from: null, days_from: 2, days_to: 3, cash_allowed: false },
    ]);
    expect(await options('Cairo', 'Maadi')).toEqual([
      { method: 'standard', fee: 30, free_from: 500, days_from: 2, days_to: 4, cash_allowed: true },
      { method: 'express', fee: 50, free_from: null, days_from: 1, days_to: 1, cash_allowed: true },
    ]);
    expect(await fees('Aswan', 'Edfu', 1500)).toEqual([0, 120]);
    expect(await fees('Cairo', 'Maadi', 500)).toEqual([0, 50]);
    expect(await fees('Atlantis')).toEqual([30, 50]);
  });

  test('prices an order like its quote, which keeps the promised days when the zone changes', async () => {
    const quoted = await quote({ address: aswan });
    expect(quoted).toMatchObject({ shipping_total: 75, total: 325, shipping: [{ fee: 75 }, { fee: 120 }] });
    const { id } = await buy({ address: aswan, expected_total: quoted.total });
    await db.owner`update shipping_zones set rates = '[{"method": "standard", "fee": 99, "days_to": 20}]'
      where tenant_id = ${store.tenantId}`;
    expect(
      await db.owner`select shipping_total, total, days_from, days_to from orders where id = ${id}`,
    ).toEqual([{ shipping_total: '75.00', total: '325.00', days_from: 4, days_to: 7 }]);
  });

  test('applies to a saved address, and a cart without an address uses the settings', async () => {
    const saved = await shopper.value<string>(
      `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street)
       values ($1, $2, 'Mona', '01012345678', 'Luxor', 'Esna', '9') returning id as value`,
      [store.tenantId, shopper.id],
    );
    expect(await quote({ address: null, address_id: saved })).toMatchObject({ shipping_total: 75 });
    expect(await buy({ address: null, address_id: saved })).toMatchObject({ shipping_total: 75 });
    expect(await quote({ address: null })).toMatchObject({ shipping_total: 30, problems: [] });
  });

  test('of districts takes precedence over their governorate’s, in any spelling of the district', async () => {
    await zone('Cairo', ['Cairo'], [{ method: 'standard', fee: 40 }]);
    await zone('Near', ['cairo-maadi'], [{ method: 'standard', fee: 20 }]);
    expect(await fees('Cairo', 'Maadi')).toEqual([20, null]);
    expect(await fees('Cairo', 'المعادى')).toEqual([20, null]);
    expect(await fees('Cairo', 'Zamalek')).toEqual([40, null]);
    expect(await fees('Giza', 'Maadi')).toEqual([30, 50]);
  });

  test('charges by tiers of weight and of the subtotal: the highest that the order reaches', async () => {
    await zone(
      'Coast',
      ['Matrouh'],
      [
        { method: 'standard', fee: 60 },
        { method: 'standard', fee: 90, from_grams: 2000 },
        { method: 'standard', fee: 80, from_grams: 2000, from_subtotal: 1000 },
        { method: 'standard', fee: 45, from_subtotal: 500 },
      ],
    );
    const price = async (subtotal: number, grams: number) => (await fees('Matrouh', '', subtotal, grams))[0];
    expect(await price(499.99, 1999)).toBe(60);
    expect(await price(500, 1999)).toBe(45);
    expect(await price(500, 2000)).toBe(90);
    expect(await price(1000, 5000)).toBe(80);
    await weigh(700);
    const lines = (quantity: number) => [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }];
    const coast = { ...address, governorate: 'Matrouh', city: 'Siwa' };
    expect(await buy({ address: coast, lines: lines(1) })).toMatchObject({ shipping_total: 60 });
    expect(await buy({ address: coast, lines: lines(3) })).toMatchObject({ shipping_total: 90 });
    expect(await buy({ address: coast, lines: lines(4) })).toMatchObject({ shipping_total: 80 });
  });

  test('waives standard delivery with a free shipping code, but not express', async () => {
    await db.owner`insert into discounts (tenant_id, code, kind) values (${store.tenantId}, 'SHIPFREE', 'free_shipping')`;
    const free = { address: aswan, discount_code: 'SHIPFREE' };
    expect(await quote(free)).toMatchObject({ shipping_total: 0, shipping: [{ fee: 0 }, { fee: 120 }] });
    expect(await quote({ ...free, shipping_method: 'express', payment_method: 'online' })).toMatchObject({
      shipping_total: 120,
    });
  });

  test('that is inactive leaves its places to the settings, and to other zones', async () => {
    await admin.run("update shipping_zones set is_active = false where name = 'Upper Egypt'");
    expect(await fees('Aswan')).toEqual([30, 50]);
    await zone('South', ['Aswan'], [{ method: 'standard', fee: 65 }]);
    expect(await fees('Aswan')).toEqual([65, null]);
    expect(
      await admin.refusal("update shipping_zones set is_active = true where name = 'Upper Egypt'"),
    ).toMatchObject({ detail: 'place_in_other_zone', message: 'Aswan is in the zone South already.' });
  });

  test('has no place that another one has, even when two are saved at once, and no unknown one', async () => {
    const taken = { tenant_id: store.tenantId, name: 'South', places: ['Sohag', 'Aswan'] };
    expect(await admin.refusal(...inserted(taken))).toMatchObject({
      detail: 'place_in_other_zone',
      message: 'Aswan is in the zone Upper Egypt already.',
    });
    const unknown = { tenant_id: store.tenantId, name: 'Nowhere', places: ['Atlantis'] };
    expect(await admin.refusal(...inserted(unknown))).toMatchObject({
      detail: 'unknown_place',
      message: 'Atlantis is no governorate or district.',
    });
    const outcomes = await Promise.allSettled(
      ['One', 'Other'].map((name) => zone(name, ['Suez', 'Ismailia', 'Port Said'], upperEgypt)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['no method', [{ fee: 5 }]],
    ['another method', [{ method: 'drone', fee: 5 }]],
    ['no fee', [{ method: 'standard' }]],
    ['a fee below zero', [{ method: 'standard', fee: -5 }]],
    ['a fee in text', [{ method: 'standard', fee: '5' }]],
    ['a word of its own', [{ method: 'standard', fee: 5, colour: 'red' }]],
    ['days that are none', [{ method: 'standard', fee: 5, days_to: -1 }]],
    ['a weight that is none', [{ method: 'standard', fee: 5, from_grams: 0.5 }]],
    [
      'the same step twice',
      [
        { method: 'standard', fee: 5 },
        { method: 'standard', fee: 6, from_grams: 0 },
      ],
    ],
    ['no list', { method: 'standard', fee: 5 }],
    ['no object', [5]],
  ])('takes no rates with %s', async (_, rates) => {
    const row = { tenant_id: store.tenantId, name: 'Wrong', rates };
    expect(await admin.refusal(...inserted(row))).toMatchObject({ code: '23514' });
  });

  test('is not readable or writable for another store’s staff, and cannot have its places', async () => {
    const other = await makeStore(db, freshTenant());
    const theirs = await makePerson(db, other.tenantId, 'admin');
    expect(await theirs.run('select 1 from shipping_zones where tenant_id = $1', [store.tenantId])).toEqual(
      [],
    );
    const row = { tenant_id: store.tenantId, name: 'Theirs', places: ['Cairo'] };
    expect(await theirs.refusal(...inserted(row))).toMatchObject({ code: '42501' });
    const own = {
      tenant_id: other.tenantId,
      name: 'Ours',
      places: ['Aswan'],
      rates: [{ method: 'standard', fee: 5 }],
    };
    await theirs.run(...inserted(own));
    expect(await fees('Aswan')).toEqual([75, 120]);
  });
});

test('a store promises free delivery without a place only if no place has another threshold', async () => {
  const varies = () =>
    call<boolean>(db, anonymous, 'select free_delivery_varies($1) as value', [store.tenantId]);
  const change = (rates: object[], isActive = true) =>
    db.owner`update shipping_zones set rates = ${JSON.stringify(rates)}::text::jsonb, is_active = ${isActive}
      where tenant_id = ${store.tenantId}`;
  expect(await varies()).toBe(true);
  await change(upperEgypt, false);
  expect(await varies()).toBe(false);
  await change([{ method: 'standard', fee: 75, free_from: 500 }]);
  expect(await varies()).toBe(false);
  await change([{ method: 'standard', fee: 75 }]);
  expect(await varies()).toBe(true);
  await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": null}' where tenant_id = ${store.tenantId}`;
  expect(await varies()).toBe(false);
  await change([]);
  expect(await varies()).toBe(false);
  await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 500}' where tenant_id = ${store.tenantId}`;
  expect(await varies()).toBe(true);
});

test('everybody reads what delivery costs in each zone, and elsewhere unless zones cover every governorate', async () => {
  const fees = () =>
    call<object[]>(
      db,
      anonymous,
      `select jsonb_agg(jsonb_build_array(name, method, fee, free_from, days_to) order by place) as value
        from delivery_fees($1) with ordinality answer (zone_id, name, translations, method, fee, free_from, days_from, days_to, place)`,
      [store.tenantId],
    );
  await zone('Nowhere yet', ['North Sinai'], []);
  const weighed = [
    { method: 'standard', fee: 40 },
    { method: 'standard', fee: 90, from_grams: 5000 },
  ];
  await zone('Delta', ['Gharbia'], weighed, { position: 1 });
  await zone('Closed', ['Suez'], [{ method: 'standard', fee: 1 }], { is_active: false });
  expect(await fees()).toEqual([
    ['Nowhere yet', null, null, null, null],
    ['Upper Egypt', 'standard', 75, 1500, 7],
    ['Upper Egypt', 'express', 120, null, 3],
    ['Delta', 'standard', 40, null, null],
    [null, 'standard', 30, 500, 4],
    [null, 'express', 50, null, 1],
  ]);

  await db.owner`delete from shipping_zones where tenant_id = ${store.tenantId}`;
  expect(await fees()).toBeNull();
  const everywhere = await db.owner`select enum_range(null::governorate)::text[] as all`;
  await zone('Egypt', everywhere[0]?.all, [{ method: 'standard', fee: 80 }]);
  expect(await fees()).toEqual([['Egypt', 'standard', 80, null, null]]);
});

describe('an order is refused', () => {
  test('where the store does not deliver, and its quote says so', async () => {
    await zone('Nowhere yet', ['North Sinai'], []);
    const sinai = { ...address, governorate: 'North Sinai', city: 'Arish' };
    const message = 'We do not deliver to Arish. Choose another address.';
    expect(await options('North Sinai')).toEqual([]);
    expect(await quote({ address: sinai })).toMatchObject({
      shipping: [],
      problems: [{ code: 'not_delivered_there', message }],
    });
    expect(await quote({ address: { governorate: 'North Sinai' } })).toMatchObject({
      problems: [{ message: 'We do not deliver to North Sinai. Choose another address.' }],
    });
    expect(await refused({ address: sinai })).toMatchObject({ detail: 'not_delivered_there', message });
  });

  test('with a method that is unavailable there', async () => {
    await zone('Coast', ['Matrouh'], [{ method: 'standard', fee: 60 }]);
    const coast = { address: { ...address, governorate: 'Matrouh' }, shipping_method: 'express' };
    const message = 'Express delivery does not go to this address. Choose standard delivery.';
    expect(await quote(coast)).toMatchObject({ problems: [{ code: 'shipping_method_not_there', message }] });
    expect(await refused(coast)).toMatchObject({ detail: 'shipping_method_not_there', message });
  });

  test('above the maximum weight', async () => {
    await zone('Islands', ['Matrouh'], [{ method: 'standard', fee: 60 }], { max_grams: 1500 });
    await weigh(800);
    const heavy = {
      address: { ...address, governorate: 'Matrouh' },
      lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }],
    };
    const message =
      'This order weighs 1.6 kg, and up to 1.5 kg are delivered to this address. Take something out of it, or choose another address.';
    expect(await quote(heavy)).toMatchObject({ problems: [{ code: 'order_too_heavy', message }] });
    expect(await refused(heavy)).toMatchObject({ detail: 'order_too_heavy', message });
    expect(await options('Matrouh', '', 0, 1501)).toEqual([]);
  });

  test('in cash in a zone without cash, unless staff give a reason', async () => {
    const express = { address: aswan, shipping_method: 'express' };
    expect(await quote(express)).toMatchObject({
      cash: { requirement: 'pay_before', reasons: [{ rule: 'zone' }] },
    });
    expect(await refused(express)).toMatchObject({
      detail: 'cash_not_open',
      message: 'Orders to this address are paid before they are sent. Choose another way to pay.',
    });
    expect(await buy({ ...express, payment_method: 'bank_transfer' })).toMatchObject({ shipping_total: 120 });
    const byPhone = (changes: object = {}) =>
      [
        'select to_jsonb(place_order_for($1::text::jsonb)) as value',
        [
          JSON.stringify({
            ...orderOf(store, express),
            channel: 'phone',
            customer: { user_id: shopper.id },
            ...changes,
          }),
        ],
      ] satisfies [string, string[]];
    expect(await admin.refusal(...byPhone())).toMatchObject({ detail: 'cash_not_open' });
    expect(
      await admin.value<PlacedOrder>(...byPhone({ cash_overruled: 'Pays the courier we sent' })),
    ).toMatchObject({ shipping_total: 120 });
  });

  test('in a slot of another zone, which is not offered there either', async () => {
    const there = await admin.value<string>(
      "select id as value from shipping_zones where name = 'Upper Egypt'",
    );
    await admin.run('update delivery_slots set zone_id = $1::text::uuid where id = $2::text::uuid', [
      there,
      store.slotId,
    ]);
    const offered = (governorate: string | null) =>
      call<number>(db, anonymous, 'select count(*)::int as value from available_slots($1, 14, $2, $3)', [
        store.tenantId,
        governorate ?? '',
        'Edfu',
      ]);
    expect(await offered('Aswan')).toBeGreaterThan(0);
    expect(await offered('Cairo')).toBe(0);
    expect(await offered(null)).toBe(0);
    const slot = { slot_id: store.slotId, slot_date: store.slotDate };
    expect(await refused({ ...slot, address: cairo })).toMatchObject({
      detail: 'slot_not_there',
      message: 'This delivery time is not offered at this address. Choose another one.',
    });
    expect(await buy({ ...slot, address: aswan })).toMatchObject({ shipping_total: 75 });
    expect(
      await admin.refusal('delete from shipping_zones where id = $1::text::uuid', [there]),
    ).toMatchObject({
      detail: 'zone_used',
      message: 'Delivery times belong to this zone. Change or delete them first.',
    });
  });

  test('in a slot before its method’s promised days, which is not offered either', async () => {
    const slots = await db.owner<{ id: string }[]>`
      insert into delivery_slots (tenant_id, day_of_week, from_time, to_time, cut_off_hours)
      select ${store.tenantId}, day, '22:00', '00:00', 0 from generate_series(0, 6) day returning id`;
    const offered = (days: number | null) =>
      db.run(
        anonymous,
        `select day::text, to_time::text as until from available_slots($1, 14, 'Cairo', 'Maadi', $2)
         where slot_id = any ($3::text::uuid[]) order by day limit 1`,
        [store.tenantId, days, `{${slots.map(({ id }) => id).join()}}`],
      );
    const dayOf = (days: number) =>
      call<string>(db, server, 'select private.working_day($1::text::integer)::text as value', [
        String(days),
      ]);
    expect(await offered(3)).toEqual([{ day: await dayOf(3), until: '24:00:00' }]);
    // Late in the evening, today's delivery has begun.
    const begins = "(private.shop_time() + interval '2 hours')::date";
    const first = await call<string>(
      db,
      server,
      `select greatest(private.working_day(0), ${begins})::text as value`,
    );
    expect(await offered(null)).toEqual([{ day: first, until: '24:00:00' }]);
    await db.owner`update settings set shipping = shipping || '{"standardDaysFrom": 3, "standardDaysTo": 5}'
      where tenant_id = ${store.tenantId}`;
    const [tomorrow] = await db.owner<{ id: string; day: string }[]>`
      select id, (private.shop_time()::date + 1)::text as day from delivery_slots
      where tenant_id = ${store.tenantId} and from_time = '22:00' and day_of_week = extract(dow from private.shop_time()::date + 1)`;
    expect(await refused({ slot_id: tomorrow?.id, slot_date: tomorrow?.day, address: cairo })).toMatchObject({
      detail: 'slot_too_soon',
    });
  });

  test('when its fee has changed since the quote, and is then accepted for the new one', async () => {
    const { total } = await quote({ address: aswan });
    await admin.run(
      `update shipping_zones set rates = '[{"method": "standard", "fee": 80}]' where name = 'Upper Egypt'`,
    );
    expect(await refused({ address: aswan, expected_total: total })).toMatchObject({
      detail: 'price_changed',
    });
    expect(await buy({ address: aswan, expected_total: 330 })).toMatchObject({ shipping_total: 80 });
  });
});

describe('an address change', () => {
  const asked = (changes: object) => [JSON.stringify(changes)];
  const quoteEdit = (order: { id: string }, changes: object, who: Person = shopper) =>
    who.value<{ difference: number; total: number; problems: { code: string }[] }>(
      'select to_jsonb(quote_edit($1::text::uuid, $2::text::jsonb)) as value',
      [order.id, ...asked(changes)],
    );
  const edit = (order: { id: string }, changes: object, who: Person = shopper) =>
    who.value<{ id: string; state: string; difference: number }>(
      'select to_jsonb(edit_order($1::text::uuid, $2::text::jsonb)) as value',
      [order.id, ...asked(changes)],
    );
  const standing = async ({ id }: { id: string }) => {
    const [row] = await db.owner`
      select charged::float, shipping_total::float, shipping_difference::float, shipping_method, days_to,
        destination ->> 'governorate' as governorate from orders where id = ${id}`;
    return row;
  };

  test('to another zone costs the difference, which a shopper accepts and staff propose', async () => {
    const order = await buy({ address: cairo });
    expect(await quoteEdit(order, { address: aswan })).toMatchObject({
      difference: 45,
      total: 325,
      problems: [],
    });
    expect(await edit(order, { address: aswan, expected_difference: 45 })).toMatchObject({
      state: 'applied',
      difference: 45,
    });
    expect(await standing(order)).toEqual({
      charged: 325,
      shipping_total: 30,
      shipping_difference: 45,
      shipping_method: 'standard',
      days_to: 7,
      governorate: 'Aswan',
    });
    const other = await buy({ address: cairo });
    const proposed = await edit(other, { address: aswan }, admin);
    expect(proposed).toMatchObject({ state: 'proposed', difference: 45 });
    expect(await standing(other)).toMatchObject({ charged: 280, governorate: 'Cairo' });
    await shopper.run('select decide_edit($1::text::uuid, true)', [proposed.id]);
    expect(await standing(other)).toMatchObject({ charged: 325, governorate: 'Aswan' });
  });

  test('to a cheaper zone refunds the difference', async () => {
    const order = await buy({ address: aswan, payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'T-1')", [order.id]);
    await edit(order, { address: cairo });
    expect(await standing(order)).toMatchObject({ charged: 280, shipping_difference: -45 });
    expect(
      await db.owner`select refunds.amount::float, part.kind from refunds join refund_lines part on part.refund_id = refunds.id
        where refunds.order_id = ${order.id}`,
    ).toEqual([{ amount: 45, kind: 'shipping' }]);
  });

  test('within a zone is free, even if the zone’s fee has changed since', async () => {
    const order = await buy({ address: aswan });
    await db.owner`update shipping_zones set rates = '[{"method": "standard", "fee": 99}]' where tenant_id = ${store.tenantId}`;
    const luxor = { ...aswan, governorate: 'Luxor' };
    expect(await quoteEdit(order, { address: luxor })).toMatchObject({
      difference: 0,
      total: 325,
      problems: [],
    });
    await edit(order, { address: luxor });
    expect(await standing(order)).toMatchObject({ charged: 325, days_to: 7, governorate: 'Luxor' });
  });

  test('or a method change is refused if the order cannot be delivered so', async () => {
    const order = await buy({ address: cairo, slot_id: store.slotId, slot_date: store.slotDate });
    await zone('Nowhere yet', ['North Sinai'], []);
    await db.owner`update delivery_slots set zone_id = ${await zone('Cairo', ['Cairo'], upperEgypt)} where id = ${store.slotId}`;
    const problems = async (changes: object) =>
      (await quoteEdit(order, changes)).problems.map(({ code }) => code);
    expect(await problems({ address: { ...cairo, governorate: 'North Sinai' } })).toEqual([
      'not_delivered_there',
    ]);
    expect(await problems({ address: aswan, shipping_method: 'express' })).toEqual([
      'cash_not_open',
      'slot_not_there',
    ]);
    expect(await problems({ shipping_method: 'express' })).toEqual(['cash_not_open']);
    expect(await problems({ address: aswan, slot_id: null })).toEqual([]);
  });

  test('with another method costs its fee and promises its days', async () => {
    const order = await buy({ address: cairo });
    expect(await quoteEdit(order, { shipping_method: 'express' })).toMatchObject({
      difference: 20,
      total: 300,
      problems: [],
    });
    await edit(order, { shipping_method: 'express' });
    expect(await standing(order)).toMatchObject({ charged: 300, shipping_method: 'express', days_to: 1 });
    await shopper.run("select cancel_order($1::text::uuid, '')", [order.id]);
    expect(await standing(order)).toMatchObject({ charged: 0 });
  });

  test('is part of its shipment’s cash: the carrier collects the new fee', async () => {
    const order = await inProduction(1, { address: cairo });
    await edit(order, { address: aswan });
    await admin.run('select pack_order($1::text::uuid)', [order.id]);
    expect(await db.owner`select cash_due::float from shipments where order_id = ${order.id}`).toEqual([
      { cash_due: 325 },
    ]);
  });
});

test('a replacement in another size pays its zone’s fee, with an available method and payment', async () => {
  const order = await buy({ address: aswan });
  await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
  const replaced = (method: string, payment: string): [string, string[]] => [
    `select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, $3::text::payment_method, $4, $5::text::shipping_method)) as value`,
    [
      order.id,
      JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L' }]),
      payment,
      randomUUID(),
      method,
    ],
  ];
  expect(await shopper.refusal(...replaced('express', 'cash_on_delivery'))).toMatchObject({
    detail: 'cash_not_open',
  });
  expect(await shopper.value<PlacedOrder>(...replaced('standard', 'cash_on_delivery'))).toMatchObject({
    shipping_total: 75,
    total: 75,
    days_to: 7,
  });
});

test('a store’s zones preselect the carrier of its orders for staff', async () => {
  await admin.run("update shipping_zones set carrier = 'bosta' where name = 'Upper Egypt'");
  const [south, north] = [await buy({ address: aswan }), await buy({ address: cairo })];
  expect(
    await admin.run('select order_id, carrier from proposed_carriers($1, $2::text::uuid[])', [
      store.tenantId,
      `{${south.id},${north.id}}`,
    ]),
  ).toEqual([{ order_id: south.id, carrier: 'bosta' }]);
});

test('an order by telephone pays its customer’s zone fee', async () => {
  const document = {
    ...orderOf(store, { address: aswan }),
    channel: 'phone',
    customer: { user_id: shopper.id },
  };
  expect(
    await admin.value<PlacedOrder>('select to_jsonb(place_order_for($1::text::jsonb)) as value', [
      JSON.stringify(document),
    ]),
  ).toMatchObject({ shipping_total: 75 });
  expect(await place(db, shopper.identity, orderOf(store, { address: cairo }))).toMatchObject({
    shipping_total: 30,
  });
});
