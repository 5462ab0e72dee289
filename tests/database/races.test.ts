import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { admin, db, givePoints, shopper, store, storeForEachTest } from './own-store.ts';
import { server } from './people.ts';
import { atOnce, newCustomers, rush, worked } from './races.ts';
import { orderOf, place, setStock, stockOf } from './store.ts';

/** The concurrent buyers. */
const MANY = runs(60, 20);

storeForEachTest({ alone: true });

describe('on real connections, all at once', () => {
  test('fifty buyers for twenty units: twenty orders, stock 0, the others are refused', async () => {
    const outcomes = await rush(await newCustomers(50), () => orderOf(store));
    expect(outcomes).toEqual({ ok: 20, out_of_stock: 30 });
    expect(await stockOf(db, store.hoodieId)).toBe(0);
  });

  test('two hundred buyers for fifty units: fifty orders, and an immediate clear refusal for all others', async () => {
    await setStock(db, store.hoodieId, 200);
    const buyers = await newCustomers(200);
    const outcomes = await Promise.all(
      buyers.map((buyer) =>
        buyer.attempt('select (place_order($1::text::jsonb)).number', [JSON.stringify(orderOf(store))]),
      ),
    );
    const numbers = outcomes.flatMap((outcome) =>
      'rows' in outcome ? [String(outcome.rows[0]?.number)] : [],
    );
    const refusals = outcomes.flatMap((outcome) => ('rows' in outcome ? [] : [outcome]));
    expect(new Set(numbers).size).toBe(50);
    expect(refusals).toHaveLength(150);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'P0001',
        detail: 'out_of_stock',
        message: 'Ink hoodie, M / Black is sold out.',
      });
    }
    expect(await stockOf(db, store.hoodieId)).toBe(0);
  });

  test('two tabs that order the last piece with different keys: one order, one refusal', async () => {
    await setStock(db, store.hoodieId, 4);
    const outcomes = await rush([shopper, shopper], () => orderOf(store));
    expect(outcomes).toEqual({ ok: 1, out_of_stock: 1 });
  });

  test('buyers of the same two products in opposite order wait for each other and never deadlock', async () => {
    await setStock(db, store.hoodieId, 4000);
    await setStock(db, store.mugId, 4000);
    const lines = [
      { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
      { product_id: store.mugId, quantity: 1 },
    ];
    const outcomes = await rush(await newCustomers(40), (turn) =>
      orderOf(store, { lines: turn % 2 ? lines : lines.toReversed() }),
    );
    expect(outcomes).toEqual({ ok: 40 });
  });

  test('an import of the same two products in the other order waits as well, and never deadlocks', async () => {
    await setStock(db, store.hoodieId, 4000);
    await setStock(db, store.mugId, 4000);
    const [first = '', last = ''] = [store.hoodieId, store.mugId].toSorted();
    const lines = [first, last].map((product_id) => ({
      product_id,
      quantity: 1,
      ...(product_id === store.hoodieId ? { size: 'M', color: 'Black' } : {}),
    }));
    const imports = async () => {
      const outcomes = [];
      for (let price = 100; price < 100 + runs(20, 6); price += 1) {
        const rows = [last, first].map((id, row) => ({ row, id, set: { price } }));
        const sent = [store.tenantId, JSON.stringify(rows)];
        const statement = 'select import_products($1, $2::text::jsonb, false)';
        outcomes.push(await admin.attempt(statement, sent));
      }
      return outcomes;
    };
    const [imported, orders] = await Promise.all([
      imports(),
      rush(await newCustomers(MANY), () => orderOf(store, { lines })),
    ]);
    expect(imported.filter((outcome) => !worked(outcome))).toEqual([]);
    expect(orders).toEqual({ ok: MANY });
  });

  describe('changes of several products', () => {
    let products: string[];
    beforeEach(async () => {
      products = [randomUUID(), randomUUID()].toSorted();
      // Created, and found, in the reverse of the order in which placing an order locks them.
      for (const [n, id] of products.toReversed().entries()) {
        await db.owner`insert into products (id, tenant_id, category_id, name, price, stock, created_at)
          values (${id}, ${store.tenantId}, ${store.categoryId}, ${id}, 10, 1000, now() - ${n} * interval '1 day')`;
      }
    });

    async function beside(statements: [text: string, parameters: string[]][]): Promise<void> {
      const changes = async () => {
        for (const [text, parameters] of statements) await admin.run(text, parameters);
      };
      const lines = products.map((product_id) => ({ product_id, quantity: 1 }));
      const buyers = await newCustomers(MANY);
      const [, orders] = await Promise.all([changes(), rush(buyers, () => orderOf(store, { lines }))]);
      expect(orders).toEqual({ ok: MANY });
    }

    test('wait for their orders and never deadlock when a category gets a new name', async () => {
      const rename = 'update categories set name = $1 where id = $2::text::uuid';
      await beside(Array.from({ length: MANY }, (_, n) => [rename, [`Hoodies ${n}`, store.categoryId]]));
    });

    test('wait for their orders and never deadlock when several are reviewed', async () => {
      const reviews: [text: string, parameters: string[]][] = [];
      for (const { id } of await newCustomers(MANY)) {
        const ids = [randomUUID(), randomUUID()].toSorted();
        await db.owner`insert into reviews (id, tenant_id, product_id, user_id, rating)
          select r, ${store.tenantId}, p, ${id}, 4
          from unnest(${ids}::uuid[], ${products.toReversed()}::uuid[]) as n (r, p)`;
        const approve = "update reviews set status = 'approved' where id = any ($1::uuid[])";
        reviews.push([approve, [`{${ids}}`]]);
      }
      await beside(reviews);
      const rated =
        await db.owner`select distinct rating, review_count from products where id = any(${products})`;
      expect(rated).toEqual([{ rating: '4.00', review_count: MANY }]);
    });
  });

  test('one key sent ten times at once creates one order, and everybody gets it', async () => {
    const document = orderOf(store);
    const orders = await atOnce(10, () => place(db, shopper.identity, document));
    expect(new Set(orders.map((order) => order.id)).size).toBe(1);
    expect(await stockOf(db, store.hoodieId)).toBe(19);
  });

  test('the last use of a discount code goes to one of twenty', async () => {
    await db.owner`update discounts set total_limit = 1 where id = ${store.discountId}`;
    const outcomes = await rush(await newCustomers(20), () => orderOf(store, { discount_code: 'TEN' }));
    expect(outcomes).toEqual({ ok: 1, discount_used_up: 19 });
  });

  test('a person’s single use of a code is spent once when they order ten times at once', async () => {
    await db.owner`update discounts set per_person_limit = 1 where id = ${store.discountId}`;
    const outcomes = await rush(Array(10).fill(shopper), () => orderOf(store, { discount_code: 'TEN' }));
    expect(outcomes).toEqual({ ok: 1, discount_used_by_you: 9 });
  });

  test('the three places of a delivery slot go to three of twenty', async () => {
    const outcomes = await rush(await newCustomers(20), () =>
      orderOf(store, { slot_id: store.slotId, slot_date: store.slotDate }),
    );
    expect(outcomes).toEqual({ ok: 3, slot_full: 17 });
  });

  test('points are spent once, however many orders request them at the same time', async () => {
    await givePoints(shopper, 1000);
    const ask = () => orderOf(store, { points: 1000 });
    const both = [
      rush(Array(5).fill(shopper), ask),
      atOnce(5, () => shopper.attempt('select redeem_points($1, 1000)', [store.tenantId])),
    ];
    await Promise.all(both);
    const [profile] = await db.owner`select points, redeemed_points from profiles where id = ${shopper.id}`;
    expect(profile).toEqual({ points: 0, redeemed_points: 1000 });
  });

  test('a payment reported many times, late and out of order is booked once', async () => {
    const order = await place(db, shopper.identity, orderOf(store, { payment_method: 'online' }));
    const hooks = ['paid', 'failed', 'paid', 'paid', 'failed', 'paid'];
    await Promise.all(
      hooks.map((outcome) =>
        db.run(server, "select record_payment($1::text::uuid, $2, 'pi_1')", [order.id, outcome]),
      ),
    );
    const [after] = await db.owner`select status, payment_status from orders where id = ${order.id}`;
    expect([
      { status: 'confirmed', payment_status: 'paid' },
      { status: 'cancelled', payment_status: 'refund_due' },
    ]).toContainEqual(after);
    const events =
      await db.owner`select 1 from order_events where order_id = ${order.id} and from_status is not null`;
    expect(events).toHaveLength(1);
  });

  test('unpaid reservations are released once, by however many timers', async () => {
    const buyers = await newCustomers(6);
    for (const buyer of buyers) await place(db, buyer.identity, orderOf(store, { payment_method: 'online' }));
    await db.owner`update orders set reserved_until = now() - interval '1 minute'`;
    const released = await atOnce(4, () => db.run(server, 'select release_expired_reservations() as n'));
    expect(released.flat().reduce((sum, row) => sum + Number(row.n), 0)).toBe(6);
    expect(await stockOf(db, store.hoodieId)).toBe(20);
  });

  test('order numbers stay unique when many arrive at once', async () => {
    await setStock(db, store.hoodieId, 100000);
    const buyers = await newCustomers(30);
    await Promise.all(
      buyers.map(async (buyer) => {
        for (let i = 0; i < runs(10, 2); i += 1) {
          await place(db, buyer.identity, orderOf(store, { idempotency_key: randomUUID() }));
        }
      }),
    );
    const [row] =
      await db.owner`select count(*)::int as orders, count(distinct number)::int as numbers from orders where tenant_id = ${store.tenantId}`;
    expect(row).toEqual({ orders: 30 * runs(10, 2), numbers: 30 * runs(10, 2) });
  });

  test('staff who count stock and shoppers who buy it never bring it below 0', async () => {
    const buyers = await newCustomers(15);
    await Promise.all([
      rush(buyers, () => orderOf(store)),
      atOnce(10, () => admin.attempt('select adjust_stock($1::text::uuid, -2)', [store.hoodieId])),
    ]);
    expect(await stockOf(db, store.hoodieId)).toBeGreaterThanOrEqual(0);
  });

  test('concurrently approved reviews of one product all count', async () => {
    const writers = await newCustomers(12);
    const reviews: string[] = [];
    for (const { id: writer } of writers) {
      const id = randomUUID();
      await db.owner`insert into reviews (id, tenant_id, product_id, user_id, rating)
        values (${id}, ${store.tenantId}, ${store.hoodieId}, ${writer}, 4)`;
      reviews.push(id);
    }
    const approve = "update reviews set status = 'approved' where id = $1::text::uuid";
    await Promise.all(reviews.map((id) => admin.run(approve, [id])));
    const [product] = await db.owner`select rating, review_count from products where id = ${store.hoodieId}`;
    expect(product).toEqual({ rating: '4.00', review_count: 12 });
  });
});
