import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, points, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { countsOf, inProduction, moveShipment, pack, piecesOf, sent, standingOf } from './shipments.ts';
import { address, designOf, freshTenant, makeStore, type PlacedOrder, stockOf, variantOf } from './store.ts';

storeForEachTest();

interface Edit {
  id: string;
  state: string;
  difference: number;
}

const editOf = (
  { id }: { id: string },
  changes: unknown,
  requestId: string | null = null,
): [text: string, parameters: string[]] => [
  "select to_jsonb(edit_order($1::text::uuid, $2::text::jsonb, 'They rang', nullif($3, '')::uuid)) as value",
  [id, JSON.stringify(changes), requestId ?? ''],
];
const decisionOf = (id: string, accept = true): [text: string, parameters: string[]] => [
  'select to_jsonb(decide_edit($1::text::uuid, $2::text::boolean)) as value',
  [id, String(accept)],
];

const edit = (order: { id: string }, changes: unknown, who: Person = admin) =>
  who.value<Edit>(...editOf(order, changes));
const decide = (id: string, accept = true, who: Person = shopper) =>
  who.value<Edit>(...decisionOf(id, accept));
const quote = (order: { id: string }, changes: unknown, who: Person = shopper) =>
  who.value<{ difference: number; total: number; problems: { code: string }[] }>(
    'select to_jsonb(quote_edit($1::text::uuid, $2::text::jsonb)) as value',
    [order.id, JSON.stringify(changes)],
  );

/** An edit that changes pieces of an order's first line to another size. */
const swap = (order: PlacedOrder, quantity: number, changes: object = { size: 'L' }) => ({
  remove: piecesOf(order, quantity),
  add: [{ instead_of: order.lines[0]?.id, quantity, ...changes }],
});

/** Overrides the price of a variant of the hoodie. */
async function pricing(variant: string, price: number): Promise<void> {
  const id = await variantOf(db, store.hoodieId, variant);
  await db.owner`update product_variants set price = ${price} where id = ${id}`;
  await db.owner`update products set price = price where id = ${store.hoodieId}`;
}

const linesOf = ({ id }: { id: string }) =>
  db.owner`
    select size, quantity, cancelled, unit_price::float8 as price, discount_share::float8 as discount,
      points_share::float8 as points, edit_id is not null as added
    from order_lines where order_id = ${id} order by position`;

describe('another size before the order is packed', () => {
  test('costs its shopper nothing, keeps price and discounts to the piastre, and moves the stock', async () => {
    await db.owner`update discounts set kind = 'fixed', value = 100 where id = ${store.discountId}`;
    const order = await inProduction(3, { discount_code: 'TEN' });
    const before = await standingOf(order);
    const [medium, large] = [
      await stockOf(db, store.hoodieId),
      await stockOf(db, store.hoodieId, 'L / Black'),
    ];
    expect(await quote(order, swap(order, 2))).toMatchObject({
      difference: 0,
      total: before.charged,
      problems: [],
    });
    const made = await edit(order, swap(order, 2), shopper);
    expect(made).toMatchObject({ state: 'applied', difference: 0 });
    expect(await linesOf(order)).toMatchObject([
      { size: 'M', quantity: 3, cancelled: 2, added: false },
      { size: 'L', quantity: 2, cancelled: 0, price: 250, added: true },
    ]);
    expect((await standingOf(order)).charged).toBe(before.charged);
    expect(await stockOf(db, store.hoodieId)).toBe(medium + 2);
    expect(await stockOf(db, store.hoodieId, 'L / Black')).toBe(large - 2);
    expect(await countsOf(order)).toMatchObject({ cancelled: 2 });
  });

  test('keeps the points that paid for the pieces, and the points that they earn', async () => {
    await db.owner`insert into point_entries (tenant_id, user_id, kind, delta) values (${store.tenantId}, ${shopper.id}, 'adjusted', 1000)`;
    const order = await inProduction(2, { points: 1000 });
    await edit(order, swap(order, 1), shopper);
    expect(await points()).toEqual([0, 1000]);
    await moveShipment(await sent(order), 'delivered');
    expect(await points()).toEqual([400, 1000]);
  });

  test('earns points for added pieces too, and none for manual refunds', async () => {
    const order = await inProduction(2);
    await edit(order, { add: [{ product_id: store.mugId, quantity: 1 }] });
    const [proposed] = await db.owner<{ id: string; state: string }[]>`
      select id, state from order_edits where order_id = ${order.id}`;
    if (proposed?.state === 'proposed') await decide(proposed.id);
    const [mug] = await db.owner<{ net: number }[]>`
      select net::float8 as net from order_lines where order_id = ${order.id} and edit_id is not null`;
    await moveShipment(await sent(order), 'delivered');
    const earned = Math.floor(500 + (mug?.net ?? Number.NaN));
    expect(await points()).toEqual([earned, 0]);
    const shipments = await db.owner<{ id: string; cash_due: number }[]>`
      select id, cash_due::float8 from shipments where order_id = ${order.id}`;
    const lines = shipments.map(({ id, cash_due }) => ({ shipment_id: id, amount: cash_due }));
    await admin.run('select settle_cash($1, $2::text::jsonb)', [store.tenantId, JSON.stringify({ lines })]);
    const byHand = { goodwill: 100, lines: [{ order_line_id: order.lines[0]?.id, amount: 50 }] };
    await admin.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify(byHand),
    ]);
    expect(await points()).toEqual([earned - 150, 0]);
  });

  test('costs the variant’s current surcharge, and never less than what was paid', async () => {
    await pricing('L / Black', 300);
    const order = await inProduction(2);
    const dearer = await edit(order, swap(order, 1), shopper);
    expect(dearer).toMatchObject({ state: 'applied', difference: 50 });
    expect(await standingOf(order)).toMatchObject({ charged: 550 });
    await pricing('M / White', 200);
    const cheaper = await edit(order, swap(order, 1, { color: 'White' }), shopper);
    expect(cheaper).toMatchObject({ difference: 0 });
  });

  test('costs its current price if prices have risen since, and the price paid if they have fallen', async () => {
    const order = await inProduction(2);
    await admin.run('update products set price = 300 where id = $1', [store.hoodieId]);
    expect(await quote(order, swap(order, 1))).toMatchObject({ difference: 50 });
    await admin.run('update products set price = 100 where id = $1', [store.hoodieId]);
    expect(await quote(order, swap(order, 1))).toMatchObject({ difference: 0 });
  });

  test('for another product is charged or refunded the difference', async () => {
    const order = await inProduction(2);
    const mug = { remove: piecesOf(order, 1), add: [{ product_id: store.mugId, quantity: 1 }] };
    expect(await edit(order, mug)).toMatchObject({ state: 'applied', difference: -150.01 });
  });

  test('works if the last piece of the same variant is the order’s own', async () => {
    const order = await inProduction(1, { lines: [{ quantity: 1, product_id: store.mugId }] });
    await admin.run('update products set stock = 0 where id = $1', [store.mugId]);
    const made = await edit(order, { ...swap(order, 1, {}) });
    expect(made).toMatchObject({ state: 'applied', difference: 0 });
    expect(await stockOf(db, store.mugId)).toBe(0);
  });

  test('is refused with the available stock', async () => {
    const order = await inProduction(3);
    await db.owner`update product_variants set stock = 1 where product_id = ${store.hoodieId} and option1 = 'L' and option2 = 'Black'`;
    await db.owner`insert into stock_movements (tenant_id, product_id, variant_id, delta, stock_after, reason)
      select tenant_id, product_id, id, -19, 1, 'adjusted' from product_variants
      where product_id = ${store.hoodieId} and option1 = 'L' and option2 = 'Black'`;
    const refusal = (changes: unknown, who: Person = shopper) => who.refusal(...editOf(order, changes));
    expect(await refusal(swap(order, 2))).toMatchObject({
      detail: 'out_of_stock',
      message: 'Only 1 of Ink hoodie, L / Black left.',
    });
    expect((await quote(order, swap(order, 2))).problems).toMatchObject([{ code: 'out_of_stock' }]);
    expect(await refusal(swap(order, 1, { size: 'XXS' }))).toMatchObject({ detail: 'unknown_option' });
    expect(await refusal(swap(order, 4))).toMatchObject({
      detail: 'too_few_to_remove',
      message: 'Of Ink hoodie, 3 can still be removed.',
    });
    expect(await refusal({ ...swap(order, 1), remove: [] })).toMatchObject({ detail: 'invalid_change' });
    expect(await refusal({ add: [{ product_id: store.mugId, quantity: 1 }] })).toMatchObject({
      detail: 'edit_by_staff',
    });
    expect(await refusal({ remove: piecesOf(order, 1) })).toMatchObject({ detail: 'edit_by_staff' });
    expect(await refusal(swap(order, 1, { product_id: store.mugId }))).toMatchObject({
      detail: 'edit_by_staff',
    });
    for (const nothing of [{}, [], null, { price: 1 }, { add: 'all' }])
      expect(await refusal(nothing)).toMatchObject({ detail: 'invalid_change' });
    await pack(order, piecesOf(order, 2));
    expect(await refusal(swap(order, 2))).toMatchObject({
      detail: 'too_few_to_remove',
      message: 'Of Ink hoodie, 1 can still be removed, and 2 are packed. Unpack their parcel first.',
    });
    await pack(order);
    await moveShipment({ ...(await firstShipment(order)) }, 'handed_over');
  });

  const firstShipment = async ({ id }: { id: string }) => {
    const [row] = await db.owner`select id from shipments where order_id = ${id} order by number limit 1`;
    return {
      id: String(row?.id),
      number: 1,
      state: '',
      cash_due: 0,
      cash_collected: null,
      tracking_number: null,
      inspected_at: null,
    };
  };

  test('of a print is possible until it is printed', async () => {
    const order = await buy({ lines: [{ quantity: 1, design: designOf(['Souk']), size: 'M' }] });
    const made = await edit(order, swap(order, 1), shopper);
    expect(made).toMatchObject({ difference: 0 });
    const [, print] = await db.owner`
      select customization #>> '{design,garment}' as garment, size from order_lines where order_id = ${order.id} order by position`;
    expect(print).toEqual({ garment: 'Hoodie', size: 'L' });
    await admin.run("select change_order_status($1::text::uuid, 'confirmed')", [order.id]);
    await admin.run("select change_order_status($1::text::uuid, 'in_production')", [order.id]);
    const line = (
      await db.owner`select id from order_lines where order_id = ${order.id} and edit_id is not null`
    )[0]?.id;
    const again = {
      remove: [{ order_line_id: line, quantity: 1 }],
      add: [{ instead_of: line, quantity: 1, size: 'M' }],
    };
    expect(await shopper.refusal(...editOf(order, again))).toMatchObject({
      detail: 'edit_too_late',
      message: 'This print is being made, so it cannot be changed any more. Write to the store.',
    });
  });
});

describe('the delivery', () => {
  test('is changed by its shopper before anything is packed: address, slot and note', async () => {
    const order = await inProduction(1, { slot_id: store.slotId, slot_date: store.slotDate });
    const later = await db.owner`
      insert into delivery_slots (tenant_id, day_of_week, from_time, to_time, capacity)
      select tenant_id, day_of_week, '16:00', '18:00', 1 from delivery_slots where id = ${store.slotId} returning id`;
    const street = { ...address, street: '11 Road 9' };
    const changes = { address: street, slot_id: later[0]?.id, slot_date: store.slotDate, note: 'Ring twice' };
    const made = await edit(order, changes, shopper);
    expect(made).toMatchObject({ state: 'applied', difference: 0 });
    const [now] =
      await db.owner`select stored.address ->> 'street' as street, slot_id, slot_from, note from orders join order_addresses stored on stored.order_id = id where id = ${order.id}`;
    expect(now).toEqual({
      street: '11 Road 9',
      slot_id: later[0]?.id,
      slot_from: '16:00:00',
      note: 'Ring twice',
    });
    await pack(order);
    expect(await shopper.refusal(...editOf(order, { address }))).toMatchObject({
      detail: 'edit_too_late',
      message:
        'Pieces of this order are packed already, so its delivery cannot be changed any more. Write to the store.',
    });
    await edit(order, { address });
    const shipment = await db.owner`select id from shipments where order_id = ${order.id}`;
    await admin.run("select move_shipments($1::text::uuid[], 'handed_over')", [`{${shipment[0]?.id}}`]);
    expect(await admin.refusal(...editOf(order, { address }))).toMatchObject({
      detail: 'edit_too_late',
      message: 'Everything of this order is on its way, so it cannot be changed any more.',
    });
  });

  test('is refused like a new order’s', async () => {
    const order = await inProduction(1);
    const refusal = (changes: unknown) => shopper.refusal(...editOf(order, changes));
    expect(await refusal({ address: { ...address, phone: '123' } })).toMatchObject({
      detail: 'invalid_address',
    });
    expect(await refusal({ slot_id: randomUUID(), slot_date: store.slotDate })).toMatchObject({
      detail: 'unknown_slot',
    });
    expect(await refusal({ note: 'x'.repeat(1001) })).toMatchObject({ detail: 'note_too_long' });
    await db.owner`update delivery_slots set capacity = 1 where id = ${store.slotId}`;
    await buy({ slot_id: store.slotId, slot_date: store.slotDate });
    expect(await refusal({ slot_id: store.slotId, slot_date: store.slotDate })).toMatchObject({
      detail: 'slot_full',
    });
  });
});

describe('an edit by staff', () => {
  const addMug = { add: [{ product_id: store?.mugId, quantity: 1 }] };
  const mug = () => ({ add: [{ ...addMug.add[0], product_id: store.mugId }] });

  test('that costs more waits for the shopper’s acceptance', async () => {
    const order = await inProduction(2);
    const stock = await stockOf(db, store.mugId);
    const proposed = await edit(order, mug());
    expect(proposed).toMatchObject({ state: 'proposed', difference: 99.99 });
    expect(await standingOf(order)).toMatchObject({ charged: 500 });
    expect(await stockOf(db, store.mugId)).toBe(stock);
    expect(await admin.refusal(...decisionOf(proposed.id))).toMatchObject({
      detail: 'customer_decides',
    });
    expect(await admin.refusal(...editOf(order, { note: 'Late' }))).toMatchObject({
      detail: 'edit_waits',
    });
    const accepted = await decide(proposed.id);
    expect(accepted.state).toBe('applied');
    expect(await standingOf(order)).toMatchObject({ charged: 599.99 });
    expect(await stockOf(db, store.mugId)).toBe(stock - 1);
    expect(await shopper.refusal(...decisionOf(proposed.id))).toMatchObject({
      detail: 'edit_decided',
      message: 'This change is applied already.',
    });
    const shipment = await pack(order);
    expect(shipment.cash_due).toBe(599.99);
  });

  test('that is declined or withdrawn changes nothing', async () => {
    const order = await inProduction(2);
    const first = await edit(order, mug());
    expect((await decide(first.id, false)).state).toBe('declined');
    const second = await edit(order, mug());
    const withdrawn = await admin.value<Edit>('select to_jsonb(withdraw_edit($1::text::uuid)) as value', [
      second.id,
    ]);
    expect(withdrawn.state).toBe('withdrawn');
    expect(await shopper.refusal(...decisionOf(second.id))).toMatchObject({
      detail: 'edit_decided',
    });
    expect(await standingOf(order)).toMatchObject({ charged: 500 });
    expect(await linesOf(order)).toHaveLength(1);
  });

  test('that has become more expensive by the time it is accepted is refused', async () => {
    const order = await inProduction(1);
    const proposed = await edit(order, mug());
    await admin.run('update products set price = 120 where id = $1', [store.mugId]);
    expect(await shopper.refusal(...decisionOf(proposed.id))).toMatchObject({
      detail: 'price_changed',
    });
  });

  test('that makes a paid order cheaper is applied at once and refunded', async () => {
    const order = await inProduction(3, { payment_method: 'bank_transfer' });
    const made = await edit(order, { remove: piecesOf(order, 1) });
    expect(made).toMatchObject({ state: 'applied', difference: -250 });
    expect(await standingOf(order)).toMatchObject({ payment_status: 'refund_due', charged: 500 });
  });

  test('keeps at least one piece of the order', async () => {
    const order = await inProduction(2);
    expect(await admin.refusal(...editOf(order, { remove: piecesOf(order, 2) }))).toMatchObject({
      detail: 'edit_leaves_nothing',
    });
    await edit(order, { remove: piecesOf(order, 2), add: [{ product_id: store.mugId, quantity: 1 }] });
    expect(await standingOf(order)).toMatchObject({ status: 'in_production', charged: 99.99 });
  });

  test('is applied once for a request that arrives twice', async () => {
    const order = await inProduction(3);
    const id = randomUUID();
    const again = () => admin.value<Edit>(...editOf(order, { remove: piecesOf(order, 1) }, id));
    expect((await again()).id).toBe((await again()).id);
    expect(await countsOf(order)).toMatchObject({ cancelled: 1 });
  });

  test('is visible and changeable for nobody else', async () => {
    const order = await inProduction(1);
    const proposed = await edit(order, mug());
    const neighbour = await makePerson(db, store.tenantId);
    const elsewhere = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, elsewhere.tenantId, 'admin');
    for (const who of [neighbour, stranger]) {
      expect(await who.refusal(...editOf(order, { note: 'Mine' }))).toMatchObject({
        detail: 'unknown_order',
      });
      expect(await who.refusal(...decisionOf(proposed.id))).toMatchObject({
        detail: 'unknown_edit',
      });
      expect(await who.run('select 1 from order_edits')).toEqual([]);
    }
    expect(await shopper.refusal('select withdraw_edit($1::text::uuid)', [proposed.id])).toMatchObject({
      detail: 'staff_only',
    });
  });
});

test('pieces of an order that awaits its card payment cannot be changed', async () => {
  const order = await buy({ payment_method: 'online' });
  expect(await shopper.refusal(...editOf(order, swap(order, 1)))).toMatchObject({
    detail: 'edit_before_payment',
  });
  await edit(order, { address: { ...address, street: '11 Road 9' } }, shopper);
});
