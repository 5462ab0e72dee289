import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { atOnce, worked } from './races.ts';
import { inProduction, moveShipment, pack, sent, standingOf } from './shipments.ts';
import { addProduct, callForOrder, designOf, move, type PlacedOrder, stockOf, variantOf } from './store.ts';

storeForEachTest();

/** A coat for 400 pounds and a scarf for 90. */
let coat: string;
let scarf: string;

beforeEach(async () => {
  await settle({ exchanges: 'product' });
  coat = await variantOf(db, await goods('Coat', 400));
  scarf = await variantOf(db, await goods('Scarf', 90));
});

const settle = (rules: object) =>
  db.owner`update settings set returns = returns || ${JSON.stringify(rules)}::text::jsonb where tenant_id = ${store.tenantId}`;
const goods = (name: string, price: number) =>
  addProduct(db, { tenant_id: store.tenantId, name, price, images: [], is_active: true, stock: 5 });

/** Delivered and paid hoodies, 250 pounds each and 30 for their delivery. */
async function arrived(quantity = 1, changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const order = await inProduction(quantity, { payment_method: 'bank_transfer', ...changes });
  await moveShipment(await sent(order), 'delivered');
  return order;
}

type Wanted = { variant?: string; quantity?: number; payment?: string; line?: number };

const linesOf = (order: PlacedOrder, { variant = coat, quantity = 1, line = 0 }: Wanted) =>
  JSON.stringify([{ order_line_id: order.lines[line]?.id, quantity, variant_id: variant }]);
const asked = (order: PlacedOrder, wanted: Wanted = {}): [string, string[]] => [
  'select to_jsonb(request_exchange($1::text::uuid, $2::text::jsonb, $3::text::payment_method, $4)) as value',
  [order.id, linesOf(order, wanted), wanted.payment ?? 'cash_on_delivery', randomUUID()],
];
const exchanged = (order: PlacedOrder, wanted: Wanted = {}, who: Person = shopper) =>
  callForOrder(db, who.identity, ...asked(order, wanted));
const quoted = async (order: PlacedOrder, wanted: Wanted = {}, who: Person = shopper) => {
  const [row] = await who.run(
    `select goods::float8, delivery::float8, worth::float8, due::float8, goes_back::float8
      from quote_exchange($1::text::uuid, $2::text::jsonb, 'cash_on_delivery')`,
    [order.id, linesOf(order, wanted)],
  );
  return row;
};
const returnsOf = ({ id }: PlacedOrder) => db.owner`
  select id, kind::text, state::text, requested_by, exchange_used::float8 as used from returns where order_id = ${id} order by number`;
const returnId = async (order: PlacedOrder) => String((await returnsOf(order)).at(-1)?.id);
const decide = async (order: PlacedOrder, approve: boolean) =>
  admin.run('select decide_return($1::text::uuid, $2::text::boolean, $3)', [
    await returnId(order),
    String(approve),
    approve ? 'With pleasure' : 'It was worn',
  ]);
const receive = async (order: PlacedOrder, received = 1, condition = 'as_new', fate = 'restock') =>
  admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
    await returnId(order),
    JSON.stringify([{ order_line_id: order.lines[0]?.id, received, condition, fate }]),
  ]);
const refundsOf = ({ id }: { id: string }) => db.owner`
  select way::text, amount::float8 as amount, state::text from refunds where order_id = ${id} order by number`;
const papersOf = ({ id }: { id: string }) => db.owner`
  select kind::text, total::float8 as total from invoices where order_id = ${id} order by issued_at`;
const mailsOf = ({ id }: { id: string }) => db.owner`
  select kind::text from order_notifications where order_id = ${id} order by created_at`;
const points = async () => {
  const [row] =
    await db.owner`select points from profiles where id = ${shopper.id} and tenant_id = ${store.tenantId}`;
  return row?.points;
};

describe('an exchange for another product', () => {
  test('is offered only where the store exchanges for other products', async () => {
    const order = await arrived();
    for (const exchanges of ['none', 'size']) {
      await settle({ exchanges });
      expect(await shopper.refusal(...asked(order)), exchanges).toMatchObject({ detail: 'exchanges_closed' });
      const [care] = await shopper.run('select exchanges_product from line_aftercare($1::text::uuid)', [
        order.id,
      ]);
      expect(care).toEqual({ exchanges_product: false });
    }
  });

  test('that costs more: the carrier collects what the old piece does not pay, and each order says what happened to it', async () => {
    const order = await arrived();
    expect(await quoted(order)).toEqual({ goods: 400, delivery: 30, worth: 250, due: 180, goes_back: 0 });
    const fresh = await exchanged(order);
    expect(await standingOf(fresh)).toMatchObject({
      status: 'pending',
      charged: 430,
      received: 250,
      payment_status: 'partly_paid',
    });
    expect(await returnsOf(order)).toMatchObject([
      { kind: 'exchange', state: 'requested', requested_by: 'shopper', used: 250 },
    ]);
    await decide(order, true);
    await move(db, admin.identity, fresh.id, 'in_production');
    const shipment = await pack(fresh);
    expect(shipment.cash_due).toBe(180);
    await moveShipment(shipment, 'handed_over', 'delivered');
    expect(await standingOf(fresh)).toMatchObject({ received: 430, payment_status: 'with_carrier' });
    await receive(order);
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', charged: 30 });
    expect(await refundsOf(order)).toEqual([{ way: 'exchange', amount: 250, state: 'sent' }]);
    expect(await papersOf(order)).toEqual([
      { kind: 'invoice', total: 280 },
      { kind: 'credit_note', total: 250 },
    ]);
    expect(await papersOf(fresh)).toEqual([{ kind: 'invoice', total: 430 }]);
  });

  test('that costs less gives the rest back once the old piece is back, by the ways there are', async () => {
    const order = await arrived();
    expect(await quoted(order, { variant: scarf })).toMatchObject({ worth: 250, due: 0, goes_back: 130 });
    const fresh = await exchanged(order, { variant: scarf });
    expect(await standingOf(fresh)).toMatchObject({ charged: 120, received: 120, payment_status: 'paid' });
    await decide(order, true);
    await receive(order);
    expect(await refundsOf(order)).toEqual([
      { way: 'exchange', amount: 120, state: 'sent' },
      { way: null, amount: 130, state: 'due' },
    ]);
    const [due] = await db.owner`select id from refunds where order_id = ${order.id} and state = 'due'`;
    await admin.run("select send_refund($1::text::uuid, 'store_credit')", [String(due?.id)]);
    expect(await standingOf(order)).toMatchObject({ charged: 30 });
  });

  test('counts a piece for what was paid for it: a discount, and points that come back as points', async () => {
    await db.owner`insert into point_entries (tenant_id, user_id, kind, delta) values (${store.tenantId}, ${shopper.id}, 'adjusted', 500)`;
    const order = await arrived(2, { discount_code: 'TEN', points: 500 });
    // Two hoodies for 500, less 50 by the code and 50 by points: 400.
    expect(await quoted(order)).toMatchObject({ worth: 200 });
    await exchanged(order);
    await decide(order, true);
    expect(await points()).toBe(400);
    await receive(order);
    // Half of the 400 earned goes, half of the 500 used comes back.
    expect(await points()).toBe(450);
  });

  test('for another color of the same product costs what was paid for it', async () => {
    const order = await arrived(1, { discount_code: 'TEN' });
    await db.owner`update products set price = 600 where id = ${store.hoodieId}`;
    const white = await variantOf(db, store.hoodieId, 'M / White');
    expect(await quoted(order, { variant: white })).toEqual({
      goods: 225,
      delivery: 30,
      worth: 225,
      due: 30,
      goes_back: 0,
    });
    const fresh = await exchanged(order, { variant: white });
    expect(fresh).toMatchObject({ subtotal: 250, discount_total: 25, total: 255 });
  });

  test('is delivered for nothing where the store pays it, as is another size', async () => {
    await settle({ exchangeDelivery: 'store' });
    const order = await arrived(2);
    expect(await quoted(order)).toMatchObject({ delivery: 0, due: 150 });
    const size = JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L', quantity: 1 }]);
    const [sized] = await shopper.run(
      "select delivery::float8, total::float8 from quote_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery')",
      [order.id, size],
    );
    expect(sized).toEqual({ delivery: 0, total: 0 });
  });

  test('earns points for the new goods instead of the old ones', async () => {
    const order = await arrived();
    expect(await points()).toBe(250);
    const fresh = await exchanged(order);
    await decide(order, true);
    await move(db, admin.identity, fresh.id, 'in_production', 'shipped', 'delivered');
    await receive(order);
    expect(await points()).toBe(400);
  });

  test('is paid online or by transfer before it is sent, and then waits for staff', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, { payment: 'bank_transfer' });
    expect(await standingOf(fresh)).toMatchObject({ status: 'awaiting_payment' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'T 1')", [fresh.id]);
    expect(await standingOf(fresh)).toMatchObject({
      status: 'pending',
      received: 430,
      payment_status: 'paid',
    });
    await decide(order, true);
    expect(await standingOf(fresh)).toMatchObject({ status: 'confirmed' });
  });

  test('is told by mail as it is asked for, answered and received', async () => {
    const order = await arrived();
    const fresh = await exchanged(order);
    await decide(order, true);
    await receive(order);
    const kinds = (await mailsOf(order)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['return_requested', 'return_answered', 'return_received']));
    expect(kinds).not.toContain('refunded');
    expect((await mailsOf(fresh)).map(({ kind }) => kind)).toContain('placed');
  });

  test('is no return in reports: pieces and orders move from one product to the other', async () => {
    const order = await arrived();
    const report = async () => {
      const [row] = await admin.run(
        `select returned::int, refunded::float8, items::int from report_totals($1, private.shop_time()::date, private.shop_time()::date)`,
        [store.tenantId],
      );
      return row;
    };
    expect(await report()).toEqual({ returned: 0, refunded: 0, items: 1 });
    const fresh = await exchanged(order);
    await decide(order, true);
    await move(db, admin.identity, fresh.id, 'in_production', 'shipped', 'delivered');
    await receive(order);
    expect(await report()).toEqual({ returned: 0, refunded: 0, items: 1 });
  });
});

describe('an exchange that goes another way:', () => {
  test('declined, its order is cancelled, the stock is free, and the piece can still be returned', async () => {
    const order = await arrived();
    const fresh = await exchanged(order);
    const [variant] = await db.owner`select product_id from product_variants where id = ${coat}`;
    expect(await stockOf(db, String(variant?.product_id))).toBe(4);
    await decide(order, false);
    expect(await standingOf(fresh)).toMatchObject({ status: 'cancelled', charged: 0, received: 0 });
    expect(await returnsOf(order)).toMatchObject([{ state: 'declined', used: 0 }]);
    expect(await stockOf(db, String(variant?.product_id))).toBe(5);
    await shopper.run("select request_return($1::text::uuid, 'Torn')", [order.id]);
  });

  test('called off by its customer, who cancels the new order', async () => {
    const order = await arrived();
    const fresh = await exchanged(order);
    expect(
      await shopper.refusal('select withdraw_return($1::text::uuid)', [await returnId(order)]),
    ).toMatchObject({
      detail: 'return_replaced',
    });
    await move(db, shopper.identity, fresh.id, 'cancelled');
    expect(await returnsOf(order)).toMatchObject([{ state: 'closed', used: 0 }]);
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      charged: 280,
      payment_status: 'paid',
    });
  });

  test('cancelled after the old piece came back, its order gives back what that paid', async () => {
    const order = await arrived();
    const fresh = await exchanged(order);
    await decide(order, true);
    await receive(order);
    await move(db, admin.identity, fresh.id, 'cancelled');
    expect(await refundsOf(fresh)).toEqual([{ way: null, amount: 250, state: 'due' }]);
    expect(await standingOf(order)).toMatchObject({ charged: 30 });
  });

  test('the old piece never comes back: the new order owes what it would have paid', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, {}, admin);
    await move(db, admin.identity, fresh.id, 'in_production', 'shipped', 'delivered');
    await admin.run('select withdraw_return($1::text::uuid)', [await returnId(order)]);
    expect(await standingOf(fresh)).toMatchObject({
      charged: 430,
      received: 180,
      payment_status: 'partly_paid',
    });
    expect(await standingOf(order)).toMatchObject({ charged: 280, payment_status: 'paid' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'T 2')", [fresh.id]);
    expect(await standingOf(fresh)).toMatchObject({ received: 430 });
  });

  test('refused at the door, nothing is due, and what is sent again is paid by the old piece again', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, {}, admin);
    const shipment = await sent(fresh);
    await moveShipment(shipment, 'returned_to_sender');
    expect(await standingOf(fresh)).toMatchObject({ status: 'returned_to_sender', charged: 0, received: 0 });
    expect(await refundsOf(fresh)).toEqual([]);
    await admin.run('select inspect_shipment($1::text::uuid, $2::text::jsonb)', [
      shipment.id,
      JSON.stringify([{ order_line_id: fresh.lines[0]?.id, sent_again: 1 }]),
    ]);
    expect(await standingOf(fresh)).toMatchObject({ charged: 430, received: 250 });
  });

  test('the old piece comes back damaged: it is thrown away, and still pays', async () => {
    const order = await arrived();
    const before = await stockOf(db, store.hoodieId, 'M / Black');
    await exchanged(order, {}, admin);
    await receive(order, 1, 'damaged', 'discard');
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(before);
    expect(await refundsOf(order)).toEqual([{ way: 'exchange', amount: 250, state: 'sent' }]);
  });

  test('the new one is sold out', async () => {
    const order = await arrived();
    await db.owner`select private.adjust_stocks(array[${coat}::uuid], array[-5], 'Gone')`;
    expect(await shopper.refusal(...asked(order))).toMatchObject({ detail: 'out_of_stock' });
  });

  test('only some of its pieces come back: each part pays for itself', async () => {
    const order = await arrived(3, { discount_code: 'TEN' });
    const fresh = await exchanged(order, { quantity: 3 }, admin);
    expect(await standingOf(fresh)).toMatchObject({ charged: 1230, received: 675 });
    await receive(order, 1);
    expect(await returnsOf(order)).toMatchObject([
      { state: 'received', used: 225 },
      { state: 'approved', used: 450 },
    ]);
    await receive(order, 2);
    expect(await refundsOf(order)).toEqual([
      { way: 'exchange', amount: 225, state: 'sent' },
      { way: 'exchange', amount: 450, state: 'sent' },
    ]);
  });

  test('the new piece is returned before the old one came back: both cancel each other out', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, {}, admin);
    await move(db, admin.identity, fresh.id, 'in_production', 'shipped', 'delivered');
    await shopper.run("select request_return($1::text::uuid, 'Too warm')", [fresh.id]);
    const [back] = await db.owner`select id from returns where order_id = ${fresh.id}`;
    await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
      String(back?.id),
      JSON.stringify([{ order_line_id: fresh.lines[0]?.id, received: 1, fate: 'restock' }]),
    ]);
    // The customer paid 180 at the door, of which the delivery stays.
    expect(await refundsOf(fresh)).toEqual([{ way: null, amount: 180, state: 'due' }]);
    await receive(order);
    expect(await refundsOf(order)).toEqual([
      { way: 'exchange', amount: 30, state: 'sent' },
      { way: null, amount: 220, state: 'due' },
    ]);
  });
});

describe('an exchange is refused', () => {
  test('for a piece that is in a return or an exchange, and for a new piece whose old one is not back', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, {}, admin);
    expect(await shopper.refusal(...asked(order))).toMatchObject({ detail: 'too_many_to_return' });
    await move(db, admin.identity, fresh.id, 'in_production', 'shipped', 'delivered');
    expect(await shopper.refusal(...asked(fresh, { variant: scarf }))).toMatchObject({
      detail: 'exchange_outstanding',
    });
    await receive(order);
    await exchanged(fresh, { variant: scarf });
  });

  test('twice at once: one of two requests gets the piece', async () => {
    const order = await arrived();
    const outcomes = await atOnce(2, () => shopper.attempt(...asked(order)));
    expect(outcomes.filter(worked)).toHaveLength(1);
    expect(outcomes.find((outcome) => !worked(outcome))).toMatchObject({ detail: 'too_many_to_return' });
  });

  test('for itself, for prints, after the deadline and for strangers', async () => {
    const order = await arrived();
    const own = await variantOf(db, store.hoodieId, 'M / Black');
    expect(await shopper.refusal(...asked(order, { variant: own }))).toMatchObject({
      detail: 'exchange_same',
    });
    const stranger = await makePerson(db, store.tenantId);
    expect(await stranger.refusal(...asked(order))).toMatchObject({ detail: 'unknown_order' });
    const print = await buy({
      lines: [{ product_id: store.hoodieId, quantity: 1, size: 'M', design: designOf(['Hi']) }],
    });
    await move(db, admin.identity, print.id, 'confirmed', 'in_production');
    await move(db, admin.identity, print.id, 'shipped', 'delivered');
    expect(await shopper.refusal(...asked(print))).toMatchObject({ detail: 'print_not_returned' });
    await db.owner`update shipments set delivered_at = delivered_at - interval '3 days' where order_id = ${order.id}`;
    expect(await shopper.refusal(...asked(order))).toMatchObject({ detail: 'exchange_too_late' });
    await exchanged(order, {}, admin);
  });

  test('as anything but what it is, and by staff without the right', async () => {
    const order = await arrived();
    const packer = await makeWorker(db, store.tenantId, ['orders.see']);
    expect(await packer.refusal(...asked(order))).toMatchObject({ code: '42501' });
    await exchanged(order);
    const id = await returnId(order);
    expect(
      await admin.refusal("select decide_return($1::text::uuid, true, 'As money', p_kind => 'return')", [id]),
    ).toMatchObject({ detail: 'exchange_as_asked' });
  });
});

describe('staff', () => {
  test('exchange for a customer who called, which needs no answer', async () => {
    const order = await arrived();
    const fresh = await exchanged(order, {}, admin);
    expect(await standingOf(fresh)).toMatchObject({ status: 'confirmed' });
    expect(await returnsOf(order)).toMatchObject([{ state: 'approved', requested_by: 'staff' }]);
  });

  test('send another size, as its customer can', async () => {
    await settle({ exchanges: 'none' });
    const order = await arrived();
    const size = JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L', quantity: 1 }]);
    const call = (who: Person) =>
      callForOrder(
        db,
        who.identity,
        "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value",
        [order.id, size, randomUUID()],
      );
    const stranger = await makePerson(db, store.tenantId);
    await expect(call(stranger)).rejects.toThrow();
    expect(await call(admin)).toMatchObject({ status: 'confirmed', total: 30, lines: [{ size: 'L' }] });
  });

  test('approve an exchange by confirming its order', async () => {
    const order = await arrived();
    const fresh = await exchanged(order);
    await move(db, admin.identity, fresh.id, 'confirmed');
    expect(await returnsOf(order)).toMatchObject([{ state: 'approved' }]);
  });
});

test('a carrier that swaps at the door is told what it collects, and has it once the new piece is delivered', async () => {
  const order = await arrived();
  const fresh = await exchanged(order, {}, admin);
  const shipment = await pack(fresh);
  const [task] = await db.owner`
    select private.pieces_to_collect(shipment) as collected from shipments shipment where id = ${shipment.id}`;
  expect(task?.collected).toEqual({ pieces: 1, description: '1 × Ink hoodie' });
  await db.owner`insert into carrier_bookings (shipment_id, tenant_id, carrier, state, collects)
    values (${shipment.id}, ${store.tenantId}, 'bosta', 'booked', true)`;
  await moveShipment(shipment, 'handed_over', 'delivered');
  expect(await returnsOf(order)).toMatchObject([{ state: 'on_the_way' }]);
});

test('a courier without an account reads on the parcel’s papers which old pieces to collect; others and shoppers do not', async () => {
  const order = await arrived(1);
  const replacement = await exchanged(order, {}, admin);
  const shipment = await pack(replacement, undefined, { carrier_name: 'Quick Riders' });
  const toCollect = (who: typeof admin) =>
    who.value<string | null>(
      'select old_pieces_to_collect(shipment) as value from shipments shipment where id = $1::text::uuid',
      [shipment.id],
    );
  expect(await toCollect(admin)).toBe('1 × Ink hoodie');
  expect(await toCollect(shopper)).toBeNull();
  await db.owner`update shipments set carrier = 'bosta' where id = ${shipment.id}`;
  expect(await toCollect(admin)).toBeNull();
});
