import { beforeEach, expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForAllTests } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { inProduction, moveShipment, pack, piecesOf, type Shipment } from './shipments.ts';
import { move, type PlacedOrder } from './store.ts';

storeForAllTests('computed-fields');
beforeEach(async () => {
  await db.owner`update product_variants set stock = 50 where tenant_id = ${store.tenantId}`;
});

/** Computed fields of an order as a person reads them; undefined if they may not read the order. */
async function fieldsOf({ id }: PlacedOrder, who: Person = shopper) {
  const [row] = await who.run(
    `select owes(o)::float8, awaited_deposit(o)::float8 as deposit, due_online(o)::float8 as online,
       due_by_transfer(o)::float8 as transfer, due_at_door(o)::float8 as door, closed_payments(o) as closed,
       next_statuses(o)::text[] as next, is_changeable(o) as changeable, is_packable(o) as packable,
       awaits_confirmation(o) as unconfirmed
     from orders o where id = $1::text::uuid`,
    [id],
  );
  return row;
}

/** Computed fields of a shipment as a person reads them. */
async function shipmentFieldsOf({ id }: Shipment, who: Person = admin) {
  const [row] = await who.run(
    `select is_bookable(s) as bookable, can_change_carrier(s) as changeable, returned_to_sender_late(s) as late,
       seconds_to_take_back(s)::float8 as seconds, cash_to_collect(s)::float8 as cash, awaits_inspection(s) as uninspected
     from shipments s where id = $1::text::uuid`,
    [id],
  );
  return row;
}

const pay = ({ id }: PlacedOrder, amount: number) =>
  admin.run("select book_transfer($1::text::uuid, $2::text::numeric, 'REF ' || $1::text)", [
    id,
    String(amount),
  ]);

test('a cash order owes its whole price, and none of it is requested online or by transfer', async () => {
  expect(await fieldsOf(await buy())).toMatchObject({ owes: 280, deposit: 0, online: 0, transfer: 0 });
});

test('an online order requests its whole price, less what a bank holds for it', async () => {
  const order = await buy({ payment_method: 'online' });
  expect(await fieldsOf(order)).toMatchObject({ owes: 280, online: 280, transfer: 0 });
  await db.owner`
    insert into payments (tenant_id, order_id, amount, status, authorization_id, held_amount, held_until, expires_at)
    values (${store.tenantId}, ${order.id}, 100, 'held', 'pi_held', 100, now() + interval '1 day', now())`;
  expect(await fieldsOf(order)).toMatchObject({ owes: 280, online: 180 });
  expect(await fieldsOf(order, admin)).toMatchObject({ online: 180 });
});

test('a surcharge after a change is requested online, except cash that a carrier is on the way to collect', async () => {
  const order = await buy({ payment_method: 'online' });
  await db.run({ role: 'service_role', claims: {} }, "select record_payment($1::text::uuid, 'paid')", [
    order.id,
  ]);
  await move(db, admin.identity, order.id, 'in_production');
  const add = { add: [{ product_id: store.mugId, quantity: 1 }] };
  await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [order.id, JSON.stringify(add)]);
  await shopper.run('select decide_edit(id, true) from order_edits where order_id = $1::text::uuid', [
    order.id,
  ]);
  expect(await fieldsOf(order)).toMatchObject({ owes: 99.99, online: 99.99 });
  const shipment = await pack(order);
  expect(await fieldsOf(order)).toMatchObject({ online: 99.99 });
  await moveShipment(shipment, 'handed_over');
  expect(await fieldsOf(order)).toMatchObject({ owes: 99.99, online: 0 });
});

test('an order that awaits its deposit requests the rest of it, never more than the order’s price', async () => {
  const order = await buy();
  const wait = (deposit: number) => db.owner`
    update orders set stage = 'awaiting_payment', status = 'awaiting_payment', deposit = ${deposit} where id = ${order.id}`;
  await wait(70.5);
  expect(await fieldsOf(order)).toMatchObject({ owes: 280, deposit: 70.5, online: 70.5, transfer: 70.5 });
  await pay(order, 30);
  expect(await fieldsOf(order)).toMatchObject({ owes: 250, deposit: 40.5, online: 40.5, transfer: 40.5 });
  await wait(5_000);
  expect(await fieldsOf(order)).toMatchObject({ deposit: 250, online: 250, transfer: 250 });
});

test('a carrier collects what a cash order owes beyond its deposit, also of a part under way, and nothing once all is delivered', async () => {
  const waiting = await buy();
  await db.owner`
    update orders set stage = 'awaiting_payment', status = 'awaiting_payment', deposit = 70.5 where id = ${waiting.id}`;
  expect(await fieldsOf(waiting)).toMatchObject({ owes: 280, door: 209.5 });
  expect(await fieldsOf(await buy({ payment_method: 'online' }))).toMatchObject({ owes: 280, door: 0 });
  const order = await inProduction(2);
  expect(await fieldsOf(order)).toMatchObject({ owes: 500, door: 500 });
  const first = await pack(order, piecesOf(order, 1));
  await moveShipment(first, 'handed_over');
  expect(await fieldsOf(order)).toMatchObject({ door: 500 });
  await moveShipment(first, 'delivered');
  expect(await fieldsOf(order)).toMatchObject({ door: 250 });
  await moveShipment(await pack(order), 'handed_over', 'delivered');
  expect(await fieldsOf(order)).toMatchObject({ door: 0 });
});

const setOptions = (options: object[]) => db.owner`
  update settings set payment = payment || ${JSON.stringify({ options })}::text::jsonb where tenant_id = ${store.tenantId}`;

test('a payment option takes the amounts of its settings, both limits included', async () => {
  const options = [
    { option: 'cash_on_delivery', offered: true, to: 3000 },
    { option: 'bank_transfer', offered: true, from: 100 },
    { option: 'stripe_card', offered: false },
  ];
  const closedFor = async (amount: number) => {
    const [row] = await db.owner`
      select private.closed_payment_options(${JSON.stringify({ options })}::text::jsonb, ${amount}) as closed`;
    return row?.closed;
  };
  expect(await closedFor(99.99)).toEqual(['bank_transfer', 'stripe_card']);
  expect(await closedFor(100)).toEqual(['stripe_card']);
  expect(await closedFor(3000)).toEqual(['stripe_card']);
  expect(await closedFor(3000.01)).toEqual(['cash_on_delivery', 'stripe_card']);
});

test('an order names the payment options that do not take what it asks for', async () => {
  try {
    const limit = (option: string, from: number) => ({ option, offered: true, from });
    const order = await buy({ payment_method: 'online' });
    await setOptions([limit('stripe_card', 280.01), limit('paymob_wallet', 280), limit('bank_transfer', 0)]);
    expect(await fieldsOf(order)).toMatchObject({ closed: ['stripe_card'] });
    const waiting = await buy();
    await db.owner`
      update orders set stage = 'awaiting_payment', status = 'awaiting_payment', deposit = 70.5 where id = ${waiting.id}`;
    await setOptions([limit('stripe_card', 70.5), limit('bank_transfer', 70.51)]);
    expect(await fieldsOf(waiting)).toMatchObject({ closed: ['bank_transfer'] });
  } finally {
    await setOptions([]);
  }
});

test('an order waits for its confirmation until a time, and is packed once it is confirmed', async () => {
  const order = await buy();
  expect(await fieldsOf(order)).toMatchObject({ unconfirmed: false, packable: false });
  await db.owner`update orders set confirm_until = now() + interval '1 hour' where id = ${order.id}`;
  expect(await fieldsOf(order)).toMatchObject({ unconfirmed: true, packable: false });
  await move(db, admin.identity, order.id, 'confirmed');
  expect(await fieldsOf(order)).toMatchObject({ unconfirmed: false, packable: true });
});

test('a transfer order requests the rest by transfer, and nothing once cancelled', async () => {
  const order = await buy({ payment_method: 'bank_transfer' });
  await pay(order, 100);
  expect(await fieldsOf(order)).toMatchObject({ owes: 180, online: 0, transfer: 180 });
  await move(db, shopper.identity, order.id, 'cancelled');
  expect(await fieldsOf(order)).toMatchObject({ owes: 0, online: 0, transfer: 0, next: [] });
});

test('its shopper and staff read the statuses that each may set, the next step first', async () => {
  const order = await buy();
  expect(await fieldsOf(order)).toMatchObject({ next: ['cancelled'] });
  expect(await fieldsOf(order, admin)).toMatchObject({ next: ['confirmed', 'cancelled'] });
  await move(db, admin.identity, order.id, 'confirmed', 'in_production');
  expect(await fieldsOf(order)).toMatchObject({ next: [] });
  expect(await fieldsOf(order, admin)).toMatchObject({ next: ['cancelled'] });
  await move(db, admin.identity, order.id, 'shipped');
  expect(await fieldsOf(order, admin)).toMatchObject({ next: [] });
});

test('an order can be changed by its shopper until its first piece is packed, by staff while pieces are in the store, one change at a time', async () => {
  const order = await inProduction(2);
  expect([await fieldsOf(order), await fieldsOf(order, admin)]).toMatchObject([
    { changeable: true },
    { changeable: true },
  ]);
  const shipment = await pack(order, piecesOf(order, 1));
  expect([await fieldsOf(order), await fieldsOf(order, admin)]).toMatchObject([
    { changeable: false },
    { changeable: true },
  ]);
  await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify({ add: [{ product_id: store.mugId, quantity: 1 }] }),
  ]);
  expect(await fieldsOf(order, admin)).toMatchObject({ changeable: false });
  const states = 'select next_states(e)::text[] as states from order_edits e where order_id = $1::text::uuid';
  expect([await shopper.run(states, [order.id]), await admin.run(states, [order.id])]).toEqual([
    [{ states: ['declined', 'applied'] }],
    [{ states: ['withdrawn'] }],
  ]);
  await moveShipment(shipment, 'handed_over');
  const gone = await inProduction(1);
  await moveShipment(await pack(gone), 'handed_over');
  expect(await fieldsOf(gone, admin)).toMatchObject({ changeable: false });
});

test('an order that awaits its payment is not confirmed manually', async () => {
  const order = await buy({ payment_method: 'bank_transfer' });
  expect(await fieldsOf(order, admin)).toMatchObject({ next: ['cancelled'] });
});

test('nobody reads a stranger’s open online amount by forging the row', async () => {
  const order = await buy({ payment_method: 'online' });
  const stranger = await makePerson(db, store.tenantId);
  const [row] = await stranger.run(
    `select due_online(o)::float8 as online, next_statuses(o)::text[] as next
     from jsonb_populate_record(null::orders, jsonb_build_object(
       'id', $1::text, 'user_id', auth.uid(), 'status', 'pending', 'payment_method', 'online')) o`,
    [order.id],
  );
  expect(row).toEqual({ online: 0, next: [] });
});

test('pieces are open until they are cancelled, packed or sent', async () => {
  const order = await inProduction(5);
  const first = await pack(order, piecesOf(order, 2));
  await pack(order, piecesOf(order, 1));
  await moveShipment(first, 'handed_over', 'returned_to_sender');
  const [line] = await shopper.run(
    'select open_pieces(l) as open from order_lines l where order_id = $1::text::uuid',
    [order.id],
  );
  expect(line).toEqual({ open: 2 });
});

test('a shipment can be booked with a carrier while it is in the store without a number, and reassigned until it is delivered', async () => {
  const shipment = await pack(await inProduction());
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ bookable: true, changeable: true });
  await db.owner`insert into carrier_bookings (shipment_id, tenant_id, carrier) values (${shipment.id}, ${store.tenantId}, 'bosta')`;
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ bookable: false, changeable: false });
  await db.owner`update carrier_bookings set state = 'asked' where shipment_id = ${shipment.id}`;
  await db.owner`update carrier_bookings set state = 'failed' where shipment_id = ${shipment.id}`;
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ bookable: true, changeable: true });
  await db.owner`update shipments set tracking_number = 'BX 1' where id = ${shipment.id}`;
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ bookable: false, changeable: true });
  await moveShipment(shipment, 'handed_over', 'delivered');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ bookable: false, changeable: false });
});

test('a hand-over can be undone for half a minute, by the person who did it and until the shipment moves on', async () => {
  const shipment = await pack(await inProduction());
  const colleague = await makePerson(db, store.tenantId, 'admin');
  await moveShipment(shipment, 'handed_over');
  const { seconds } = (await shipmentFieldsOf(shipment)) as { seconds: number };
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(await shipmentFieldsOf(shipment, colleague)).toMatchObject({ seconds: 0 });
  await moveShipment(shipment, 'delivered');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ seconds: 0 });
});

test('a shipment collects its cash until it is on its way back, and awaits an inspection when it has returned', async () => {
  const shipment = await pack(await inProduction(1));
  expect(await shipmentFieldsOf(shipment, shopper)).toMatchObject({ cash: 280, uninspected: false });
  await moveShipment(shipment, 'handed_over', 'attempt_failed');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ cash: 280 });
  await moveShipment(shipment, 'returning');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ cash: 0, uninspected: false });
  await moveShipment(shipment, 'returned_to_sender');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ cash: 0, uninspected: true });
  await admin.run('select inspect_shipment($1::text::uuid)', [shipment.id]);
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ uninspected: false });
  const delivered = await pack(await inProduction(1));
  await moveShipment(delivered, 'handed_over', 'delivered');
  expect(await shipmentFieldsOf(delivered)).toMatchObject({ cash: 0, uninspected: false });
});

test('a shipment that comes back after delivery waits until somebody has inspected it', async () => {
  const shipment = await pack(await inProduction());
  await moveShipment(shipment, 'handed_over', 'delivered');
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ late: false });
  await db.owner`insert into shipment_events (tenant_id, shipment_id, state, carrier_state)
    values (${store.tenantId}, ${shipment.id}, 'returned_to_sender', 'returned')`;
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ late: true });
  await db.owner`insert into shipment_events (tenant_id, shipment_id, state) values (${store.tenantId}, ${shipment.id}, 'delivered')`;
  expect(await shipmentFieldsOf(shipment)).toMatchObject({ late: false });
});
