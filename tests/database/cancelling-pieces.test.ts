import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, givePoints, points, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, server } from './people.ts';
import { takeMails } from './queued-notifications.ts';
import { countsOf, inProduction, moveShipment, pack, piecesOf, sent, standingOf } from './shipments.ts';
import { call, move, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest({ alone: true });
beforeEach(async () => {
  const shipping = '{"defaultShippingFee": 30, "freeShippingThreshold": 100000}';
  await db.owner`update settings set shipping = shipping || ${shipping}::text::jsonb where tenant_id = ${store.tenantId}`;
});

const cancelling = 'select cancel_pieces($1::text::uuid, $2::text::jsonb, $3)';
const asked = (order: PlacedOrder, quantity: number, reason = ''): string[] => [
  order.id,
  JSON.stringify(piecesOf(order, quantity)),
  reason,
];
const threeHoodies = { lines: [{ product_id: '', quantity: 3, size: 'M', color: 'Black' }] };
const buyThree = (changes: Record<string, unknown> = {}) =>
  buy({ lines: threeHoodies.lines.map((line) => ({ ...line, product_id: store.hoodieId })), ...changes });

describe('cancelling pieces', () => {
  test('restocks them, takes them off the price, and leaves the rest unchanged', async () => {
    await givePoints(shopper, 600);
    const order = await buyThree({
      discount_code: 'TEN',
      points: 600,
      slot_id: store.slotId,
      slot_date: store.slotDate,
    });
    expect(order.total).toBe(750 - 75 - 60 + 30);
    const stock = await stockOf(db, store.hoodieId);
    await shopper.run(cancelling, asked(order, 1, 'One is enough'));
    expect(await countsOf(order)).toMatchObject({ cancelled: 1 });
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 1);
    expect(await standingOf(order)).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      queues: ['to_confirm'],
      charged: 410 + 30,
    });
    expect(await points()).toEqual([200, 400]);
    expect(await db.owner`select 1 from discount_uses where order_id = ${order.id}`).toHaveLength(1);
    expect(
      await shopper.run('select actor, note, pieces from order_events where pieces is not null'),
    ).toEqual([
      {
        actor: 'shopper',
        note: 'One is enough',
        pieces: [{ order_line_id: order.lines[0]?.id, name: 'Ink hoodie', quantity: 1 }],
      },
    ]);

    await shopper.run(cancelling, asked(order, 2));
    expect(await standingOf(order)).toMatchObject({ status: 'cancelled', charged: 0, queues: [] });
    expect(await points()).toEqual([600, 0]);
    expect(await db.owner`select 1 from discount_uses where order_id = ${order.id}`).toEqual([]);
    expect(await db.owner`select booked from delivery_bookings where tenant_id = ${store.tenantId}`).toEqual([
      { booked: 0 },
    ]);
  });

  test('of a paid order creates due refunds that sum up to the piastre, in any number of steps', async () => {
    await db.owner`update products set price = 33.34 where id = ${store.hoodieId}`;
    const order = await buyThree({ payment_method: 'bank_transfer', discount_code: 'TEN' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [order.id]);
    for (const left of [2, 1, 0]) {
      await admin.run(cancelling, asked(order, 1));
      expect((await standingOf(order)).status).toBe(left === 0 ? 'cancelled' : 'confirmed');
      expect((await standingOf(order)).payment_status).toBe('refund_due');
    }
    const [owed] =
      await db.owner`select sum(amount)::float8 as amount from refunds where order_id = ${order.id}`;
    expect(owed).toEqual({ amount: order.total });
    expect((await standingOf(order)).charged).toBe(0);
  });

  test('is for shoppers until production, for staff until the pieces are packed', async () => {
    const order = await inProduction(3);
    expect(await shopper.refusal(cancelling, asked(order, 1))).toMatchObject({
      detail: 'too_late_to_cancel',
      message: 'This order is being prepared, so it can no longer be cancelled. Write to the store.',
    });
    const shipment = await pack(order, piecesOf(order, 2));
    expect(await admin.refusal(cancelling, asked(order, 2))).toMatchObject({
      detail: 'too_few_to_cancel',
      message: 'Of Ink hoodie, 1 can still be cancelled, and 2 are packed. Unpack their parcel first.',
    });
    expect(await admin.refusal('select cancel_order($1::text::uuid)', [order.id])).toMatchObject({
      detail: 'pieces_packed',
    });
    expect(
      await admin.refusal("update orders set status = 'cancelled' where id = $1::text::uuid", [order.id]),
    ).toMatchObject({ detail: 'pieces_packed' });
    await moveShipment(shipment, 'handed_over');
    expect((await standingOf(order)).status).toBe('partly_sent');
    await admin.run(cancelling, asked(order, 1, 'Sold out'));
    expect(await standingOf(order)).toMatchObject({
      status: 'shipped',
      queues: ['on_the_way'],
      charged: 530,
    });
  });

  test('is refused for pieces that do not exist, and for other people', async () => {
    const order = await buyThree();
    const other = await buyThree();
    const refusal = async (lines: unknown, who = shopper) =>
      (await who.refusal(cancelling, [order.id, JSON.stringify(lines), ''])).detail;
    expect(await refusal(piecesOf(order, 4))).toBe('too_few_to_cancel');
    expect(await refusal([...piecesOf(order, 2), ...piecesOf(order, 2)])).toBe('too_few_to_cancel');
    expect(await refusal(piecesOf(other, 1))).toBe('unknown_order_line');
    expect(await refusal([{ order_line_id: randomUUID(), quantity: 1 }])).toBe('unknown_order_line');
    expect(await refusal([])).toBe('nothing_to_cancel');
    expect(await refusal([{ ...piecesOf(order, 1)[0], quantity: -1 }])).toBe('invalid_quantity');
    expect(await refusal(piecesOf(order, 1), await makePerson(db, store.tenantId))).toBe('unknown_order');
    expect(await countsOf(order)).toMatchObject({ cancelled: 0 });
  });

  test('by a shopper counts toward the hourly limit of cancellations', async () => {
    for (let n = 0; n < 2; n += 1) {
      const order = await buyThree();
      await shopper.run(cancelling, asked(order, 1));
      await shopper.run(cancelling, asked(order, 1));
    }
    const fifth = await buyThree();
    await move(db, shopper.identity, fifth.id, 'cancelled');
    const sixth = await buyThree();
    expect(await shopper.refusal(cancelling, asked(sixth, 1))).toMatchObject({
      detail: 'too_many_cancellations',
    });
  });

  test('leaves an order whose other pieces nobody accepted as returned to sender, not cancelled', async () => {
    const order = await inProduction(3);
    const shipment = await pack(order, piecesOf(order, 2));
    await moveShipment(shipment, 'handed_over', 'returned_to_sender');
    expect((await standingOf(order)).status).toBe('in_production');
    await admin.run(cancelling, asked(order, 1));
    expect(await standingOf(order)).toMatchObject({ status: 'returned_to_sender', charged: 0 });
    await admin.run('select inspect_shipment($1::text::uuid)', [shipment.id]);
  });
});

test('reviews are for people who received the product, whatever else of the order is in transit', async () => {
  const order = await inProduction(2);
  const review = 'insert into reviews (tenant_id, product_id, rating) values ($1, $2, 5)';
  const shipment = await pack(order, piecesOf(order, 1));
  await sent(order);
  expect(await shopper.refusal(review, [store.tenantId, store.hoodieId])).toMatchObject({
    code: '42501',
  });
  await moveShipment(shipment, 'handed_over', 'delivered');
  await shopper.run(review, [store.tenantId, store.hoodieId]);
  expect(await shopper.value('select count(*)::int as value from reviews')).toBe(1);
});

test('lists, mails and documents show the same total of an order: its current price', async () => {
  const order = await buyThree({ discount_code: 'TEN' });
  const said = async () => {
    const [row] = await db.owner`
      select orders.cost::float, (select sum(line.kept)::int from order_lines line where line.order_id = orders.id) as pieces,
        private.order_sum(orders) as sum from orders where id = ${order.id}`;
    return row;
  };
  expect(await said()).toEqual({ cost: 705, pieces: 3, sum: null });
  await admin.run(cancelling, asked(order, 1, 'Sold out'));
  expect(await said()).toEqual({
    cost: 480,
    pieces: 2,
    sum: {
      lines: [{ order_line_id: order.lines[0]?.id, quantity: 2, amount: 500 }],
      ...{ goods: 500, delivery: 30, gift: 0, reduction: 50, total: 480 },
    },
  });
  // Mails wait half a minute.
  await db.owner`update private.jobs set run_at = now() from order_notifications message where message.id::text = key and message.order_id = ${order.id}`;
  const mails = await call<{ kind: string; sum: unknown }[]>(db, server, takeMails);
  expect(mails.map(({ kind, sum }) => [kind, sum === null])).toContainEqual(['placed', false]);
  // A cancelled order owes nothing; lists show what it cost.
  await move(db, admin.identity, order.id, 'cancelled');
  expect(await said()).toEqual({ cost: 705, pieces: 0, sum: null });
});
