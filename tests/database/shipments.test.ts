import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, givePoints, points, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, server } from './people.ts';
import {
  countsOf,
  inProduction,
  moveShipment,
  moveShipments,
  pack,
  piecesOf,
  type Shipment,
  type Step,
  sent,
  standingOf,
} from './shipments.ts';
import { call, move, stockOf } from './store.ts';

storeForEachTest();
beforeEach(async () => {
  const shipping = '{"defaultShippingFee": 30, "freeShippingThreshold": 100000}';
  await db.owner`update settings set shipping = shipping || ${shipping}::text::jsonb where tenant_id = ${store.tenantId}`;
});

const packing = 'select pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb)';
const inspecting = 'select inspect_shipment($1::text::uuid, $2::text::jsonb)';

describe('an order in several shipments', () => {
  test('is shipped, paid and delivered piece by piece, with the delivery fee in its first shipment', async () => {
    const order = await inProduction(3);
    const first = await pack(order, piecesOf(order, 2));
    expect(first).toMatchObject({ number: 1, state: 'packed', cash_due: 530 });
    expect(await standingOf(order)).toMatchObject({
      status: 'in_production',
      queues: ['to_pack', 'to_hand_over'],
    });
    await moveShipment(first, 'handed_over');
    expect(await standingOf(order)).toMatchObject({
      status: 'partly_sent',
      queues: ['to_pack', 'on_the_way'],
    });

    const second = await pack(order);
    expect(second).toMatchObject({ number: 2, cash_due: 250 });
    await moveShipment(second, 'handed_over', 'in_transit', 'out_for_delivery');
    expect(await standingOf(order)).toMatchObject({ status: 'shipped', payment_status: 'unpaid' });
    expect(await points()).toEqual([0, 0]);

    await moveShipment(second, 'delivered');
    expect(await standingOf(order)).toMatchObject({
      status: 'partly_delivered',
      payment_status: 'partly_paid',
      at_carrier: 250,
    });
    expect(await points()).toEqual([250, 0]);
    await moveShipment(first, 'delivered');
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      payment_status: 'with_carrier',
      queues: ['cash_outstanding'],
      received: 780,
      at_carrier: 780,
    });
    expect(await points()).toEqual([750, 0]);
    expect(await countsOf(order)).toMatchObject({ packed: 0, sent: 3, delivered: 3 });
  });

  test('has a history that ends with its current status, and shoppers read each shipment’s journey', async () => {
    const order = await inProduction(2);
    const shipment = await pack(order, piecesOf(order, 1));
    await moveShipment(shipment, 'handed_over', 'delivered');
    const history = await shopper.run(
      'select to_status from order_events where order_id = $1::text::uuid order by created_at',
      [order.id],
    );
    expect(history.map((event) => event.to_status)).toEqual([
      ...['pending', 'confirmed', 'in_production', 'partly_sent', 'partly_delivered'],
    ]);
    expect(await shopper.run('select state from shipment_events order by created_at')).toEqual([
      { state: 'packed' },
      { state: 'handed_over' },
      { state: 'delivered' },
    ]);
    const stranger = await makePerson(db, store.tenantId);
    for (const table of ['shipments', 'shipment_lines', 'shipment_events'])
      expect(await stranger.run(`select 1 from ${table}`)).toEqual([]);
  });

  test('collects no more than is owed when a shipment leaves', async () => {
    const order = await inProduction(3);
    const [first, second] = [await pack(order, piecesOf(order, 1)), await pack(order, piecesOf(order, 1))];
    expect([first.cash_due, second.cash_due]).toEqual([280, 250]);
    const due = async () =>
      (
        await db.owner<{ due: number }[]>`
          select cash_due::float8 as due from shipments where order_id = ${order.id} order by number`
      ).map((shipment) => shipment.due);
    await admin.run("select record_payment($1::text::uuid, 'paid', 'By transfer after all')", [order.id]);
    expect(await due()).toEqual([0, 0]);
    await moveShipment(first, 'handed_over', 'delivered');
    expect(await standingOf(order)).toMatchObject({ payment_status: 'paid', at_carrier: 0 });
  });

  test('that is prepaid collects nothing', async () => {
    const order = await inProduction(2, { payment_method: 'bank_transfer' });
    const shipment = await sent(order);
    expect(shipment.cash_due).toBe(0);
    await moveShipment(shipment, 'delivered');
    expect(await standingOf(order)).toMatchObject({ payment_status: 'paid', at_carrier: 0, queues: [] });
  });
});

describe('packing', () => {
  test('is refused with what is possible', async () => {
    const order = await inProduction(3);
    const other = await inProduction(1);
    const refused = async (lines: unknown, shipment: unknown = {}, orderId = order.id) => {
      const refusal = await admin.refusal(packing, [
        ...[orderId, JSON.stringify(lines), JSON.stringify(shipment)],
      ]);
      return [refusal.detail, refusal.message];
    };
    await pack(order, piecesOf(order, 1));
    expect(await refused(piecesOf(order, 3))).toEqual([
      'too_few_to_pack',
      'Of Ink hoodie, 2 are left to pack, and 1 are packed already.',
    ]);
    for (const lines of [piecesOf(other, 1), [{ order_line_id: 'x', quantity: 1 }], [7], {}, 'all'])
      expect((await refused(lines))[0]).toBe('unknown_order_line');
    for (const quantity of [0, -1, 1.5, '1', null, 1e9])
      expect((await refused([{ ...piecesOf(order, 1)[0], quantity }]))[0]).toBe('invalid_quantity');
    expect((await refused([]))[0]).toBe('nothing_to_pack');
    for (const [shipment, code] of [
      [{ carrier: 'No courier!' }, 'invalid_shipment'],
      [{ tracking_url: 'javascript:alert(1)' }, 'invalid_shipment'],
      [{ tracking_number: '1'.repeat(81) }, 'invalid_shipment'],
      [{ fee: -1 }, 'invalid_shipment'],
      [{ cash_due: 0.001 }, 'invalid_shipment'],
      [[], 'invalid_shipment'],
      [{ cash_due: 781 }, 'too_much_cash'],
    ])
      expect((await refused(piecesOf(order, 1), shipment))[0]).toBe(code);
    const unconfirmed = await buy();
    expect(await refused(null, {}, unconfirmed.id)).toEqual([
      'not_confirmed',
      'Confirm this order before it is packed.',
    ]);
    await move(db, shopper.identity, unconfirmed.id, 'cancelled');
    expect(await countsOf(order)).toMatchObject({ packed: 1 });
  });

  test('is only for the store’s staff, for whom other orders and shipments do not exist', async () => {
    const order = await inProduction(1);
    const shipment = await pack(order);
    const elsewhere = await makePerson(db, 'casecraft', null);
    for (const [who, code] of [
      [shopper, 'staff_only'],
      [elsewhere, 'unknown_order'],
    ] as const)
      expect(await who.refusal(packing, [order.id, 'null', '{}'])).toMatchObject({
        detail: code,
      });
    for (const who of [shopper, elsewhere]) {
      const moving = "select move_shipments($1::text::uuid[], 'handed_over')";
      expect(await who.refusal(moving, [`{${shipment.id}}`])).toMatchObject({
        detail: 'unknown_shipment',
      });
      expect(await who.refusal('select pack_orders($1::text::uuid[])', [`{${order.id}}`])).toMatchObject({
        detail: 'unknown_order',
      });
      for (const call of [inspecting, 'select change_shipment($1::text::uuid, $2::text::jsonb)'])
        expect(await who.refusal(call, [shipment.id, '{}'])).toMatchObject({
          detail: 'unknown_shipment',
        });
    }
    expect(await standingOf(order)).toMatchObject({ status: 'in_production' });
  });

  test('of many orders continues when one is refused', async () => {
    const orders = [await inProduction(1), await buy(), await inProduction(2)];
    const ids = [...orders.map(({ id }) => id), randomUUID()];
    const steps = await admin.value<Step[]>(
      'select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from pack_orders($1::text::uuid[], $2::text::jsonb) answer',
      [`{${ids}}`, '{"carrier_name": "Own van"}'],
    );
    expect(steps.map(({ order_id }) => order_id)).toEqual(ids.toSorted());
    const of = (id: string | undefined) => steps.find(({ order_id }) => order_id === id);
    expect(of(ids[1])?.refusal?.code).toBe('not_confirmed');
    expect(of(ids[3])?.refusal?.code).toBe('unknown_order');
    const shipments = [of(ids[0]), of(ids[2])].map((step) => step?.shipment_id ?? '');
    const moved = await moveShipments(shipments, 'handed_over');
    expect(moved.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
    for (const order of [orders[0], orders[2]])
      expect(await standingOf(order ?? { id: '' })).toMatchObject({ status: 'shipped' });
    const counts = await admin.run('select queue, orders from order_queue_counts(array[$1::text])', [
      store.tenantId,
    ]);
    expect(counts).toEqual([
      { queue: 'to_confirm', orders: '1' },
      { queue: 'on_the_way', orders: '2' },
    ]);
    expect(
      await shopper.refusal('select order_queue_counts(array[$1::text])', [store.tenantId]),
    ).toMatchObject({
      code: '42501',
    });
  });

  test('of many orders gives a tracking number to the first of them, and so does a change of their carrier', async () => {
    const orders = [await inProduction(1), await inProduction(1)];
    const codes = async (statement: string, ids: string[], fields: object) =>
      (
        await admin.value<Step[]>(
          `select jsonb_agg(to_jsonb(answer)) as value from ${statement}($1::text::uuid[], $2::text::jsonb) answer`,
          [`{${ids}}`, JSON.stringify(fields)],
        )
      ).map(({ refusal }) => refusal?.code);
    const ids = orders.map(({ id }) => id);
    expect(await codes('pack_orders', ids, { tracking_number: '88' })).toEqual([
      undefined,
      'tracking_number_taken',
    ]);
    for (const [at, order] of [await inProduction(1), await inProduction(1)].entries())
      ids[at] = (await pack(order, undefined, { carrier: `carrier_${at}`, tracking_number: '99' })).id;
    expect(await codes('change_shipments', ids, { carrier: 'manual' })).toEqual([
      undefined,
      'tracking_number_taken',
    ]);
  });

  test('is undone with its shipment, whose data can change until it is delivered', async () => {
    const order = await inProduction(2);
    const shipment = await pack(order, undefined, { carrier_name: 'Bosta', tracking_number: ' 77 ' });
    expect(shipment).toMatchObject({ tracking_number: '77' });
    const change = (id: string, changes: Record<string, unknown>) =>
      [
        'select to_jsonb(change_shipment($1::text::uuid, $2::text::jsonb)) as value',
        [id, JSON.stringify(changes)],
      ] as [string, string[]];
    const other = await pack(await inProduction(1));
    expect(await admin.refusal(...change(other.id, { tracking_number: '77' }))).toMatchObject({
      detail: 'tracking_number_taken',
      message: expect.stringContaining(order.number),
    });
    await moveShipment(shipment, 'cancelled');
    expect(await standingOf(order)).toMatchObject({ status: 'in_production', queues: ['to_pack'] });
    const reused = await admin.value<Shipment>(
      ...change(other.id, { tracking_number: '77', cash_due: 100, fee: 12.5 }),
    );
    expect(reused).toMatchObject({ tracking_number: '77', cash_due: 100 });
    const feeOf = () =>
      db.owner`select fee::float8 from shipment_staff_facts where shipment_id = ${other.id}`;
    expect(await feeOf()).toEqual([{ fee: 12.5 }]);
    await moveShipment(other, 'handed_over', 'delivered');
    expect(await admin.refusal(...change(other.id, { cash_due: 5 }))).toMatchObject({
      detail: 'shipment_closed',
    });
    await admin.value<Shipment>(...change(other.id, { fee: 15 }));
    expect(await feeOf()).toEqual([{ fee: 15 }]);
  });
});

describe('a shipment that nobody accepts', () => {
  test('owes nothing and earns nothing, and its pieces are restocked once somebody has inspected them', async () => {
    const order = await inProduction(3);
    const stock = await stockOf(db, store.hoodieId);
    const shipment = await sent(order);
    await moveShipment(shipment, 'attempt_failed', 'attempt_failed');
    expect(await standingOf(order)).toMatchObject({ queues: ['attempt_failed'] });
    await moveShipment(shipment, 'returning', 'returned_to_sender');
    expect(await standingOf(order)).toMatchObject({
      status: 'returned_to_sender',
      payment_status: 'unpaid',
      queues: ['returned_to_sender'],
      charged: 0,
      received: 0,
    });
    expect(await points()).toEqual([0, 0]);
    expect(await stockOf(db, store.hoodieId)).toBe(stock);

    const line = order.lines[0]?.id ?? '';
    const look = (fate: Record<string, unknown>) =>
      [inspecting, [shipment.id, JSON.stringify([{ order_line_id: line, ...fate }])]] as [string, string[]];
    expect(await admin.refusal(...look({ restocked: 3, discarded: 1 }))).toMatchObject({
      detail: 'too_few_to_inspect',
      message: 'Of Ink hoodie, 3 wait to be looked at.',
    });
    expect(await admin.refusal(...look({ restocked: -1 }))).toMatchObject({
      detail: 'invalid_quantity',
    });
    await admin.run(...look({ restocked: 1, discarded: 1 }));
    expect(await standingOf(order)).toMatchObject({ queues: ['returned_to_sender'] });
    await admin.run(inspecting, [shipment.id, 'null']);
    expect(await standingOf(order)).toMatchObject({ status: 'returned_to_sender', queues: [] });
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 2);
    expect(await admin.refusal(inspecting, [shipment.id, 'null'])).toMatchObject({
      detail: 'nothing_to_inspect',
    });
  });

  test('is sent again, and owed again with its delivery', async () => {
    const order = await inProduction(2);
    const shipment = await sent(order);
    await moveShipment(shipment, 'returned_to_sender');
    const again = [{ order_line_id: order.lines[0]?.id, sent_again: 2 }];
    await admin.run(inspecting, [shipment.id, JSON.stringify(again)]);
    expect(await standingOf(order)).toMatchObject({
      status: 'in_production',
      queues: ['to_pack'],
      charged: 530,
    });
    const second = await sent(order);
    expect(second.cash_due).toBe(530);
    await moveShipment(second, 'delivered');
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', payment_status: 'with_carrier' });
    expect(await points()).toEqual([500, 0]);
  });

  test('creates a due refund of a prepayment, with the points', async () => {
    await givePoints(shopper, 300);
    const order = await inProduction(2, { payment_method: 'bank_transfer', points: 300 });
    expect(await points()).toEqual([0, 300]);
    const [one, two] = [await pack(order, piecesOf(order, 1)), await pack(order)];
    await moveShipment(one, 'handed_over', 'delivered');
    await moveShipment(two, 'handed_over', 'returned_to_sender');
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      payment_status: 'refund_due',
      queues: ['returned_to_sender', 'to_give_back'],
      charged: 265,
    });
    expect(await points()).toEqual([150 + 235, 150]);
    expect(
      await db.owner`select amount::float8, state::text from refunds where order_id = ${order.id}`,
    ).toEqual([{ amount: 235, state: 'due' }]);
    await admin.run(inspecting, [two.id, 'null']);
  });

  test('keeps the prepaid delivery fee if the store’s settings say so, if it was returned to sender and not lost', async () => {
    await db.owner`update settings set returns = returns || '{"keepsDeliveryFee": true}' where tenant_id = ${store.tenantId}`;
    const outcome = async (payment_method: string, state: string) => {
      const order = await inProduction(1, { payment_method });
      await moveShipment(await sent(order), state);
      const { status, charged } = await standingOf(order);
      const [owed] =
        await db.owner`select sum(amount)::float8 as amount from refunds where order_id = ${order.id}`;
      return { status, charged, owed: owed?.amount };
    };
    expect(await outcome('bank_transfer', 'returned_to_sender')).toEqual({
      status: 'returned_to_sender',
      charged: 30,
      owed: 250,
    });
    expect(await outcome('bank_transfer', 'lost')).toEqual({
      status: 'returned_to_sender',
      charged: 0,
      owed: 280,
    });
    expect(await outcome('cash_on_delivery', 'returned_to_sender')).toEqual({
      status: 'returned_to_sender',
      charged: 0,
      owed: null,
    });
    await db.owner`update settings set returns = returns || '{"keepsDeliveryFee": false}' where tenant_id = ${store.tenantId}`;
    expect(await outcome('bank_transfer', 'returned_to_sender')).toEqual({
      status: 'returned_to_sender',
      charged: 0,
      owed: 280,
    });
  });

  test('is lost: nothing is owed, and nothing is restocked', async () => {
    const order = await inProduction(1);
    const stock = await stockOf(db, store.hoodieId);
    const shipment = await sent(order);
    await moveShipment(shipment, 'lost');
    expect(await standingOf(order)).toMatchObject({ status: 'returned_to_sender', queues: [], charged: 0 });
    expect(await stockOf(db, store.hoodieId)).toBe(stock);
  });
});

describe('moving shipments', () => {
  test('follows the transition table, and a refused one does not stop the others', async () => {
    const [first, second] = [await inProduction(1), await inProduction(1)];
    const [packed, under] = [await pack(first), await sent(second)];
    const steps = await moveShipments([packed.id, under.id], 'delivered');
    const of = (id: string) => steps.find(({ shipment_id }) => shipment_id === id);
    expect(of(packed.id)?.refusal).toMatchObject({
      code: 'shipment_move_not_allowed',
      message: 'This parcel is packed and cannot become delivered.',
    });
    expect(of(under.id)?.refusal).toBeUndefined();
    expect(await standingOf(first)).toMatchObject({ status: 'in_production' });
    expect(await standingOf(second)).toMatchObject({ status: 'delivered' });
  });

  test('of one order together counts each of its pieces and pounds once', async () => {
    const order = await inProduction(3);
    const ids = [await pack(order, piecesOf(order, 1)), await pack(order)].map(({ id }) => id);
    for (const state of ['handed_over', 'delivered'])
      expect((await moveShipments(ids, state)).map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
    expect(await countsOf(order)).toMatchObject({ packed: 0, sent: 3, delivered: 3 });
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      payment_status: 'with_carrier',
      received: 780,
      at_carrier: 780,
    });
  });

  test('collects less if the shopper paid less, never more, and not in the future', async () => {
    const order = await inProduction(1);
    const shipment = await sent(order);
    for (const cash of [-1, 280.01, 1.001])
      expect(await moveShipments([shipment.id], 'delivered', cash)).toMatchObject([
        { refusal: { code: 'too_much_cash' } },
      ]);
    const tomorrow = `select move_shipments($1::text::uuid[], 'delivered', p_happened_at => now() + interval '1 day')`;
    expect(await admin.refusal(tomorrow, [`{${shipment.id}}`])).toMatchObject({
      detail: 'not_yet',
    });
    expect(await moveShipments([shipment.id], 'delivered', 200)).toMatchObject([
      { shipment_id: shipment.id },
    ]);
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      payment_status: 'partly_paid',
      received: 200,
    });
  });

  test('undone with its order unpacks what it packed itself; what was packed before stays packed', async () => {
    const states = async (id: string) =>
      (await db.owner`select state from shipments where order_id = ${id} order by number`).map(
        ({ state }) => state,
      );
    const packedWithIt = await inProduction(1);
    await move(db, admin.identity, packedWithIt.id, 'shipped', 'in_production');
    expect(await states(packedWithIt.id)).toEqual(['cancelled']);
    const packedBefore = await inProduction(1);
    await pack(packedBefore);
    await move(db, admin.identity, packedBefore.id, 'shipped', 'in_production');
    expect(await states(packedBefore.id)).toEqual(['packed']);
  });

  test('staff undo their own hand-over until the customer was notified', async () => {
    const order = await inProduction(1);
    const shipment = await sent(order);
    const colleague = await makePerson(db, store.tenantId, 'admin');
    expect(await moveShipments([shipment.id], 'packed', undefined, colleague)).toMatchObject([
      { refusal: { code: 'shipment_move_not_allowed' } },
    ]);
    await moveShipment(shipment, 'packed');
    expect(await standingOf(order)).toMatchObject({ status: 'in_production', queues: ['to_hand_over'] });
    expect(
      await db.owner`select 1 from order_notifications where order_id = ${order.id} and kind = 'shipped'`,
    ).toEqual([]);
    await moveShipment(shipment, 'handed_over');
    await db.owner`
      update private.jobs set attempts = 1 from order_notifications message
      where message.id::text = key and message.order_id = ${order.id} and message.kind = 'shipped'`;
    expect(await moveShipments([shipment.id], 'packed')).toMatchObject([
      { refusal: { code: 'shipment_move_not_allowed' } },
    ]);
  });
});

describe('a carrier’s event', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 12, minutes)).toISOString();
  const tracked = async () => {
    const order = await inProduction(1);
    await pack(order, undefined, { carrier: 'bosta', tracking_number: 'B-1' });
    await db.owner`update shipment_events set happened_at = ${at(0)} where tenant_id = ${store.tenantId}`;
    return order;
  };
  const says = (state: string | null, word: string, minutes: number, tracking = 'B-1') =>
    call<string>(
      db,
      server,
      `select record_shipment_event($1, 'bosta', $2, nullif($3, '')::shipment_state, $4, $5::text::timestamptz) as value`,
      [store.tenantId, tracking, state ?? '', word, at(minutes)],
    );

  test('is booked once, whatever arrives twice, late or out of order', async () => {
    const order = await tracked();
    expect(await says('in_transit', 'AT_HUB', 5)).toBe('booked');
    expect(await standingOf(order)).toMatchObject({ status: 'shipped', queues: ['on_the_way'] });
    expect(await says('in_transit', 'AT_HUB', 5)).toBe('known');
    expect(await says('handed_over', 'PICKED_UP', 3)).toBe('late');
    expect(await says('delivered', 'DELIVERED', 30)).toBe('booked');
    expect(await says('delivered', 'DELIVERED', 30)).toBe('known');
    expect(await says('out_for_delivery', 'OUT', 20)).toBe('late');
    expect(await says('returning', 'RETURNING', 40)).toBe('waiting');
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', received: 280, at_carrier: 280 });
    expect(await points()).toEqual([250, 0]);
    expect(await says('delivered', 'DELIVERED', 30, 'B-2')).toBe('unknown');
  });

  test('of a return after delivery leaves the shipment delivered, and waits for a person', async () => {
    const order = await tracked();
    await says('delivered', 'Delivered', 30);
    expect(await says('returned_to_sender', 'Returned to business', 40)).toBe('waiting');
    const waiting = {
      status: 'delivered',
      received: 280,
      queues: ['returned_to_sender', 'cash_outstanding'],
    };
    expect(await standingOf(order)).toMatchObject(waiting);
    expect(await says('returned_to_sender', 'Returned to business', 40)).toBe('known');
    const [shipment] = await db.owner<{ id: string; state: string }[]>`
      select id, state::text from shipments where order_id = ${order.id}`;
    expect(shipment?.state).toBe('delivered');
    const seen = "select move_shipments($1::text::uuid[], 'delivered', 'They gave it back at the hub')";
    await admin.run(seen, [`{${shipment?.id}}`]);
    expect(await standingOf(order)).toMatchObject({ ...waiting, queues: ['cash_outstanding'] });
  });

  test('that is unknown waits for a person, and changes nothing', async () => {
    const order = await tracked();
    await says('in_transit', 'AT_HUB', 5);
    expect(await says(null, 'HELD_BY_CUSTOMS', 6)).toBe('waiting');
    expect(await standingOf(order)).toMatchObject({ status: 'shipped', queues: ['attempt_failed'] });
    const [shipment] = await db.owner<
      { id: string }[]
    >`select id from shipments where order_id = ${order.id}`;
    const seen = "select move_shipments($1::text::uuid[], 'in_transit', 'They let it through')";
    await admin.run(seen, [`{${shipment?.id}}`]);
    expect(await standingOf(order)).toMatchObject({ status: 'shipped', queues: ['on_the_way'] });
  });

  test('is accepted only from the server', async () => {
    await tracked();
    for (const who of [admin, shopper])
      expect(
        await who.refusal(
          `select record_shipment_event($1, 'bosta', 'B-1', 'delivered', 'DELIVERED', now())`,
          [store.tenantId],
        ),
      ).toMatchObject({ code: '42501' });
  });
});
