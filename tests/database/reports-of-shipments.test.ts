import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, pack, piecesOf } from './shipments.ts';

storeForEachTest();

/** Today's sums, in pounds. */
const today = async () => {
  const [row] = await admin.run(
    `select orders, revenue::float8, delivered::float8, cash_with_carriers::float8 as cash, refunded::float8, refund_due::float8
     from report_totals($1, private.shop_time()::date, private.shop_time()::date)`,
    [store.tenantId],
  );
  return row;
};

test('sold, delivered, with carriers and refunded add up to the piastre, part by part', async () => {
  const order = await inProduction(3);
  const sold = { orders: '1', revenue: 750, delivered: 0, cash: 0, refunded: 0, refund_due: 0 };
  expect(await today()).toEqual(sold);

  const first = await pack(order, piecesOf(order, 2));
  await moveShipment(first, 'handed_over', 'delivered');
  expect(await today()).toEqual({ ...sold, delivered: 500, cash: 500 });

  const second = await pack(order);
  await moveShipment(second, 'handed_over', 'returned_to_sender');
  expect(await today()).toEqual({ ...sold, revenue: 500, delivered: 500, cash: 500 });

  const lines = [{ shipment_id: first.id, amount: 500 }];
  await admin.run('select settle_cash($1, $2::text::jsonb)', [store.tenantId, JSON.stringify({ lines })]);
  await admin.run(`select refund_order($1::text::uuid, '{"goodwill": 30.5}')`, [order.id]);
  const credited = { ...sold, revenue: 469.5, delivered: 500 };
  expect(await today()).toEqual({ ...credited, refund_due: 30.5 });
  await admin.run(
    "select send_refund((select id from refunds where order_id = $1::text::uuid), 'transfer', 'TR 1')",
    [order.id],
  );
  expect(await today()).toEqual({ ...credited, refunded: 30.5 });
});

/** Today's sales of each product, variant and category in the reports. */
const soldToday = async () => {
  const rows = (report: string) =>
    admin.run(
      `select quantity::int, revenue::float8 from ${report}($1, private.shop_time()::date, private.shop_time()::date)`,
      [store.tenantId],
    );
  const [items] = await admin.run(
    'select items::int from report_totals($1, private.shop_time()::date, private.shop_time()::date)',
    [store.tenantId],
  );
  return {
    products: await rows('report_products'),
    variants: await rows('report_variants'),
    categories: await rows('report_categories'),
    items: items?.items,
  };
};
const all = (quantity: number, revenue: number) => {
  const row = [{ quantity, revenue }];
  return { products: row, variants: row, categories: row, items: quantity };
};
const nothing = { products: [], variants: [], categories: [], items: 0 };

test('products, variants and categories count sold pieces, less cancelled, returned-to-sender or returned ones', async () => {
  const order = await inProduction(5);
  expect(await soldToday()).toEqual(all(5, 1250));
  await admin.run("select cancel_pieces($1::text::uuid, $2::text::jsonb, 'Sold out')", [
    order.id,
    JSON.stringify(piecesOf(order, 1)),
  ]);
  expect(await soldToday()).toEqual(all(4, 1000));

  const refused = await pack(order, piecesOf(order, 2));
  await moveShipment(refused, 'handed_over', 'returned_to_sender');
  expect(await soldToday()).toEqual(all(2, 500));
  await admin.run('select inspect_shipment($1::text::uuid, $2::text::jsonb)', [
    refused.id,
    JSON.stringify(
      piecesOf(order, 2).map(({ order_line_id }) => ({ order_line_id, restocked: 1, sent_again: 1 })),
    ),
  ]);
  expect(await soldToday()).toEqual(all(3, 750));

  const rest = await pack(order);
  await moveShipment(rest, 'handed_over', 'delivered');
  expect(await soldToday()).toEqual(all(3, 750));
  await admin.run("select request_return($1::text::uuid, 'Too wide', p_lines => $2::text::jsonb)", [
    order.id,
    JSON.stringify(piecesOf(order, 1)),
  ]);
  const [back] = await admin.run('select id from returns where order_id = $1::text::uuid', [order.id]);
  await admin.run("select decide_return($1::text::uuid, true, 'Send it')", [String(back?.id)]);
  expect(await soldToday()).toEqual(all(3, 750));
  await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
    String(back?.id),
    JSON.stringify(
      piecesOf(order, 1).map(({ order_line_id }) => ({
        order_line_id,
        received: 1,
        condition: 'as_new',
        fate: 'restock',
      })),
    ),
  ]);
  expect(await soldToday()).toEqual(all(2, 500));
});

test('an order that awaits its payment is sold once it is paid, and a cancelled one sells no piece', async () => {
  const order = await buy({
    payment_method: 'bank_transfer',
    lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }],
  });
  expect(await soldToday()).toEqual(nothing);
  await admin.run("select record_payment($1::text::uuid, 'paid', 'TR 7')", [order.id]);
  expect(await soldToday()).toEqual(all(2, 500));
  await admin.run("select cancel_order($1::text::uuid, 'Changed their mind')", [order.id]);
  expect(await soldToday()).toEqual(nothing);
});

/** Today's discounts, delivery fees and points in the reports: in all, by day and by code. */
const takenOffToday = async () => {
  const day = 'private.shop_time()::date';
  const [totals] = await admin.run(
    `select revenue::float8, discounts::float8, shipping::float8, points_value::float8 as points
     from report_totals($1, ${day}, ${day})`,
    [store.tenantId],
  );
  const [ofDay] = await admin.run(
    `select discounts::float8, shipping::float8 from report_sales($1, ${day}, ${day})`,
    [store.tenantId],
  );
  const codes = await admin.run(
    `select uses::int, given::float8, revenue::float8 from report_discounts($1, ${day}, ${day})`,
    [store.tenantId],
  );
  return { totals, ofDay, codes };
};

test('discounts, points and delivery count for the pieces that stayed sold, to the piastre, also by code', async () => {
  await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 40, "freeShippingThreshold": null}'
    where tenant_id = ${store.tenantId}`;
  await db.owner`insert into point_entries (tenant_id, user_id, kind, delta)
    values (${store.tenantId}, ${shopper.id}, 'adjusted', 1000)`;
  const order = await inProduction(3, {
    discount_code: 'TEN',
    points: 100,
    payment_method: 'bank_transfer',
  });
  const [sold] = await db.owner<{ discount: number; points: number; total: number }[]>`
    select discount_total::float8 as discount, points_value::float8 as points, total::float8
    from orders where id = ${order.id}`;
  if (!sold) throw new Error('no order');
  expect(sold.discount).toBeGreaterThan(0);
  expect(sold.points).toBeGreaterThan(0);
  const { discount, points, total } = sold;
  expect(await takenOffToday()).toEqual({
    totals: { revenue: total, discounts: discount, shipping: 40, points },
    ofDay: { discounts: discount, shipping: 40 },
    codes: [{ uses: 1, given: discount, revenue: total }],
  });

  await admin.run("select cancel_pieces($1::text::uuid, $2::text::jsonb, 'Stained')", [
    order.id,
    JSON.stringify(piecesOf(order, 1)),
  ]);
  const share = (amount: number, pieces: number) => Math.round((amount * 100 * pieces) / 3) / 100;
  const left = { discounts: share(discount, 2), shipping: 40 };
  const afterOne = await takenOffToday();
  expect(afterOne.totals).toMatchObject({ ...left, points: share(points, 2) });
  expect(afterOne.ofDay).toEqual(left);
  expect(afterOne.codes).toMatchObject([{ uses: 1, given: left.discounts }]);

  await admin.run(`select refund_order($1::text::uuid, '{"shipping": 15.5}')`, [order.id]);
  expect((await takenOffToday()).totals).toMatchObject({ shipping: 24.5 });
  await admin.run("select cancel_order($1::text::uuid, 'Changed their mind')", [order.id]);
  const none = { discounts: 0, shipping: 0 };
  expect(await takenOffToday()).toEqual({
    totals: { ...none, revenue: 0, points: 0 },
    ofDay: none,
    codes: [],
  });
});

test('refused parcels are counted by governorate, courier and product, with the fees and sales that they cost', async () => {
  const taken = await pack(await inProduction(1), undefined, { carrier_name: 'Quick Riders' });
  await moveShipment(taken, 'handed_over', 'delivered');
  const order = await inProduction(2);
  const refused = await pack(order, undefined, { carrier_name: 'Quick Riders' });
  await moveShipment(refused, 'handed_over', 'returned_to_sender');
  await db.owner`update shipment_staff_facts set fee = 35.5 where tenant_id = ${store.tenantId}`;
  const report = (name: string, column: string) =>
    admin.run(
      `select ${column}, shipments::int, refused::int, rate::float8, fees::float8, worth::float8
       from ${name}($1, private.shop_time()::date, private.shop_time()::date)`,
      [store.tenantId],
    );
  const figures = { shipments: 2, refused: 1, rate: 50, fees: 35.5, worth: 500 };
  expect(await report('report_refused_places', 'governorate')).toEqual([
    { governorate: 'Cairo', ...figures },
  ]);
  expect(await report('report_refused_carriers', 'carrier')).toEqual([
    { carrier: 'Quick Riders', ...figures },
  ]);
  expect(await report('report_refused_products', 'name')).toEqual([{ name: 'Ink hoodie', ...figures }]);
});
