import { beforeEach, describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { moveShipment, pack } from './shipments.ts';
import { call, move, type PlacedOrder, withLines } from './store.ts';

storeForEachTest();

async function placeTestOrder(): Promise<PlacedOrder & Record<string, unknown>> {
  const placed = 'select to_jsonb(place_test_order($1)) as value';
  return { ...(await withLines(db, await admin.value(placed, [store.tenantId]))) };
}

let order: PlacedOrder & Record<string, unknown>;
beforeEach(async () => {
  order = await placeTestOrder();
});

const remove = (id = order.id) => admin.attempt('select remove_test_order($1::text::uuid)', [id]);
const stock = async () => {
  const rows = await db.owner`
    select sum(stock)::int as pieces from product_variants where tenant_id = ${store.tenantId} and is_active`;
  return rows[0]?.pieces;
};
/** Delivers the test order. */
async function deliver() {
  await move(db, admin.identity, order.id, 'confirmed', 'in_production');
  const shipment = await pack(order);
  await moveShipment(shipment, 'handed_over', 'delivered');
  return shipment;
}
/** Returns the delivered piece, with what happens to it. */
async function giveBack(fate: string) {
  const request =
    "select to_jsonb(request_return($1::text::uuid, 'Just to see', p_kind => 'return')) as value";
  const back = await admin.value<{ id: string }>(request, [order.id]);
  const line = { order_line_id: order.lines[0]?.id, received: 1, condition: 'damaged', fate };
  await call(
    ...[db, admin.identity, 'select to_jsonb(receive_return($1::text::uuid, $2::text::jsonb)) as value'],
    [back.id, JSON.stringify([line])],
  );
}
/** Tables that still hold rows of the test store's orders. */
async function leftovers() {
  const tables = await db.owner<{ name: string }[]>`
    select attrelid::regclass::text as name from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r'
    where attname = 'order_id' and not attisdropped and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await db.owner.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${name} where tenant_id = $1 and order_id is not null`,
      [store.tenantId],
    );
    if (row?.rows) found.push(name);
  }
  return found;
}

describe('a test order', () => {
  test('is marked, and notified only to the member of staff who placed it', async () => {
    expect(order).toMatchObject({
      is_test: true,
      user_id: null,
      customer_email: admin.email,
      points_earned: 0,
      status: 'pending',
    });
    expect(order.lines).toMatchObject([{ unit_price: 250 }]);
    const [facts] = await db.owner`select placed_by from order_staff_facts where order_id = ${order.id}`;
    expect(facts).toEqual({ placed_by: admin.id });
    await db.owner`update staff_settings set notification_channels = '{sms}', notification_kinds = '{placed,shipped,delivered}'
      where tenant_id = ${store.tenantId}`;
    await deliver();
    const notifications = await db.owner`
      select distinct channel, recipient from order_notifications where tenant_id = ${store.tenantId}`;
    expect(notifications).toEqual([{ channel: 'email', recipient: admin.email }]);
  });

  test('goes through the whole process and back, without payment or invoice, and counts nowhere', async () => {
    const shipment = await deliver();
    expect(shipment.cash_due).toBe(0);
    await giveBack('restock');
    const [stored] = await db.owner`
      select status, received, given_back, at_carrier from orders where id = ${order.id}`;
    expect(stored).toEqual({ status: 'returned', received: '0.00', given_back: '0.00', at_carrier: '0.00' });
    const counted = await db.owner`
      select (select count(*)::int from invoices where order_id = ${order.id}) as invoices,
        (select count(*)::int from refunds where order_id = ${order.id}) as refunds,
        (select count(*)::int from private.sales_ledger where order_id = ${order.id}) as sales,
        (select count(*)::int from private.pieces_ledger where order_id = ${order.id}) as pieces`;
    expect(counted).toEqual([{ invoices: 0, refunds: 0, sales: 0, pieces: 0 }]);
    const [totals] = await admin.run(
      `select orders, revenue, items, cancelled, returned, delivered, cash_with_carriers
       from report_totals($1, private.shop_time()::date, private.shop_time()::date)`,
      [store.tenantId],
    );
    expect(Object.values(totals ?? {}).map(Number)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const dashboard = await admin.value<Record<string, unknown>>('select to_jsonb(dashboard($1)) as value', [
      store.tenantId,
    ]);
    expect(dashboard).toMatchObject({ orders: [], latest: [], best_sellers: [] });
  });

  test('accepts no money and is booked at no carrier', async () => {
    const pay = "select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)";
    expect((await admin.refusal(pay, [order.id])).detail).toBe('test_order_unpaid');
    await move(db, admin.identity, order.id, 'confirmed', 'in_production');
    const shipment = await pack(order);
    const [step] = await call<{ refusal?: { code: string } }[]>(
      ...[
        db,
        admin.identity,
        "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from book_shipments(array[$1::text::uuid], 'bosta', 'Bosta') answer",
      ],
      [shipment.id],
    );
    expect(step?.refusal?.code).toBe('test_order_booked');
  });

  test('is removed with all its data, and its stock is restored', async () => {
    expect(await stock()).toBe(89);
    await deliver();
    await remove();
    expect([await stock(), await leftovers()]).toEqual([90, []]);
    const [entry] = await db.owner`
      select action, label, actor_id from audit_log where tenant_id = ${store.tenantId} and entity = 'orders' order by id desc`;
    expect(entry).toEqual({ action: 'delete', label: order.number, actor_id: admin.id });
    const [ready] = await admin.run("select is_ready from store_readiness($1) where item = 'test_order'", [
      store.tenantId,
    ]);
    expect(ready).toEqual({ is_ready: true });
  });

  test('that was cancelled, or returned damaged, leaves no stock behind either', async () => {
    await admin.value('select to_jsonb(cancel_order($1::text::uuid)) as value', [order.id]);
    await remove();
    expect(await stock()).toBe(90);
    order = await placeTestOrder();
    await deliver();
    await giveBack('discard');
    expect(await stock()).toBe(89);
    await remove();
    expect([await stock(), await leftovers()]).toEqual([90, []]);
  });

  test('is placed and removed only by staff, and removing affects no other order', async () => {
    const made = 'select place_test_order($1)';
    expect((await shopper.refusal(made, [store.tenantId])).detail).toBe('staff_only');
    const real = await admin.value<PlacedOrder>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify({
          ...{ tenant_id: store.tenantId, idempotency_key: 'a real order', channel: 'phone' },
          customer: { name: 'Hoda', phone: '01055555555' },
          lines: [{ product_id: store.mugId, quantity: 1 }],
          address: {
            full_name: 'Hoda',
            phone: '01055555555',
            governorate: 'Cairo',
            city: 'Maadi',
            street: '9',
          },
          payment_method: 'cash_on_delivery',
          is_test: true,
        }),
      ],
    );
    expect(await remove(real.id)).toMatchObject({ detail: 'not_a_test_order' });
    expect(await stock()).toBe(88);
  });

  test('continues in a closed store', async () => {
    await db.owner`update settings set state = 'closed' where tenant_id = ${store.tenantId}`;
    await deliver();
    await admin.value('select to_jsonb(place_test_order($1)) as value', [store.tenantId]);
  });

  test('requires a product to sell', async () => {
    await remove();
    await db.owner`update products set is_active = false where tenant_id = ${store.tenantId}`;
    const made = 'select place_test_order($1)';
    expect((await admin.refusal(made, [store.tenantId])).detail).toBe('nothing_to_test');
  });
});
