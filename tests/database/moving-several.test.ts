import { describe, expect, test } from 'vitest';
import { admin, db, givePoints, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { inTurn } from './races.ts';
import { orderOf, place, stockOf } from './store.ts';

storeForEachTest();

/** Changes orders as staff, in stored order or by id: the planner may choose either. */
function patch(ids: string[], what: string, by: 'place' | 'id' = 'place'): Promise<'done' | Error> {
  const work = db.transaction(admin.identity, async (session) => {
    await session.unsafe(`set local enable_${by === 'place' ? 'index' : 'seq'}scan = off`);
    await session`set local enable_bitmapscan = off`;
    await session.unsafe(`update orders set ${what} where id = any ($1::uuid[])`, [`{${ids}}`]);
  });
  return work.then(
    () => 'done',
    (error: Error) => error,
  );
}

const ordering = (buyer: Person, document: Record<string, unknown>): Promise<'done' | Error> =>
  place(db, buyer.identity, document).then(
    () => 'done',
    (error: Error) => error,
  );

describe('several orders moved in one statement', () => {
  test('lock products as orders do, and never deadlock with a concurrent one', async () => {
    const line = (product_id: string) => ({
      product_id,
      quantity: 1,
      ...(product_id === store.hoodieId ? { size: 'M', color: 'Black' } : {}),
    });
    const [low = '', high = ''] = [store.hoodieId, store.mugId].toSorted();
    const buyer = await makePerson(db, store.tenantId);
    await givePoints(shopper, 100);
    const first = await place(db, shopper.identity, orderOf(store, { lines: [line(high)], points: 50 }));
    const second = await place(db, shopper.identity, orderOf(store, { lines: [line(low)] }));
    const stock = [await stockOf(db, low), await stockOf(db, high)];

    const both = await inTurn(
      (sql) => sql`select from profiles where id = ${shopper.id} for update`,
      () => patch([first.id, second.id], "status = 'cancelled'"),
      () => ordering(buyer, orderOf(store, { lines: [line(low), line(high)] })),
    );
    expect(both).toEqual(['done', 'done']);
    expect([await stockOf(db, low), await stockOf(db, high)]).toEqual(stock);
  });

  test('lock delivery slots before points, as orders do', async () => {
    const mug = { lines: [{ product_id: store.mugId, quantity: 1 }] };
    const slot = { slot_id: store.slotId, slot_date: store.slotDate };
    await givePoints(shopper, 100);
    const first = await place(db, shopper.identity, orderOf(store, { ...mug, points: 50 }));
    const second = await place(db, shopper.identity, orderOf(store, { ...mug, ...slot }));

    const both = await inTurn(
      (sql) => sql`select from discounts where id = ${store.discountId} for update`,
      () => ordering(shopper, orderOf(store, { ...slot, points: 50, discount_code: 'TEN' })),
      () => patch([first.id, second.id], "status = 'cancelled'"),
    );
    expect(both).toEqual(['done', 'done']);
    const [row] = await db.owner`select points from profiles where id = ${shopper.id}`;
    expect(row).toEqual({ points: 50 });
    expect(await db.owner`select booked from delivery_bookings where slot_id = ${store.slotId}`).toEqual([
      { booked: 1 },
    ]);
  });

  test('are processed one statement after the other, in whatever order each of them finds them', async () => {
    const ids = ['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
    const middle = ids[1] ?? '';
    for (const id of ids.toReversed()) {
      await db.owner`
        insert into orders (id, tenant_id, number, user_id, queues, payment_method, payment_status, subtotal, total, destination)
        values (${id}, ${store.tenantId}, ${id}, ${shopper.id}, '{to_confirm}', 'bank_transfer', 'paid', 0, 0, '{}')`;
    }
    const both = await inTurn(
      (sql) => sql`select from orders where id = ${middle} for update`,
      () => patch(ids, "payment_reference = 'One'"),
      () => patch(ids, "payment_reference = 'Two'", 'id'),
    );
    expect(both).toEqual(['done', 'done']);
    expect(
      await db.owner`select distinct payment_reference from orders where tenant_id = ${store.tenantId}`,
    ).toEqual([{ payment_reference: 'Two' }]);
  });
});
