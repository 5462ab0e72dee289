import { afterEach, expect, test } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveParcel, pack, piecesOf } from './parcels.ts';

storeForEachTest();
afterEach(async () => {
  expect(await checkBooks(db.owner)).toEqual([]);
});

/** Sums of today, in pounds. */
const today = async () => {
  const [row] = await db.run(
    admin.identity,
    `select orders, revenue::float8, delivered::float8, cash_with_couriers::float8 as cash, refunded::float8, refund_due::float8
     from report_totals($1, private.shop_time()::date, private.shop_time()::date)`,
    [store.tenantId],
  );
  return row;
};

test('what is sold, delivered, with couriers and given back adds up to the piastre, part by part', async () => {
  const order = await inProduction(3);
  const sold = { orders: '1', revenue: 750, delivered: 0, cash: 0, refunded: 0, refund_due: 0 };
  expect(await today()).toEqual(sold);

  const first = await pack(order, piecesOf(order, 2));
  await moveParcel(first, 'handed_over', 'delivered');
  expect(await today()).toEqual({ ...sold, delivered: 500, cash: 500 });

  const second = await pack(order);
  await moveParcel(second, 'handed_over', 'came_back');
  expect(await today()).toEqual({ ...sold, revenue: 500, delivered: 500, cash: 500 });

  const lines = [{ shipment_id: first.id, amount: 500 }];
  await db.run(admin.identity, 'select settle_cash($1, $2::text::jsonb)', [
    store.tenantId,
    JSON.stringify({ lines }),
  ]);
  await db.run(admin.identity, `select refund_order($1::text::uuid, '{"goodwill": 30.5}')`, [order.id]);
  const credited = { ...sold, revenue: 469.5, delivered: 500 };
  expect(await today()).toEqual({ ...credited, refund_due: 30.5 });
  await db.run(
    admin.identity,
    "select send_refund((select id from refunds where order_id = $1::text::uuid), 'transfer', 'TR 1')",
    [order.id],
  );
  expect(await today()).toEqual({ ...credited, refunded: 30.5 });
});
