import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, makePerson, type Person } from './people.ts';
import { piecesOf, standingOf } from './shipments.ts';
import { call, freshTenant, makeStore, orderOf, type PlacedOrder, place } from './store.ts';

storeForEachTest();

/** Adds an offer to the test's store. */
async function offer(columns: Record<string, unknown>): Promise<string> {
  const row = { tenant_id: store.tenantId, name: 'Three for two', ...columns };
  const names = Object.keys(row).join(', ');
  const [added] = await db.owner.unsafe<{ id: string }[]>(
    `insert into offers (${names}) select ${names} from jsonb_populate_record(null::offers, $1::text::jsonb) returning id`,
    [JSON.stringify(row)],
  );
  return added?.id ?? '';
}

const threeForTwo = { kind: 'cheapest', value: 100, set_size: 3, reduced_pieces: 1 };
const tenPercent = { name: 'Ten percent', kind: 'percent', value: 10 };

interface Quote {
  discount_total: number;
  offer_total: number;
  discount_code: string | null;
  outdone_code: string | null;
  shipping_total: number;
  total: number;
  lines: { offered: number }[];
  offers: { name: string; amount: number }[];
  nearly: { name: string; missing_pieces: number; missing_amount: number }[];
  problems: { code: string }[];
}

const hoodies = (quantity: number, size = 'M') => ({
  product_id: store.hoodieId,
  quantity,
  size,
  color: 'Black',
});
const quote = (lines: object[], changes: object = {}, who = shopper.identity) =>
  call<Quote>(db, who, 'select to_jsonb(quote_order($1::text::jsonb)) as value', [
    JSON.stringify({ tenant_id: store.tenantId, lines, ...changes }),
  ]);

const offersOf = async ({ id }: { id: string }) =>
  (
    await db.owner<{ name: string; amount: number }[]>`
    select name, amount::float8 as amount from offer_uses where order_id = ${id} order by name`
  ).map((row) => ({ ...row }));

const quoteEdit = ({ id }: { id: string }, changes: object, who: Person = admin) =>
  who.value<number>('select difference::float8 as value from quote_edit($1::text::uuid, $2::text::jsonb)', [
    id,
    JSON.stringify(changes),
  ]);
const edit = ({ id }: { id: string }, changes: object) =>
  admin.value<{ id: string; state: string; difference: number }>(
    "select to_jsonb(edit_order($1::text::uuid, $2::text::jsonb, 'They rang')) as value",
    [id, JSON.stringify(changes)],
  );

describe('an automatic offer', () => {
  test('is in the quote of everybody, on the lines of the order, and in its total', async () => {
    await offer(threeForTwo);
    const lines = [hoodies(2), hoodies(1, 'L'), { product_id: store.mugId, quantity: 1 }];
    const guest = await quote(lines, {}, anonymous);
    expect(guest).toMatchObject({
      offer_total: 250,
      discount_total: 250,
      offers: [{ name: 'Three for two', amount: 250 }],
    });
    expect(guest.lines.map(({ offered }) => offered)).toEqual([166.67, 83.33, 0]);
    const order = await buy({ lines, expected_total: guest.total });
    expect(order).toMatchObject({
      subtotal: 849.99,
      discount_total: 250,
      offer_total: 250,
      total: guest.total,
    });
    expect(await offersOf(order)).toEqual([{ name: 'Three for two', amount: 250 }]);
    expect(order.lines).toMatchObject([
      { discount_share: 166.67, offer_share: 166.67 },
      { discount_share: 83.33, offer_share: 83.33 },
      { discount_share: 0, offers: [] },
    ]);
  });

  test('applies to a staff order as to the shopper’s', async () => {
    await offer(tenPercent);
    const order = await admin.value<PlacedOrder>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify(
          orderOf(store, {
            customer: { name: 'Mona Adel', phone: '01012345678' },
            channel: 'phone',
            expected_total: 255,
          }),
        ),
      ],
    );
    expect(order).toMatchObject({ discount_total: 25 });
  });

  test('says what the cart lacks for it', async () => {
    await offer({ ...threeForTwo, category_ids: [store.categoryId] });
    await offer({ ...tenPercent, minimum_amount: 600 });
    const { offer_total, nearly } = await quote([hoodies(2)]);
    expect({ offer_total, nearly }).toMatchObject({
      offer_total: 0,
      nearly: [
        { name: 'Ten percent', missing_pieces: 0, missing_amount: 100 },
        { name: 'Three for two', missing_pieces: 1, missing_amount: 0 },
      ],
    });
    expect((await quote([{ product_id: store.mugId, quantity: 1 }])).nearly).toMatchObject([
      { name: 'Ten percent' },
    ]);
  });

  test('makes delivery free without a code', async () => {
    await db.owner`update settings set shipping = '{"freeShippingThreshold": null, "defaultShippingFee": 30, "expressShippingFee": 50}' where tenant_id = ${store.tenantId}`;
    const free = { kind: 'free_shipping', name: 'Free delivery', minimum_pieces: 2 };
    await offer(free);
    expect(await quote([hoodies(1)])).toMatchObject({ shipping_total: 30, offers: [] });
    const order = await buy({ lines: [hoodies(2)] });
    expect(order).toMatchObject({ shipping_total: 0, discount_total: 0 });
    expect(await offersOf(order)).toEqual([{ name: 'Free delivery', amount: 0 }]);
    expect(await quoteEdit(order, { address: { ...addressOf('Giza', 'Dokki') } })).toBe(0);
  });

  test.each([
    ['switched off', { is_active: false }],
    ['ended', { ends_at: '2020-01-01' }],
    ['not begun', { starts_at: '2999-01-01' }],
  ])('gives nothing when it is %s', async (_, columns) => {
    await offer({ ...tenPercent, ...columns });
    expect((await quote([hoodies(1)])).offer_total).toBe(0);
  });

  test('runs on the days of the week that it names', async () => {
    const [today] = await db.owner<
      { day: number }[]
    >`select extract(dow from private.shop_time())::int as day`;
    const day = today?.day ?? 0;
    const id = await offer({ ...tenPercent, weekdays: [(day + 1) % 7, (day + 2) % 7] });
    expect((await quote([hoodies(1)])).offer_total).toBe(0);
    await db.owner`update offers set weekdays = ${[day]} where id = ${id}`;
    expect((await quote([hoodies(1)])).offer_total).toBe(25);
  });

  test('for first orders or signed-in people is for nobody else', async () => {
    await offer({ ...tenPercent, audience: 'first_order' });
    expect((await quote([hoodies(1)], {}, anonymous)).offer_total).toBe(0);
    const order = await buy();
    expect(order.discount_total).toBe(25);
    expect((await quote([hoodies(1)])).offer_total).toBe(0);
    await shopper.run("select cancel_order($1::text::uuid, '')", [order.id]);
    expect((await quote([hoodies(1)])).offer_total).toBe(25);
    await db.owner`update offers set audience = 'signed_in' where tenant_id = ${store.tenantId}`;
    expect((await quote([hoodies(1)], {}, anonymous)).offer_total).toBe(0);
    expect((await buy()).discount_total).toBe(25);
  });

  test('is quoted to staff as it is given to the customer, of whose points and credit they read nothing', async () => {
    await offer({ ...tenPercent, audience: 'first_order' });
    await buy();
    const lines = [hoodies(1)];
    const known = { user_id: shopper.id };
    const again = await quote(lines, { customer: known }, admin.identity);
    expect(again).toMatchObject({ offer_total: 0, points_balance: null, store_credit_balance: null });
    const unknown = await quote(lines, { customer: { phone: '01055555555' } }, admin.identity);
    expect(unknown.offer_total).toBe(0);
    const first = await makePerson(db, store.tenantId);
    const { offer_total, total } = await quote(lines, { customer: { user_id: first.id } }, admin.identity);
    expect(offer_total).toBe(25);
    const placed = await admin.value<PlacedOrder>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify(
          orderOf(store, { lines, channel: 'phone', customer: { user_id: first.id }, expected_total: total }),
        ),
      ],
    );
    expect(placed.discount_total).toBe(25);
    await expect(quote(lines, { customer: known })).rejects.toThrow();
  });

  test('is refused to a shopper who saw its price when it ends while they shop', async () => {
    const id = await offer(tenPercent);
    const { total } = await quote([hoodies(1)]);
    await db.owner`update offers set ends_at = now() where id = ${id}`;
    const document = JSON.stringify(orderOf(store, { expected_total: total }));
    expect(await shopper.refusal('select place_order($1::text::jsonb)', [document])).toMatchObject({
      detail: 'price_changed',
    });
  });
});

const addressOf = (governorate: string, city: string) => ({
  full_name: 'Mona Adel',
  phone: '01012345678',
  governorate,
  city,
  street: '9 Road 233',
});

describe('a discount code', () => {
  test('takes its part of what offers leave', async () => {
    await offer(tenPercent);
    const order = await buy({ lines: [hoodies(2)], discount_code: 'TEN' });
    expect(order).toMatchObject({
      subtotal: 500,
      offer_total: 50,
      discount_total: 95,
      discount_code: 'TEN',
      total: 435,
    });
    const [use] =
      await db.owner`select amount::float8 as amount from discount_uses where order_id = ${order.id}`;
    expect(use?.amount).toBe(45);
  });

  test('replaces an offer that does not combine with codes if it saves as much', async () => {
    await offer({ ...tenPercent, with_codes: false });
    expect(await quote([hoodies(1)], { discount_code: 'TEN' })).toMatchObject({
      discount_code: 'TEN',
      offer_total: 0,
      discount_total: 25,
    });
  });

  test('does not apply, and is not used up, if such an offer saves more', async () => {
    await offer({ ...tenPercent, value: 20, with_codes: false });
    expect(await quote([hoodies(1)], { discount_code: 'ten' })).toMatchObject({
      discount_code: null,
      outdone_code: 'TEN',
      offer_total: 50,
      discount_total: 50,
      problems: [],
    });
    const order = await buy({ discount_code: 'TEN' });
    expect(order).toMatchObject({ discount_total: 50, discount_code: null });
    expect(await db.owner`select 1 from discount_uses where order_id = ${order.id}`).toHaveLength(0);
  });

  test('that is wrong leaves the offers as they are', async () => {
    await offer(tenPercent);
    expect(await quote([hoodies(1)], { discount_code: 'NONE' })).toMatchObject({
      offer_total: 25,
      problems: [{ code: 'unknown_discount' }],
    });
  });
});

describe('the limits of an offer', () => {
  test('its uses, in all and by person', async () => {
    await offer({ ...tenPercent, per_person_limit: 1, total_limit: 2 });
    expect((await buy()).discount_total).toBe(25);
    expect((await buy()).discount_total).toBe(0);
    const other = await makePerson(db, store.tenantId);
    const third = await makePerson(db, store.tenantId);
    expect((await place(db, other.identity, orderOf(store))).discount_total).toBe(25);
    expect((await place(db, third.identity, orderOf(store))).discount_total).toBe(0);
  });

  test('what it takes off in all, and a cancelled order gives its part back', async () => {
    await offer({ ...tenPercent, budget: 40 });
    const order = await buy();
    expect(order.discount_total).toBe(25);
    expect((await buy()).discount_total).toBe(0);
    await shopper.run("select cancel_order($1::text::uuid, '')", [order.id]);
    expect((await buy()).discount_total).toBe(25);
  });

  test('hold for orders at the same time', async () => {
    await offer({ ...tenPercent, total_limit: 1, budget: 30 });
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(db, store.tenantId)));
    const orders = await Promise.all(people.map(({ identity }) => place(db, identity, orderOf(store))));
    expect(orders.filter(({ discount_total }) => discount_total > 0)).toHaveLength(1);
  });

  test('the margin over what a piece costs', async () => {
    await db.owner`insert into variant_costs (tenant_id, variant_id, cost)
      select tenant_id, id, 200 from product_variants where product_id = ${store.hoodieId}`;
    await offer({ ...tenPercent, value: 50, with_codes: false, margin_percent: 10 });
    expect(await quote([hoodies(2)])).toMatchObject({ offer_total: 60 });
  });
});

describe('when pieces come or go', () => {
  test('each piece of a set is worth its part, so that cancelling and returning leave nothing for free', async () => {
    await offer(threeForTwo);
    const order = await delivered({ lines: [hoodies(3)] });
    expect((await standingOf(order)).charged).toBe(500);
    const returned = await shopper.value<{ id: string }>(
      "select to_jsonb(request_return($1::text::uuid, 'Too small', p_lines => $2::text::jsonb)) as value",
      [order.id, JSON.stringify(piecesOf(order, 2))],
    );
    expect(returned).toMatchObject({ order_id: order.id });
    const [line] = await db.owner<{ worth: number }[]>`
      select private.worth_of_pieces(order_lines, 2)::float8 as worth from order_lines where order_id = ${order.id}`;
    expect(line?.worth).toBe(333.33);
  });

  test('kept pieces keep their price, unless the store recalculates conditions that held', async () => {
    const id = await offer({ ...tenPercent, minimum_pieces: 3 });
    const order = await buy({ lines: [hoodies(3)] });
    const quoted = () =>
      shopper.value<number>(
        'select discount_owed::float8 as value from quote_cancellation($1::text::uuid, $2::text::jsonb)',
        [order.id, JSON.stringify(piecesOf(order, 1))],
      );
    expect(await quoted()).toBe(0);
    await db.owner`update settings set returns = returns || '{"recountsCodes": true}' where tenant_id = ${store.tenantId}`;
    expect(await quoted()).toBe(50);
    await db.owner`update offers set minimum_pieces = 9 where id = ${id}`;
    expect(await quoted()).toBe(0);
    await db.owner`update offers set minimum_pieces = 3 where id = ${id}`;
    await shopper.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify(piecesOf(order, 1)),
    ]);
    expect((await standingOf(order)).charged).toBe(500);
  });

  test('an edit adds a piece for what the offers leave of the whole order', async () => {
    await offer(threeForTwo);
    const order = await buy({ lines: [hoodies(2)] });
    expect(order.discount_total).toBe(0);
    const changes = { add: [hoodies(1, 'L')] };
    expect(await quoteEdit(order, changes)).toBe(0);
    expect(await edit(order, changes)).toMatchObject({ difference: 0 });
    expect(await standingOf(order)).toMatchObject({ charged: 500 });
    expect(await offersOf(order)).toEqual([{ name: 'Three for two', amount: 250 }]);
    expect(await quoteEdit(order, changes)).toBe(250);
  });

  test('another size keeps what the offer gave', async () => {
    const id = await offer(threeForTwo);
    const order = await buy({ lines: [hoodies(3)], discount_code: 'TEN' });
    await db.owner`update offers set is_active = false where id = ${id}`;
    const swap = {
      remove: piecesOf(order, 1),
      add: [{ instead_of: order.lines[0]?.id, quantity: 1, size: 'L' }],
    };
    expect(await edit(order, swap)).toMatchObject({ difference: 0 });
    const lines = await db.owner`
      select discount_share::float8 as discount, offer_share::float8 as offer from order_lines
      where order_id = ${order.id} order by position`;
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { discount: 300, offer: 250 },
      { discount: 100, offer: 83.33 },
    ]);
  });
});

describe('staff', () => {
  const insert = (columns: string, values: string) =>
    `insert into offers (tenant_id, name, ${columns}) values ('${store.tenantId}', 'Theirs', ${values}) returning id`;

  test('of the store make offers, and shoppers and other stores neither read nor make them', async () => {
    await admin.run(insert('kind, value', "'percent', 10"));
    const other = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, other.tenantId, 'admin');
    for (const who of [shopper, stranger]) {
      expect(await who.run('select 1 from offers')).toHaveLength(0);
      expect(await who.attempt(insert('kind, value', "'percent', 99"))).toMatchObject({
        message: expect.any(String),
      });
    }
  });

  test('without the right to see costs set no margin and change none, but may pause its offer', async () => {
    const clerk = await makePerson(db, store.tenantId);
    const [role] = await db.owner<{ id: string }[]>`
      with role as (
        insert into private.staff_roles (name) values (${`Clerk ${clerk.id}`}) returning id
      ), granted as (
        insert into private.staff_role_capabilities (role_id, capability)
        select id, unnest('{offers.see,offers.change}'::text[]) from role
      )
      select id from role`;
    await db.owner`
      insert into staff_grants (user_id, tenant_id, role_id) values (${clerk.id}, ${store.tenantId}, ${role?.id ?? ''})`;
    const margin = insert('kind, value, with_codes, margin_percent', "'percent', 90, false, 0");
    expect(await clerk.refusal(margin)).toMatchObject({ detail: 'margin_not_allowed' });
    const [added] = await admin.run(margin);
    expect(await clerk.refusal('update offers set value = 95')).toMatchObject({
      detail: 'margin_not_allowed',
    });
    await clerk.run('update offers set is_active = false');
    expect(
      await admin.value('select is_active as value from offers where id = $1::text::uuid', [
        String(added?.id),
      ]),
    ).toBe(false);
  });

  test('cannot delete an offer that orders used, and read what it brought and cost', async () => {
    const id = await offer(tenPercent);
    await buy();
    expect(await admin.refusal('delete from offers where id = $1::text::uuid', [id])).toMatchObject({
      detail: 'offer_used',
    });
    const counts = await admin.value(
      'select to_jsonb(offer_use_counts($1, array[$2::text::uuid])) as value',
      [store.tenantId, id],
    );
    expect(counts).toMatchObject({ uses: 1, given: 25, revenue: 255 });
    const unused = await offer({ ...tenPercent, is_active: false });
    await admin.run('delete from offers where id = $1::text::uuid', [unused]);
    expect(await db.owner`select 1 from offers where id = ${unused}`).toHaveLength(0);
  });

  test.each([
    ['a percentage above a hundred', 'kind, value', "'percent', 101"],
    ['a set of one', 'kind, value, set_size, reduced_pieces', "'cheapest', 100, 1, 1"],
    ['a set that is all free', 'kind, value, set_size, reduced_pieces', "'cheapest', 100, 2, 2"],
    ['a set without a size', 'kind, value', "'set_price', 100"],
    ['a size without a set', 'kind, value, set_size', "'percent', 10, 3"],
    ['a margin that codes break', 'kind, value, margin_percent, with_codes', "'percent', 10, 10, true"],
    ['a day that no week has', 'kind, value, weekdays', "'percent', 10, '{7}'"],
  ])('cannot store %s', async (_, columns, values) => {
    expect(await admin.attempt(insert(columns, values))).toMatchObject({ message: expect.any(String) });
  });
});

test('an order under offers keeps its number on a second request', async () => {
  await offer(tenPercent);
  const document = orderOf(store, { idempotency_key: randomUUID() });
  const [first, second] = [
    await place(db, shopper.identity, document),
    await place(db, shopper.identity, document),
  ];
  expect(second.id).toBe(first.id);
  expect(await offersOf(first)).toHaveLength(1);
});
