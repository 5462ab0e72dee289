import { beforeEach, describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Refusal } from './people.ts';
import { newCustomers } from './races.ts';
import {
  address,
  freshTenant,
  makeStore,
  move,
  orderOf,
  type PlacedOrder,
  place,
  setStock,
} from './store.ts';

storeForEachTest();
beforeEach(async () => {
  await db.owner`delete from staff_settings where tenant_id = ${store.tenantId}`;
  for (const id of [store.hoodieId, store.mugId]) await setStock(db, id, 1000);
});

const elsewhere = (n: number) => ({
  ...address,
  phone: `0109${String(n).padStart(7, '0')}`,
  street: `${n} Nile Street`,
});

const buy = (changes: Record<string, unknown> = {}, who = shopper) =>
  place(db, who.identity, orderOf(store, changes));

async function outcomeOf(changes: Record<string, unknown>, who = shopper): Promise<'placed' | Refusal> {
  const outcome = await who.attempt('select place_order($1::text::jsonb)', [
    JSON.stringify(orderOf(store, changes)),
  ]);
  return 'rows' in outcome ? 'placed' : outcome;
}

const mugs = (quantity: number) => ({ lines: [{ product_id: store.mugId, quantity }] });

async function allow(orders: number | null, pieces: number | null): Promise<void> {
  await db.owner`insert into staff_settings (tenant_id, unpaid_orders_limit, unpaid_pieces_limit)
    values (${store.tenantId}, ${orders}, ${pieces})
    on conflict (tenant_id) do update set unpaid_orders_limit = ${orders}, unpaid_pieces_limit = ${pieces}`;
}

describe('nobody reserves a store’s stock without paying:', () => {
  test('a person’s eleventh unpaid order is refused, with any payment methods', async () => {
    const methods = ['cash_on_delivery', 'bank_transfer', 'online'];
    for (let n = 0; n < 10; n += 1) await buy({ payment_method: methods[n % 3], address: elsewhere(n) });
    for (const payment_method of methods) {
      expect(await outcomeOf({ payment_method, address: elsewhere(10) })).toMatchObject({
        code: 'P0001',
        detail: 'too_many_unpaid',
        message: expect.stringContaining('10 of at most 10'),
      });
    }
  });

  test('cancelled orders, and orders that nobody accepted, no longer reserve anything', async () => {
    await allow(1, 20);
    const order = await buy(mugs(20));
    const line = JSON.stringify([{ order_line_id: order.lines[0]?.id, quantity: 5 }]);
    await shopper.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [order.id, line]);
    expect(await outcomeOf(mugs(5))).toMatchObject({ detail: 'too_many_unpaid' });
    await allow(2, 20);
    expect(await outcomeOf(mugs(6))).toMatchObject({ detail: 'too_many_pieces' });
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped');
    await admin.run(
      "select move_shipments(array(select id from shipments where order_id = $1::text::uuid), 'returned_to_sender')",
      [order.id],
    );
    await allow(1, 20);
    expect(await outcomeOf(mugs(20))).toBe('placed');
  });

  test('an order counts as unpaid until all of it is paid, also if store credit paid a part', async () => {
    await allow(1, 20);
    await db.owner`insert into store_credits (tenant_id, user_id, kind, delta)
      values (${store.tenantId}, ${shopper.id}, 'adjusted', 1000)`;
    const order = await buy({ ...mugs(5), store_credit: 1, payment_method: 'bank_transfer' });
    expect(order.payment_status).toBe('partly_paid');
    expect(await outcomeOf({})).toMatchObject({ detail: 'too_many_unpaid' });
    expect(await outcomeOf({ store_credit: 1 })).toMatchObject({ detail: 'too_many_unpaid' });
    await allow(2, 20);
    expect(await outcomeOf(mugs(16))).toMatchObject({ detail: 'too_many_pieces' });
    await allow(1, 20);
    expect(await outcomeOf({ store_credit: true })).toBe('placed');
    await admin.run("select record_payment($1::text::uuid, 'paid')", [order.id]);
    expect(await outcomeOf(mugs(16))).toBe('placed');
  });

  test('more than twenty unpaid pieces of a product are refused, in one order or together with earlier ones', async () => {
    expect(await outcomeOf(mugs(21))).toMatchObject({
      detail: 'too_many_pieces',
      message: 'You can order up to 20 of Mug before they are paid for.',
    });
    await buy(mugs(15));
    const refusal = await outcomeOf(mugs(6));
    expect(refusal).toMatchObject({
      detail: 'too_many_pieces',
      message: expect.stringContaining('hold 15 already'),
    });
    expect(JSON.parse((refusal as Refusal).hint ?? '')).toMatchObject({
      line: 0,
      product_id: store.mugId,
      held: 15,
      available: 5,
    });
    expect(await outcomeOf({ lines: [...mugs(3).lines, ...mugs(3).lines] })).toMatchObject({
      detail: 'too_many_pieces',
    });
    expect(await outcomeOf(mugs(5))).toBe('placed');
    expect(await outcomeOf({})).toBe('placed');
  });

  test.each([
    ['a phone number', (n: number) => ({ ...elsewhere(n), phone: n % 2 ? '+201012345678' : '01012345678' })],
    [
      'an address',
      (n: number) => ({ ...elsewhere(n), street: n % 2 ? '9, Road-233' : '9  road 233', city: 'Maadi' }),
    ],
  ])(
    'whoever orders to %s that is another’s, however it is written, shares their limits',
    async (_, contact) => {
      await allow(2, 20);
      const paid = await buy({ payment_method: 'bank_transfer', address: contact(0) });
      await admin.run("select record_payment($1, 'paid', 'Transfer 1')", [paid.id]);
      await buy({ address: contact(1) });
      await buy({ address: contact(2) });
      const second = await makePerson(db, store.tenantId);
      expect(await outcomeOf({ address: contact(3) }, second)).toMatchObject({ detail: 'too_many_unpaid' });
      expect(await outcomeOf({ address: elsewhere(4) }, second)).toBe('placed');
    },
  );

  const asked = async (orderId: string) => {
    const [order] = await db.owner`
      select cash_requirement::text as requirement, cash_reasons as reasons from orders where id = ${orderId}`;
    return order;
  };

  test('others’ unpaid orders never block a number’s or address’s owner: until it is proven theirs they confirm an order', async () => {
    await allow(3, 20);
    for (let n = 0; n < 3; n += 1) await buy(mugs(6), await makePerson(db, store.tenantId));
    const owner = await makePerson(db, store.tenantId);
    const first = await buy(mugs(6), owner);
    expect(await asked(first.id)).toEqual({
      requirement: 'confirm',
      reasons: [{ rule: 'unpaid_orders' }],
    });
    await move(db, admin.identity, first.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    for (let n = 0; n < 3; n += 1) {
      expect(await asked((await buy(mugs(6), owner)).id)).toMatchObject({ requirement: 'none' });
    }
    expect(await outcomeOf({}, owner)).toMatchObject({
      detail: 'too_many_unpaid',
      message: expect.stringContaining('3 of at most 3'),
    });
  });

  test('ordering with another person’s number never reveals how much is unpaid there', async () => {
    await allow(3, 20);
    const owner = await makePerson(db, store.tenantId);
    await db.owner`update auth.users set phone = '201012345678', phone_confirmed_at = now() where id = ${owner.id}`;
    for (let n = 0; n < 3; n += 1) await buy(mugs(6), owner);
    const stranger = await outcomeOf({}, await makePerson(db, store.tenantId));
    expect(stranger).toMatchObject({ detail: 'too_many_unpaid', hint: '{"reason": "contact"}' });
    expect(stranger).toMatchObject({ message: expect.not.stringMatching(/\d/) });
    await allow(10, 20);
    const pieces = await outcomeOf(mugs(6), await makePerson(db, store.tenantId));
    expect(pieces).toMatchObject({
      detail: 'too_many_pieces',
      message: expect.not.stringMatching(/18|hold/),
    });
    expect(JSON.parse((pieces as Refusal).hint ?? '')).not.toHaveProperty('held');
    await db.owner`update auth.users set phone = null, phone_confirmed_at = null where id = ${owner.id}`;
  });

  test('neighbors in one building have separate limits', async () => {
    await allow(1, 20);
    const flat = (apartment: string, n: number) => ({
      ...address,
      apartment,
      phone: elsewhere(n).phone,
    });
    await buy({ address: flat('1', 1) });
    expect(await outcomeOf({ address: flat('2', 2) }, await makePerson(db, store.tenantId))).toBe('placed');
  });

  test('an order stops counting when it is paid, delivered or cancelled', async () => {
    await allow(1, 5);
    const first = await buy({ payment_method: 'bank_transfer' });
    expect(await outcomeOf({})).toMatchObject({ detail: 'too_many_unpaid' });
    await admin.run("select record_payment($1, 'paid', 'Transfer 1')", [first.id]);
    const second = await buy();
    await move(db, admin.identity, second.id, 'confirmed', 'in_production', 'shipped');
    expect(await outcomeOf({})).toMatchObject({ detail: 'too_many_unpaid' });
    await move(db, admin.identity, second.id, 'delivered');
    const third = await buy();
    await move(db, shopper.identity, third.id, 'cancelled');
    expect(await outcomeOf({})).toBe('placed');
  });

  test('a free order reserves nothing unpaid', async () => {
    await allow(1, 1);
    await buy();
    await db.owner`insert into discounts (tenant_id, code, kind, value) values (${store.tenantId}, 'ALL', 'percent', 100)`;
    await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 0}' where tenant_id = ${store.tenantId}`;
    expect(await outcomeOf({ discount_code: 'ALL' })).toBe('placed');
  });

  test('another store counts separately', async () => {
    await allow(1, 1);
    await buy();
    const other = await makeStore(db, freshTenant());
    await db.owner`insert into profiles (id, tenant_id, name) values (${shopper.id}, ${other.tenantId}, 'Same')`;
    expect((await place(db, shopper.identity, orderOf(other))).status).toBe('pending');
  });

  test('a store without limits accepts every order', async () => {
    await allow(null, null);
    const placed: PlacedOrder[] = [];
    for (let n = 0; n < 12; n += 1) placed.push(await buy(mugs(25)));
    expect(placed).toHaveLength(12);
  });

  test('forty orders at once by one person with many addresses: ten are placed, thirty are refused with the reason', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => outcomeOf({ address: elsewhere(n) })),
    );
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(10);
    for (const outcome of outcomes.filter((one) => one !== 'placed')) {
      expect(outcome).toMatchObject({ detail: 'too_many_unpaid' });
    }
  });

  test('forty orders at once by many people to one phone number: thirty of them wait to be confirmed', async () => {
    const buyers = await newCustomers(40);
    await Promise.all(
      buyers.map((buyer, n) => outcomeOf({ address: { ...elsewhere(n), phone: elsewhere(0).phone } }, buyer)),
    );
    const waiting = await db.owner`
      select 1 from orders where tenant_id = ${store.tenantId} and cash_requirement = 'confirm'`;
    expect(waiting).toHaveLength(30);
  });

  test('people whose phone numbers and addresses overlap wait for each other and never deadlock', async () => {
    await allow(1000, 1000);
    const buyers = await newCustomers(40);
    const outcomes = await Promise.all(
      buyers.map((buyer, n) =>
        outcomeOf(
          {
            address: { ...address, phone: elsewhere(n % 3).phone, street: `${n % 4} Crossing` },
            lines: (n % 2 ? [store.mugId, store.hoodieId] : [store.hoodieId, store.mugId]).map(
              (product_id) => ({
                product_id,
                quantity: 1,
                ...(product_id === store.hoodieId ? { size: 'M', color: 'Black' } : {}),
              }),
            ),
          },
          buyer,
        ),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['placed']));
  });
});
