import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import type { Refusal } from './people.ts';
import { inProduction, moveShipment, sent } from './shipments.ts';
import { addProduct, move, type PlacedOrder } from './store.ts';

storeForEachTest();
beforeEach(async () => {
  await db.owner`update settings set payment = payment || '{"vatRate": 14}' where tenant_id = ${store.tenantId}`;
  await db.owner`insert into point_entries (tenant_id, user_id, kind, delta)
    values (${store.tenantId}, ${shopper.id}, 'adjusted', 100000)`;
});

const piastres = (pounds: unknown) => Math.round(Number(pounds) * 100);

/** A paid and delivered order. */
async function arrived(changes: Record<string, unknown>): Promise<PlacedOrder> {
  const order = await buy({ payment_method: 'bank_transfer', ...changes });
  await admin.run("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [order.id]);
  await move(db, admin.identity, order.id, 'in_production');
  await moveShipment(await sent(order), 'delivered');
  return order;
}

/** Returns and receives pieces of a line; more than there are is refused. */
async function giveBack(order: PlacedOrder, line: string, quantity: number): Promise<void> {
  const asked = await admin.attempt(
    "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)).id as id",
    [order.id, JSON.stringify([{ order_line_id: line, quantity }])],
  );
  if (!('rows' in asked)) return expect(asked).toMatchObject({ detail: 'too_many_to_return' });
  const received = JSON.stringify([{ order_line_id: line, received: quantity, fate: 'discard' }]);
  await admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
    String(asked.rows[0]?.id),
    received,
  ]);
}

const refund = (
  order: PlacedOrder,
  document: Record<string, unknown>,
): Promise<{ rows: unknown[] } | Refusal> =>
  admin.attempt('select refund_order($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify({ way: 'transfer', ...document }),
  ]);

/** An order's money in piastres: its cost, payments, and refunds. */
async function moneyOf({ id }: PlacedOrder) {
  const [row] = await db.owner`
    select charged, received, total, (select coalesce(sum(amount), 0) from refunds where order_id = orders.id) as back
    from orders where id = ${id}`;
  return {
    charged: piastres(row?.charged),
    received: piastres(row?.received),
    total: piastres(row?.total),
    back: piastres(row?.back),
  };
}

/** The cost of each line and its refunds, in piastres; delivery comes last. */
async function partsOf({ id }: PlacedOrder) {
  const rows = await db.owner`
    select line.net as cost, coalesce(sum(part.amount), 0) as back
    from order_lines line left join refund_lines part on part.order_line_id = line.id
    where line.order_id = ${id} group by line.id
    union all
    select orders.shipping_total, (
      select coalesce(sum(part.amount), 0) from refund_lines part join refunds on refunds.id = part.refund_id
      where refunds.order_id = orders.id and part.kind = 'shipping')
    from orders where orders.id = ${id}`;
  return rows.map(({ cost, back }) => ({ cost: piastres(cost), back: piastres(back) }));
}

const left = async (line: string): Promise<number> => {
  const [row] = await db.owner`select net - credited as amount from order_lines where id = ${line}`;
  return piastres(row?.amount);
};

/** A partial refund: returned pieces of a line, or an amount of it as a share of the rest. */
const part = fc.record({
  what: fc.constantFrom('pieces', 'amount', 'shipping'),
  line: fc.nat(2),
  pieces: fc.integer({ min: 1, max: 3 }),
  share: fc.constantFrom(1 / 7, 1 / 3, 1 / 2, 0.99, 1),
});

test('an order with a coupon, points and VAT in its prices is refunded in any parts to the piastre, and never a piastre more', async () => {
  const odd = await addProduct(db, { tenant_id: store.tenantId, name: 'Odd', price: 33.33, stock: 100_000 });
  await db.owner`select private.adjust_stocks(array_agg(id), array_agg(100000), 'More')
    from product_variants where tenant_id = ${store.tenantId}`;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3), fc.nat(7)),
      fc.nat(1_500),
      fc.array(part, { minLength: 2, maxLength: 10 }),
      async ([hoodies, mugs, odds], points, parts) => {
        const order = await arrived({
          discount_code: 'TEN',
          points,
          lines: [
            { product_id: store.hoodieId, quantity: hoodies, size: 'M', color: 'Black' },
            { product_id: store.mugId, quantity: mugs },
            { product_id: odd, quantity: odds },
          ].filter(({ quantity }) => quantity > 0),
        });
        for (const { what, line: place, pieces, share } of parts) {
          const line = order.lines[place % order.lines.length]?.id ?? '';
          const most = what === 'shipping' ? piastres(order.shipping_total) : await left(line);
          const amount = Math.max(Math.floor(most * share), 1) / 100;
          if (what === 'pieces') await giveBack(order, line, pieces);
          else
            await refund(
              order,
              what === 'shipping' ? { shipping: amount } : { lines: [{ order_line_id: line, amount }] },
            );
          const { charged, received, back } = await moneyOf(order);
          expect(charged + back).toBe(received);
        }
        // The rest is refunded, a piastre first.
        for (const { id } of order.lines) {
          await refund(order, { lines: [{ order_line_id: id, amount: 0.01 }] });
          const rest = await left(id);
          if (rest > 0)
            expect(
              await refund(order, { lines: [{ order_line_id: id, amount: rest / 100 }] }),
            ).toHaveProperty('rows');
          expect(await refund(order, { lines: [{ order_line_id: id, amount: 0.01 }] })).toMatchObject({
            code: 'P0001',
          });
        }
        const { charged: fee } = await moneyOf(order);
        if (fee > 0) expect(await refund(order, { shipping: fee / 100 })).toHaveProperty('rows');
        expect(await refund(order, { goodwill: 0.01 })).toMatchObject({ detail: 'refund_above_paid' });
        const { total, ...money } = await moneyOf(order);
        expect(money).toEqual({ charged: 0, received: total, back: total });
        for (const { cost, back } of await partsOf(order)) expect(back).toBe(cost);
      },
    ),
    { numRuns: runs(15, 3) },
  );
});

describe('ten pieces at 23.90 with a quarter off and 20 % VAT in the price, which rounds up for each piece,', () => {
  let order: PlacedOrder;
  beforeEach(async () => {
    await db.owner`update settings set payment = payment || '{"vatRate": 20}' where tenant_id = ${store.tenantId}`;
    await db.owner`insert into discounts (tenant_id, code, kind, value) values (${store.tenantId}, 'QUARTER', 'percent', 25)`;
    const pound = await addProduct(db, { tenant_id: store.tenantId, name: 'Pound', price: 23.9, stock: 10 });
    order = await arrived({ discount_code: 'QUARTER', lines: [{ product_id: pound, quantity: 10 }] });
  });

  test('are refunded one by one for what was paid for them', async () => {
    const line = order.lines[0]?.id ?? '';
    for (let piece = 0; piece < 10; piece += 1) await giveBack(order, line, 1);
    expect((await partsOf(order))[0]).toEqual({ cost: 17_925, back: 17_925 });
    expect(await refund(order, { lines: [{ order_line_id: line, amount: 0.01 }] })).toMatchObject({
      detail: 'refund_above_line',
    });
  });

  test('are refunded at once for what was paid for them, also after one was refunded before', async () => {
    const line = order.lines[0]?.id ?? '';
    await refund(order, { lines: [{ order_line_id: line, amount: 17.93 }] });
    await giveBack(order, line, 10);
    expect((await partsOf(order))[0]).toEqual({ cost: 17_925, back: 17_925 });
  });
});

test('the refundable amount never exceeds the order’s price, before and after a part of it was cancelled', async () => {
  const order = await inProduction(3, { payment_method: 'bank_transfer', discount_code: 'TEN' });
  const line = order.lines[0]?.id ?? '';
  await admin.run('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [
    order.id,
    JSON.stringify([{ order_line_id: line, quantity: 1 }]),
  ]);
  const { charged, received, back } = await moneyOf(order);
  expect({ charged, back }).toEqual({ charged: received - 22_500, back: 22_500 });
  expect(await refund(order, { goodwill: (charged + 1) / 100 })).toMatchObject({
    detail: 'refund_above_paid',
  });
});
