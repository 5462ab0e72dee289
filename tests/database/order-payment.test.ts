import { describe, expect, test } from 'vitest';
import { admin, buy, db, givePoints, points, shopper, store, storeForEachTest } from './own-store.ts';
import { errorMessage, server } from './people.ts';
import { call, move, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest({ alone: true });

const toStatus = "select change_order_status($1::text::uuid, $2::text::order_status, 'Because')";

describe('cancelling', () => {
  test('gives back stock, discount use, slot and points', async () => {
    await givePoints(shopper, 500);
    await db.owner`update discounts set total_limit = 1 where id = ${store.discountId}`;
    const order = await buy({
      discount_code: 'TEN',
      slot_id: store.slotId,
      slot_date: store.slotDate,
      points: 300,
    });
    expect(order).toMatchObject({ points_used: 300, points_value: 30, discount_total: 25, total: 225 });
    expect(await points()).toEqual([200, 300]);
    const cancelled = await shopper.value<PlacedOrder>(
      "select to_jsonb(cancel_order($1::text::uuid, 'Changed my mind')) as value",
      [order.id],
    );
    expect(cancelled).toMatchObject({ status: 'cancelled', payment_status: 'unpaid' });
    expect(await points()).toEqual([500, 0]);
    expect(await stockOf(db, store.hoodieId)).toBe(20);
    expect(await db.owner`select 1 from discount_uses where tenant_id = ${store.tenantId}`).toEqual([]);
    expect(await db.owner`select booked from delivery_bookings where tenant_id = ${store.tenantId}`).toEqual([
      { booked: 0 },
    ]);
    await buy({ discount_code: 'TEN' });
  });

  test('the shopper may until production starts, staff until it is shipped', async () => {
    const order = await buy();
    await move(db, admin.identity, order.id, 'confirmed', 'in_production');
    expect(await shopper.refusal(toStatus, [order.id, 'cancelled'])).toMatchObject({
      detail: 'move_not_allowed',
    });
    expect(await move(db, admin.identity, order.id, 'cancelled')).toMatchObject({ status: 'cancelled' });
  });

  test('a product deleted meanwhile does not prevent it', async () => {
    const order = await buy({ lines: [{ product_id: store.mugId, quantity: 2 }] });
    await db.owner`delete from products where id = ${store.mugId}`;
    expect(await move(db, shopper.identity, order.id, 'cancelled')).toMatchObject({ status: 'cancelled' });
    const [line] = await shopper.run('select name, product_id, quantity from order_lines');
    expect(line).toEqual({ name: 'Mug', product_id: null, quantity: 2 });
  });
});

describe('payment', () => {
  test('a bank transfer that staff confirm makes the order confirmed and paid', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    const paid = await admin.value<PlacedOrder>(
      "select to_jsonb(record_payment($1::text::uuid, 'paid', 'REF 7')) as value",
      [order.id],
    );
    expect(paid).toMatchObject({ status: 'confirmed', payment_status: 'paid', payment_reference: 'REF 7' });
  });

  test.each([
    ['online', 'This order has not been paid. It is confirmed by itself once the card payment has arrived.'],
    ['bank_transfer', 'This order has not been paid. Record its payment first.'],
  ])(
    'nobody confirms an unpaid order (%s) or has it produced before its payment is recorded',
    async (payment_method, message) => {
      const order = await buy({ payment_method });
      const refusal = { detail: 'payment_missing', message };
      for (const identity of [admin.identity, server]) {
        expect(await errorMessage(db, identity, toStatus, [order.id, 'confirmed'])).toMatchObject(refusal);
      }
      const directly = "update orders set status = 'confirmed' where id = $1::text::uuid";
      expect(await admin.refusal(directly, [order.id])).toMatchObject(refusal);

      // An order confirmed before the rule existed cannot proceed either.
      await db.owner.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`update orders set status = 'confirmed', stage = 'confirmed' where id = ${order.id}`;
        await sql`insert into private.sales_ledger (tenant_id, order_id, event, sign, amount, shipping, happened_at)
          select tenant_id, id, 'sale', 1, charged, shipping_total, now() from orders where id = ${order.id}`;
        await sql`insert into private.pieces_ledger (tenant_id, order_id, order_line_id, quantity, amount, happened_at)
          select tenant_id, order_id, id, quantity, total, now() from order_lines where order_id = ${order.id}`;
      });
      expect(await admin.refusal(toStatus, [order.id, 'in_production'])).toMatchObject(refusal);
      const [row] = await db.owner`select status, payment_status from orders where id = ${order.id}`;
      expect(row).toEqual({ status: 'confirmed', payment_status: 'unpaid' });

      await db.run(server, "select record_payment($1::text::uuid, 'paid', 'REF 8')", [order.id]);
      expect(await move(db, admin.identity, order.id, 'in_production', 'shipped', 'delivered')).toMatchObject(
        {
          status: 'delivered',
          payment_status: 'paid',
        },
      );
    },
  );

  const refund = "select request_refund($1::text::uuid, 'Out of thread')";
  const recordRefund = "select record_payment($1::text::uuid, 'refunded')";
  const mailsOf = async (orderId: string) =>
    (
      await db.owner`select kind::text from order_notifications where order_id = ${orderId} order by created_at, kind`
    ).map((row) => row.kind);

  test.each([
    ['pending', refund],
    ['confirmed', refund],
    ['in_production', refund],
    ['pending', recordRefund],
    ['confirmed', recordRefund],
    ['in_production', recordRefund],
  ])('an order that is %s is cancelled when its payment is refunded (%s)', async (status, giveBack) => {
    await givePoints(shopper, 500);
    const order = await buy({
      discount_code: 'TEN',
      slot_id: store.slotId,
      slot_date: store.slotDate,
      points: 300,
      payment_method: status === 'pending' ? 'cash_on_delivery' : 'bank_transfer',
    });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF 9')", [order.id]);
    if (status === 'in_production') await move(db, admin.identity, order.id, 'in_production');
    await db.owner`delete from order_notifications where order_id = ${order.id}`;

    await admin.run(giveBack, [order.id]);
    const [row] = await db.owner`select status, payment_status from orders where id = ${order.id}`;
    expect(row).toEqual({ status: 'cancelled', payment_status: 'refunded' });
    expect(await stockOf(db, store.hoodieId)).toBe(20);
    expect(await points()).toEqual([500, 0]);
    expect(await db.owner`select 1 from discount_uses where tenant_id = ${store.tenantId}`).toEqual([]);
    expect(await db.owner`select booked from delivery_bookings where tenant_id = ${store.tenantId}`).toEqual([
      { booked: 0 },
    ]);
    expect(await mailsOf(order.id)).toEqual(['cancelled']);
    const history = await shopper.run(
      'select from_status, to_status, note from order_events order by created_at desc limit 1',
    );
    const note = giveBack === refund ? 'Out of thread' : '';
    expect(history).toEqual([{ from_status: status, to_status: 'cancelled', note }]);
    expect(await shopper.run('select way, state, amount, reason from refunds')).toEqual([
      { way: 'transfer', state: 'sent', amount: order.total.toFixed(2), reason: note },
    ]);
  });

  test('a shipped order keeps its status when its payment is refunded', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF 9')", [order.id]);
    await move(db, admin.identity, order.id, 'in_production', 'shipped');
    await admin.run(refund, [order.id]);
    const [row] = await db.owner`select status, payment_status from orders where id = ${order.id}`;
    expect(row).toEqual({ status: 'shipped', payment_status: 'refunded' });
    expect(await mailsOf(order.id)).toEqual(['placed', 'paid', 'shipped', 'refunded']);
    expect(await stockOf(db, store.hoodieId)).toBe(19);
  });

  test('nor is a fully refunded one produced or shipped', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF 9')", [order.id]);
    await admin.run('select refund_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      JSON.stringify({ goodwill: order.total, way: 'transfer' }),
    ]);
    expect(await admin.refusal(toStatus, [order.id, 'in_production'])).toMatchObject({
      detail: 'payment_given_back',
    });
    expect(await move(db, admin.identity, order.id, 'cancelled')).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
    });
  });

  test('a free order, or one paid on delivery, waits for no payment', async () => {
    await givePoints(shopper, 5000);
    await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 0}' where tenant_id = ${store.tenantId}`;
    const free = await buy({ payment_method: 'online', points: 2500 });
    expect(free).toMatchObject({ total: 0, status: 'pending' });
    const cash = await buy();
    for (const order of [free, cash]) {
      await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    }
  });

  test('a shopper cannot record their own payment', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    expect(await shopper.refusal("select record_payment($1::text::uuid, 'paid')", [order.id])).toMatchObject({
      code: '42501',
    });
    expect(await shopper.refusal(toStatus, [order.id, 'confirmed'])).toMatchObject({
      detail: 'move_not_allowed',
    });
  });

  test('the payment of a cancelled order becomes a due refund, and is refunded once', async () => {
    const order = await buy({ payment_method: 'online' });
    await db.run(server, "select record_payment($1::text::uuid, 'paid', 'pi_1')", [order.id]);
    expect(await move(db, shopper.identity, order.id, 'cancelled')).toMatchObject({
      payment_status: 'refund_due',
    });
    for (let i = 0; i < 2; i += 1) {
      const refunded = await call<PlacedOrder>(
        db,
        server,
        "select to_jsonb(record_payment($1::text::uuid, 'refunded')) as value",
        [order.id],
      );
      expect(refunded.payment_status).toBe('refunded');
    }
    expect(await db.owner`select 1 from refunds where order_id = ${order.id}`).toHaveLength(1);
  });

  test('only the server releases expired reservations, and a late payment then becomes a due refund', async () => {
    const order = await buy({ payment_method: 'online' });
    await db.owner`update orders set reserved_until = now() - interval '1 second' where id = ${order.id}`;
    expect(await admin.attempt('select release_expired_reservations()')).toMatchObject({
      code: '42501',
    });
    expect(await db.run(server, 'select release_expired_reservations() as n')).toEqual([{ n: 1 }]);
    expect(await stockOf(db, store.hoodieId)).toBe(20);
    const late = await call<PlacedOrder>(
      db,
      server,
      "select to_jsonb(record_payment($1::text::uuid, 'paid', 'pi_2')) as value",
      [order.id],
    );
    expect(late).toMatchObject({ status: 'cancelled', payment_status: 'refund_due' });
  });
});
