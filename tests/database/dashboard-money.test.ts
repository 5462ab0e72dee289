import { expect, test } from 'vitest';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { inProduction, moveShipment, pack, piecesOf, sent } from './shipments.ts';
import { move, type PlacedOrder } from './store.ts';

storeForEachTest();

type Money = { sold: number; delivered: number; given_back: number; cash_with_carriers: number };
const moneyShown = () =>
  admin.value<Money & { cash_overdue: number }>('select to_jsonb((dashboard($1)).money) as value', [
    store.tenantId,
  ]);

/** Sums over the orders themselves, in pounds. */
async function sumsOfOrders() {
  const [sums] = await db.owner<(Money & { received: number; to_come: number; owed_back: number })[]>`
    select sum(charged)::float8 as sold, sum(given_back)::float8 as given_back, sum(at_carrier)::float8 as cash_with_carriers,
      (select sum(private.line_worth(line, line.delivered))::float8 from order_lines line
        where line.tenant_id = ${store.tenantId}) as delivered,
      sum(received)::float8 as received, sum(greatest(charged - received + given_back, 0))::float8 as to_come,
      sum(greatest(received - given_back - charged, 0))::float8 as owed_back
    from orders where tenant_id = ${store.tenantId}`;
  if (!sums) throw new Error('no orders');
  return sums;
}

const piastres = (pounds: number) => Math.round(pounds * 100);

/** Returns one piece of a delivered order. */
async function takeOneBack(order: PlacedOrder): Promise<void> {
  const id = await shopper.value<string>(
    "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)).id as value",
    [order.id, JSON.stringify(piecesOf(order, 1))],
  );
  const received = [{ order_line_id: order.lines[0]?.id, received: 1, fate: 'discard' }];
  await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [id, JSON.stringify(received)]);
}

test('the dashboard’s orders match the reports, even if one was cancelled on a later day', async () => {
  const kept = await buy();
  const cancelled = await buy();
  await db.owner`update orders set created_at = now() - interval '3 days' where id in (${kept.id}, ${cancelled.id})`;
  await move(db, admin.identity, cancelled.id, 'cancelled');
  const shown = await admin.value<{ days: number; orders: number; revenue: number }[]>(
    'select to_jsonb((dashboard($1)).sales) as value',
    [store.tenantId],
  );
  const [report] = await admin.run(
    `select orders::int, revenue::float8 from report_totals($1, private.shop_time()::date - 6, private.shop_time()::date)`,
    [store.tenantId],
  );
  expect(shown.find(({ days }) => days === 7)).toMatchObject({ orders: 1, revenue: kept.total });
  expect(report).toEqual({ orders: 1, revenue: kept.total });
});

test('the dashboard’s money matches the orders after a day of sales, returns to sender, returns and refunds, to the piastre', async () => {
  // A discount over three pieces whose shares are not whole piastres; each piece ends differently.
  const split = await inProduction(3, { discount_code: 'TEN' });
  await moveShipment(await pack(split, piecesOf(split, 1)), 'handed_over', 'delivered');
  await moveShipment(await pack(split, piecesOf(split, 1)), 'handed_over', 'returned_to_sender');
  await admin.run("select cancel_pieces($1::text::uuid, $2::text::jsonb, 'Stained')", [
    split.id,
    JSON.stringify(piecesOf(split, 1)),
  ]);
  const paid = await inProduction(3, { payment_method: 'bank_transfer' });
  await moveShipment(await sent(paid), 'delivered');
  await takeOneBack(paid);
  await admin.run(`select refund_order($1::text::uuid, '{"goodwill": 0.07}')`, [paid.id]);
  await admin.run(
    `select send_refund(id, 'store_credit') from refunds where order_id = $1::text::uuid and state = 'due' and amount > 1`,
    [paid.id],
  );
  const settled = await inProduction(1);
  const shipment = await sent(settled);
  await moveShipment(shipment, 'delivered');
  const lines = [{ shipment_id: shipment.id, amount: settled.total }];
  await admin.run('select settle_cash($1, $2::text::jsonb)', [store.tenantId, JSON.stringify({ lines })]);
  await moveShipment(await sent(await inProduction(2)), 'returned_to_sender');
  await inProduction(1);

  const sums = await sumsOfOrders();
  const { cash_overdue, ...shown } = await moneyShown();
  expect(cash_overdue).toBe(0);
  const { received, to_come, owed_back, ...money } = sums;
  expect(shown).toEqual(money);
  expect(Math.min(...Object.values(shown))).toBeGreaterThan(0);
  // Sales less refunds, made and due, equal the money received and still to come.
  expect(piastres(shown.sold) + piastres(shown.given_back) + piastres(owed_back)).toBe(
    piastres(received) + piastres(to_come),
  );
  const [report] = await admin.run(
    `select revenue::float8 as sold, delivered::float8, refunded::float8 as given_back, cash_with_carriers::float8,
       refund_due::float8 as owed_back
     from report_totals($1, private.shop_time()::date - 29, private.shop_time()::date)`,
    [store.tenantId],
  );
  expect(report).toEqual({ ...shown, owed_back });
});
