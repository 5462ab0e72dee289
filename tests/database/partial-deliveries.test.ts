import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, points, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, server } from './people.ts';
import {
  countsOf,
  inProduction,
  moveShipment,
  type Pieces,
  pack,
  piecesOf,
  type Shipment,
  type Step,
  sent,
  standingOf,
} from './shipments.ts';
import { move, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest();

interface Delivery {
  shipment_id: string;
  lines?: Pieces[];
  cash?: number;
}

const deliver = (deliveries: Delivery[], who = admin, key?: string): Promise<Step[]> =>
  who.value<Step[]>(
    `select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value
     from deliver_shipments($1::text::jsonb, p_request_id => nullif($2, '')::uuid) answer`,
    [JSON.stringify(deliveries), key ?? ''],
  );

/** Delivers those pieces of an order's only line that the customer took. */
async function took(order: PlacedOrder, shipment: Shipment, quantity: number): Promise<void> {
  const [answer] = await deliver([{ shipment_id: shipment.id, lines: piecesOf(order, quantity) }]);
  expect(answer?.refusal).toBeUndefined();
}

const shipmentsOf = ({ id }: { id: string }) => db.owner`
  select shipment.id, shipment.number, shipment.state::text, shipment.cash_due::float8 as cash_due,
    shipment.cash_collected::float8 as cash_collected, shipment.split_from, public.awaits_inspection(shipment) as awaits_inspection,
    (select sum(quantity)::int from shipment_lines part where part.shipment_id = shipment.id) as pieces
  from shipments shipment where order_id = ${id} order by number`;

const mailsOf = ({ id }: { id: string }) => db.owner`
  select kind::text, private.mail_subject(kind, about_id) -> 'shipment' as shipment
  from order_notifications where order_id = ${id} and channel = 'email' and kind not in ('placed', 'paid', 'shipped')
  order by created_at`;

describe('a customer who takes one of two pieces', () => {
  test('pays for that one; the other waits to be inspected, and nothing else is owed', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    const quote = 'select quote_delivery($1::text::uuid, $2::text::jsonb)::float8 as value';
    expect(await admin.value(quote, [shipment.id, JSON.stringify(piecesOf(order, 1))])).toBe(250);
    await took(order, shipment, 1);
    expect(await shipmentsOf(order)).toMatchObject([
      { number: 1, state: 'delivered', cash_due: 250, cash_collected: 250, pieces: 1 },
      {
        number: 2,
        state: 'returned_to_sender',
        split_from: shipment.id,
        cash_collected: null,
        awaits_inspection: true,
        pieces: 1,
      },
    ]);
    expect(await countsOf(order)).toMatchObject({
      sent: 1,
      delivered: 1,
      returned_to_sender: 1,
      returned: 0,
    });
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      payment_status: 'with_carrier',
      charged: 250,
      received: 250,
      at_carrier: 250,
      queues: ['returned_to_sender', 'cash_outstanding'],
    });
    expect(await points()).toEqual([250, 0]);
    const papers = await db.owner`
      select kind::text, total::float8 as total from invoices where order_id = ${order.id} order by issued_at`;
    expect(papers).toEqual([
      { kind: 'invoice', total: 500 },
      { kind: 'credit_note', total: 250 },
    ]);
    const stock = await stockOf(db, store.hoodieId);
    const [, rest] = await shipmentsOf(order);
    await admin.run('select inspect_shipment($1::text::uuid)', [rest?.id]);
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 1);
    expect(await standingOf(order)).toMatchObject({ queues: ['cash_outstanding'] });
  });

  test('gets one mail, which names what was taken, what was given back and what was paid', async () => {
    const order = await inProduction(2);
    await took(order, await sent(order), 1);
    expect(await mailsOf(order)).toMatchObject([
      {
        kind: 'delivered',
        shipment: { cash_collected: 250, pieces: [{ quantity: 1 }], given_back: [{ quantity: 1 }] },
      },
    ]);
  });

  test('gets back what they had paid for the other, in the same mail', async () => {
    const order = await inProduction(2, { payment_method: 'bank_transfer' });
    const shipment = await sent(order);
    await took(order, shipment, 1);
    const [refund] = await db.owner`
      select id, amount::float8 as amount, state::text from refunds where order_id = ${order.id}`;
    expect(refund).toMatchObject({ amount: 250, state: 'due' });
    expect(await standingOf(order)).toMatchObject({
      charged: 250,
      received: 500,
      payment_status: 'refund_due',
    });
    await admin.run("select send_refund($1::text::uuid, 'transfer')", [refund?.id]);
    expect(await mailsOf(order)).toMatchObject([{ kind: 'delivered' }]);
  });

  test('and has refused no parcel, which their next order would have to answer for', async () => {
    const order = await inProduction(2);
    await took(order, await sent(order), 1);
    const [counted] =
      await db.owner`select * from private.deliveries_of(${store.tenantId}, ${shopper.id}, '')`;
    expect(counted).toMatchObject({ delivered: '1', refused: '0' });
  });

  test('is booked in bulk beside parcels that were taken whole, and a refused one stops no other', async () => {
    const [whole, part, packed] = [await inProduction(1), await inProduction(3), await inProduction(1)];
    const shipments = [await sent(whole), await sent(part), await pack(packed)];
    const answers = await deliver([
      { shipment_id: shipments[0]?.id ?? '' },
      { shipment_id: shipments[1]?.id ?? '', lines: piecesOf(part, 2) },
      { shipment_id: shipments[2]?.id ?? '' },
    ]);
    const codes = new Map(answers.map(({ order_id, refusal }) => [order_id, refusal?.code]));
    expect([whole, part, packed].map(({ id }) => codes.get(id))).toEqual([
      undefined,
      undefined,
      'shipment_move_not_allowed',
    ]);
    expect(await standingOf(part)).toMatchObject({ charged: 500, received: 500 });
  });
});

describe('refuses', () => {
  test('more pieces than the parcel holds, other orders’ pieces, and nothing at all', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    const other = await inProduction(1);
    const code = async (lines: Pieces[]) =>
      (await deliver([{ shipment_id: shipment.id, lines }]))[0]?.refusal?.code;
    expect(await code(piecesOf(order, 3))).toBe('too_many_taken');
    expect(await code(piecesOf(other, 1))).toBe('unknown_order_line');
    expect(await code([])).toBe('nothing_taken');
    expect(
      (await deliver([{ shipment_id: shipment.id, lines: piecesOf(order, 1), cash: 250.01 }]))[0]?.refusal
        ?.code,
    ).toBe('too_much_cash');
    const twice = JSON.stringify([{ shipment_id: shipment.id }, { shipment_id: shipment.id }]);
    expect(await admin.refusal('select deliver_shipments($1::text::jsonb)', [twice])).toMatchObject({
      detail: 'invalid_delivery',
    });
    expect(await shipmentsOf(order)).toHaveLength(1);
    expect(await standingOf(order)).toMatchObject({ charged: 500, received: 0 });
  });

  test('shoppers and staff of other stores, to whom the parcel does not exist', async () => {
    const order = await inProduction(2);
    const { id } = await sent(order);
    const document = JSON.stringify([{ shipment_id: id }]);
    for (const who of [shopper, await makePerson(db, store.tenantId)])
      expect(await who.refusal('select deliver_shipments($1::text::jsonb)', [document])).toMatchObject({
        detail: 'unknown_shipment',
      });
  });

  test('a repeated request, which changes nothing more', async () => {
    const order = await inProduction(3);
    const { id } = await sent(order);
    const key = randomUUID();
    const first = await deliver([{ shipment_id: id, lines: piecesOf(order, 1) }], admin, key);
    expect(await deliver([{ shipment_id: id, lines: piecesOf(order, 1) }], admin, key)).toEqual(first);
    expect(await shipmentsOf(order)).toHaveLength(2);
  });
});

describe('a delivery that was booked whole', () => {
  test('is corrected while its cash is with the carrier, and not once it is settled', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'delivered');
    expect(await points()).toEqual([500, 0]);
    await took(order, shipment, 1);
    expect(await standingOf(order)).toMatchObject({
      charged: 250,
      received: 250,
      at_carrier: 250,
      status: 'delivered',
    });
    expect(await points()).toEqual([250, 0]);
    const statement = JSON.stringify({ lines: [{ shipment_id: shipment.id, amount: 250 }] });
    await admin.run('select settle_cash($1, $2::text::jsonb)', [store.tenantId, statement]);
    const other = await inProduction(2);
    const settled = await sent(other);
    await moveShipment(settled, 'delivered');
    const all = JSON.stringify({ lines: [{ shipment_id: settled.id, amount: 500 }] });
    await admin.run('select settle_cash($1, $2::text::jsonb)', [store.tenantId, all]);
    const [answer] = await deliver([{ shipment_id: settled.id, lines: piecesOf(other, 1) }]);
    expect(answer?.refusal?.code).toBe('shipment_settled');
  });

  test('is not corrected by pieces that are in a return', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'delivered');
    await shopper.run("select request_return($1::text::uuid, 'Torn')", [order.id]);
    const [answer] = await deliver([{ shipment_id: shipment.id, lines: piecesOf(order, 1) }]);
    expect(answer?.refusal?.code).toBe('pieces_in_return');
  });
});

describe('undoing a delivery in part', () => {
  const undo = ({ id }: Shipment, who = admin) =>
    who.attempt('select take_delivery_back($1::text::uuid)', [id]);

  test('puts everything back as it was, with no mail, within half a minute', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'out_for_delivery');
    const before = await standingOf(order);
    await took(order, shipment, 1);
    expect(await undo(shipment)).toHaveProperty('rows');
    expect(await standingOf(order)).toEqual(before);
    expect(await shipmentsOf(order)).toMatchObject([
      { state: 'out_for_delivery', cash_due: 500, cash_collected: null, pieces: 2 },
      { state: 'cancelled', cash_due: 0 },
    ]);
    expect(await mailsOf(order)).toEqual([]);
    expect(await points()).toEqual([0, 0]);
    await took(order, shipment, 2);
    expect(await standingOf(order)).toMatchObject({ charged: 500, received: 500, status: 'delivered' });
  });

  test('is refused once its pieces are in a return', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await took(order, shipment, 1);
    await admin.run("select request_return($1::text::uuid, 'Torn')", [order.id]);
    expect(await undo(shipment)).toMatchObject({ detail: 'pieces_in_return' });
  });

  test('is for who booked it, and not once pieces were inspected or the time is over', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await took(order, shipment, 1);
    expect(await undo(shipment, await makePerson(db, store.tenantId, 'admin'))).toMatchObject({
      detail: 'delivery_stays',
    });
    const [, rest] = await shipmentsOf(order);
    await admin.run('select inspect_shipment($1::text::uuid)', [rest?.id]);
    expect(await undo(shipment)).toMatchObject({ detail: 'delivery_stays' });
    const late = await inProduction(2);
    const other = await sent(late);
    await took(late, other, 1);
    await db.owner`update shipment_events set created_at = created_at - interval '31 seconds' where shipment_id = ${other.id}`;
    expect(await undo(other)).toMatchObject({ detail: 'delivery_stays' });
  });
});

describe('a carrier', () => {
  const event = (number: string, state: string, word: string, cash?: number) =>
    db
      .run(
        server,
        `select record_shipment_event($1, 'manual', $2, $3::text::shipment_state, $4, clock_timestamp(),
         p_cash => nullif($5, '')::numeric) as value`,
        [store.tenantId, number, state, word, String(cash ?? '')],
      )
      .then(([row]) => row?.value);
  const tracked = async (quantity: number) => {
    const order = await inProduction(quantity);
    const shipment = await pack(order, undefined, { tracking_number: randomUUID().slice(0, 20) });
    await moveShipment(shipment, 'handed_over');
    return { order, shipment, number: shipment.tracking_number ?? '' };
  };

  test('that collected less for several pieces waits for a person, who says what was taken', async () => {
    const { order, shipment, number } = await tracked(2);
    expect(await event(number, 'delivered', '45 Delivered', 250)).toBe('waiting');
    expect(await event(number, 'delivered', '45 Delivered', 250)).toBe('waiting');
    expect(await standingOf(order)).toMatchObject({ received: 0, queues: ['attempt_failed'] });
    await took(order, shipment, 1);
    expect(await standingOf(order)).toMatchObject({ received: 250, charged: 250 });
  });

  test('that brings back what was not taken moves nothing twice, and asks nobody', async () => {
    const { order, shipment, number } = await tracked(2);
    await took(order, shipment, 1);
    expect(await event(number, 'returned_to_sender', '46 Returned')).toBe('booked');
    expect(await standingOf(order)).toMatchObject({ charged: 250, status: 'delivered' });
    const [, rest] = await shipmentsOf(order);
    await admin.run('select inspect_shipment($1::text::uuid)', [rest?.id]);
    expect(await standingOf(order)).toMatchObject({ queues: ['cash_outstanding'] });
    expect(await event(number, 'delivered', '45 Delivered', 500)).toBe('booked');
    expect(await standingOf(order)).toMatchObject({ charged: 250, received: 250 });
  });

  test('whose statement has less than was due is settled by the pieces that were taken, delivered or not', async () => {
    const booked = await tracked(2);
    await moveShipment(booked.shipment, 'delivered');
    const open = await tracked(2);
    const statement = JSON.stringify({
      carrier: 'manual',
      lines: [booked, open].map(({ number }) => ({ number, amount: 250, fee: 20 })),
    });
    await admin.run('select settle_statement($1, $2::text::jsonb)', [store.tenantId, statement]);
    const differences = await db.owner`
      select id, kind::text, shipment_id from settlement_differences where tenant_id = ${store.tenantId} order by kind::text`;
    expect(differences.map(({ kind }) => kind)).toEqual(['not_delivered', 'short']);
    const resolve = 'select resolve_difference_as_part($1::text::uuid, $2::text::jsonb)';
    for (const { id, shipment_id } of differences) {
      const { order } = shipment_id === open.shipment.id ? open : booked;
      await admin.run(resolve, [id, JSON.stringify(piecesOf(order, 1))]);
      expect(await standingOf(order)).toMatchObject({
        charged: 250,
        received: 250,
        at_carrier: 0,
        payment_status: 'paid',
      });
      expect(await admin.refusal(resolve, [id, JSON.stringify(piecesOf(order, 1))])).toMatchObject({
        detail: 'difference_resolved',
      });
    }
    const [settlement] = await db.owner`
      select amount::float8 as amount, fee::float8 as fee from settlements where tenant_id = ${store.tenantId}`;
    expect(settlement).toEqual({ amount: 500, fee: 40 });
  });

  describe('whose statement counts the pieces that were taken', () => {
    const settle = (lines: { number: string; amount: number; pieces?: number }[]) =>
      admin.run('select settle_statement($1, $2::text::jsonb)', [
        store.tenantId,
        JSON.stringify({ carrier: 'manual', lines }),
      ]);
    const differences = () => db.owner`
      select kind::text, stated::float8 as stated, pieces from settlement_differences
      where tenant_id = ${store.tenantId} and resolved_at is null order by kind::text`;

    test('is settled at once if count and price agree on what they are, delivered or not', async () => {
      const booked = await tracked(3);
      await moveShipment(booked.shipment, 'delivered');
      const open = await tracked(3);
      const lines = [booked, open].map(({ number }) => ({ number, amount: 500, pieces: 2 }));
      const read = await admin.run(
        'select kind::text, pieces, taken from read_statement($1, $2::text::jsonb)',
        [store.tenantId, JSON.stringify({ carrier: 'manual', lines })],
      );
      expect(read).toEqual([
        { kind: 'short', pieces: 2, taken: piecesOf(booked.order, 2) },
        { kind: 'not_delivered', pieces: 2, taken: piecesOf(open.order, 2) },
      ]);
      await settle(lines);
      expect(await differences()).toEqual([]);
      for (const { order } of [booked, open]) {
        expect(await standingOf(order)).toMatchObject({ charged: 500, received: 500, at_carrier: 0 });
        expect(await shipmentsOf(order)).toMatchObject([
          { state: 'delivered', pieces: 2 },
          { state: 'returned_to_sender', pieces: 1, awaits_inspection: true },
        ]);
      }
    });

    test('waits for a person if the amount is not their price, or all were taken', async () => {
      const [less, whole] = [await tracked(3), await tracked(3)];
      for (const { shipment } of [less, whole]) await moveShipment(shipment, 'delivered');
      await settle([
        { number: less.number, amount: 400, pieces: 2 },
        { number: whole.number, amount: 500, pieces: 3 },
      ]);
      expect(await differences()).toEqual([
        { kind: 'short', stated: 400, pieces: 2 },
        { kind: 'short', stated: 500, pieces: 3 },
      ]);
      for (const { order } of [less, whole])
        expect(await standingOf(order)).toMatchObject({ charged: 750, at_carrier: 750 });
    });

    test('waits for a person if different pieces cost the same', async () => {
      const line = (size: string) => ({ product_id: store.hoodieId, quantity: 1, size, color: 'Black' });
      const order = await buy({ lines: [line('M'), line('L')] });
      await move(db, admin.identity, order.id, 'confirmed', 'in_production');
      const number = `B-${randomUUID().slice(0, 8)}`;
      const shipment = await pack(order, undefined, { tracking_number: number });
      await moveShipment(shipment, 'handed_over', 'delivered');
      await settle([{ number, amount: 280, pieces: 1 }]);
      expect(await differences()).toEqual([{ kind: 'short', stated: 280, pieces: 1 }]);
    });
  });

  test('whose statement has the whole amount after a part came back is listed, and books nothing by itself', async () => {
    const { order, shipment, number } = await tracked(2);
    await took(order, shipment, 1);
    const statement = JSON.stringify({ carrier: 'manual', lines: [{ number, amount: 500 }] });
    await admin.run('select settle_statement($1, $2::text::jsonb)', [store.tenantId, statement]);
    const differences = await db.owner`
      select kind::text, stated::float8 as stated, expected::float8 as expected from settlement_differences
      where tenant_id = ${store.tenantId}`;
    expect(differences).toEqual([{ kind: 'more', stated: 500, expected: 250 }]);
    expect(await standingOf(order)).toMatchObject({ at_carrier: 250 });
  });
});

test('shares of discounts and points are those of the pieces, to the piastre', async () => {
  await db.run(server, "select adjust_points($1, $2::text::uuid, 333, 'A gift')", [
    store.tenantId,
    shopper.id,
  ]);
  const order = await buy({
    lines: [{ product_id: store.hoodieId, quantity: 3, size: 'M', color: 'Black' }],
    points: 333,
    discount_code: 'TEN',
  });
  await move(db, admin.identity, order.id, 'confirmed', 'in_production');
  const shipment = await sent(order);
  await took(order, shipment, 2);
  const [sold] = await db.owner`
    select round(net * 2 / 3, 2)::float8 + ${order.shipping_total}::float8 as due from order_lines where order_id = ${order.id}`;
  const { charged, received } = await standingOf(order);
  expect(Math.abs(charged - Number(sold?.due))).toBeLessThan(0.011);
  expect(received).toBe(charged);
});
