import { beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { makeStore, orderOf, type PlacedOrder, place, type Store } from './store.ts';

databaseForFile();

/** Seeded pseudorandom numbers. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const split = async (amount: number, weights: number[]) => {
  const [row] = await db.owner<{ parts: string[] }[]>`
    select private.split_amount(${amount}::bigint, ${weights}::bigint[]) as parts`;
  return (row?.parts ?? []).map(Number);
};

describe('the parts of an amount', () => {
  test('are rounded to the nearest whole piastre by largest remainder, ties to the first', async () => {
    expect(await split(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(await split(5, [30, 50, 20])).toEqual([2, 2, 1]);
    expect(await split(0, [3, 4])).toEqual([0, 0]);
    expect(await split(999_999_999, [1_000_000_000])).toEqual([999_999_999]);
  });

  test('sum up to it, never exceed their weights and differ by less than a piastre from their exact share', async () => {
    const roll = dice(39);
    for (let round = 0; round < 300; round += 1) {
      const weights = Array.from({ length: 1 + roll(12) }, () => roll(3) * roll(500_000));
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      const amount = roll(all + 1);
      const parts = await split(amount, weights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      parts.forEach((part, place) => {
        const weight = weights[place] ?? 0;
        expect(part).toBeLessThanOrEqual(weight);
        expect(Math.abs(part - (amount * weight) / Math.max(all, 1))).toBeLessThan(1);
      });
    }
  });
});

describe('the lines of an order', () => {
  let store: Store;
  let shopper: Person;

  beforeAll(async () => {
    store = await makeStore(db, 'inkthread');
    shopper = await makePerson(db, store.tenantId);
    await db.run(server, "select adjust_points($1, $2::text::uuid, 500000, 'A gift')", [
      store.tenantId,
      shopper.id,
    ]);
    await db.owner`
      update settings set payment = payment || '{"vatRate": 14}' where tenant_id = ${store.tenantId}`;
  });

  interface Line {
    net: string;
    total: string;
    discount_share: string;
    points_share: string;
    tax_share: string;
  }
  const linesOf = (order: PlacedOrder) => db.owner<Line[]>`
    select net, total, discount_share, points_share, tax_share from order_lines
    where order_id = ${order.id} order by position`;
  const piastres = (amount: string | number) => Math.round(Number(amount) * 100);
  const sum = (lines: readonly Line[], key: keyof Line) =>
    lines.reduce((all, line) => all + piastres(line[key]), 0);

  test('sum up to its discount and its points to the piastre, whatever it contains', async () => {
    const roll = dice(9);
    for (let round = 0; round < 12; round += 1) {
      const order = await place(
        db,
        shopper.identity,
        orderOf(store, {
          lines: [
            { product_id: store.mugId, quantity: 1 },
            ...['M', 'L'].map((size) => ({
              product_id: store.hoodieId,
              quantity: 1 + roll(2),
              size,
              color: 'White',
            })),
          ].slice(0, 1 + roll(3)),
          ...(roll(3) > 0 ? { discount_code: 'TEN' } : {}),
          points: roll(700),
        }),
      );
      const lines = await linesOf(order);
      expect(sum(lines, 'discount_share')).toBe(piastres(order.discount_total));
      expect(sum(lines, 'net') + piastres(order.shipping_total)).toBe(piastres(order.total));
      for (const line of lines) {
        expect(Number(line.net)).toBeGreaterThanOrEqual(0);
        expect(piastres(line.tax_share)).toBe(Math.round((piastres(line.net) * 14) / 114));
      }
      await db.run(server, "select change_order_status($1::text::uuid, 'cancelled')", [order.id]);
    }
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('equal the order’s price, with which its ledger starts', async () => {
    const order = await place(db, shopper.identity, orderOf(store, { discount_code: 'TEN' }));
    const [row] = await db.owner`
      select charged, received, (select array_agg(kind || ' ' || amount) from payment_entries where order_id = orders.id) as entries
      from orders where id = ${order.id}`;
    expect(row).toEqual({
      charged: order.total.toFixed(2),
      received: '0.00',
      entries: [`charged ${order.total.toFixed(2)}`],
    });
  });
});
