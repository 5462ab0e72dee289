import { beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { runs } from '../support/runs.ts';
import { admin, db, givePoints, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Outcome, type Person } from './people.ts';
import { atOnce, race, worked } from './races.ts';
import { move, orderOf, type PlacedOrder, place, setStock, stockOf } from './store.ts';

const ORDERS = runs(40, 10);
const STOCK = 100;

let colleague: Person;

storeForEachTest({ alone: true });
beforeEach(async () => {
  colleague = await makePerson(db, store.tenantId, 'admin');
  await setStock(db, store.hoodieId, 4 * STOCK);
  await db.owner`update delivery_slots set capacity = ${STOCK} where id = ${store.slotId}`;
});

interface Placed {
  order: PlacedOrder;
  shopper: Person;
}

/** An order that uses everything a cancellation releases: stock, a discount code, a delivery slot, points. */
async function placed(payment_method: string): Promise<Placed> {
  const shopper = await makePerson(db, store.tenantId);
  await givePoints(shopper, 100);
  const wanted = { payment_method, discount_code: 'TEN', points: 100 };
  const document = orderOf(store, { ...wanted, slot_id: store.slotId, slot_date: store.slotDate });
  return { shopper, order: await place(db, shopper.identity, document) };
}

const cancel = (who: Person, { id }: PlacedOrder) =>
  who.attempt("select cancel_order($1::text::uuid, 'Changed my mind')", [id]);
const step = (who: Person, { id }: PlacedOrder, to: string) =>
  who.attempt('select change_order_status($1::text::uuid, $2::text::order_status)', [id, to]);
const pay = (who: Person, { id }: PlacedOrder) =>
  who.attempt("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [id]);

async function standing({ id }: PlacedOrder) {
  const [row] =
    await db.owner`select status::text, payment_status::text as payment from orders where id = ${id}`;
  return { status: String(row?.status), payment: String(row?.payment) };
}

/** How often an order's history has it reach a status. */
async function timesReached({ id }: PlacedOrder, status: string): Promise<number> {
  const events = await db.owner`
    select 1 from order_events where order_id = ${id} and to_status = ${status}::text::order_status`;
  return events.length;
}

/** Everything that cancelled orders used is released exactly once, and all ledgers balance. */
async function expectGivenBack(orders: readonly Placed[]): Promise<void> {
  const statuses = await Promise.all(orders.map(async ({ order }) => (await standing(order)).status));
  const cancelled = statuses.filter((status) => status === 'cancelled').length;
  const kept = orders.length - cancelled;
  expect(await stockOf(db, store.hoodieId)).toBe(STOCK - kept);
  const { tenantId } = store;
  const [taken] = await db.owner`
    select (select count(*)::int from discount_uses where tenant_id = ${tenantId}) as uses,
      (select coalesce(sum(booked), 0)::int from delivery_bookings where tenant_id = ${tenantId}) as places,
      (select coalesce(sum(points), 0)::int from profiles where tenant_id = ${tenantId}) as points`;
  expect(taken).toEqual({ uses: kept, places: kept, points: cancelled * 100 });
  expect(await checkLedger(db.owner)).toEqual([]);
}

/** Staff move an order from production to shipped, as far as the rules allow. */
async function ship({ order }: Placed): Promise<Outcome[]> {
  return [await step(admin, order, 'in_production'), await step(admin, order, 'shipped')];
}

const placeAll = (payment: string) => atOnce(ORDERS, () => placed(payment));

describe('a cancellation and an action of staff at the same moment, many times', () => {
  test.each([
    ['paid at the door', 'cash_on_delivery', 'unpaid', 'unpaid'],
    ['paid by transfer', 'bank_transfer', 'refund_due', 'paid'],
  ])(
    'an order %s is either cancelled by its shopper or shipped, never both',
    async (_how, payment, back, kept) => {
      const orders = await placeAll(payment);
      for (const { order } of orders) {
        if (payment === 'bank_transfer') await pay(admin, order);
        else await move(db, admin.identity, order.id, 'confirmed');
      }
      const outcomes = await race(orders, ({ shopper, order }) => cancel(shopper, order), ship);
      for (const [{ order }, cancelling, [producing, shipping]] of outcomes) {
        const { status, payment: money } = await standing(order);
        if (worked(cancelling)) {
          expect({ status, money }).toEqual({ status: 'cancelled', money: back });
          expect([producing, shipping]).toMatchObject([
            { detail: 'move_not_allowed' },
            { detail: 'move_not_allowed' },
          ]);
        } else {
          expect({ status, money }).toEqual({ status: 'shipped', money: kept });
          expect(cancelling).toMatchObject({ detail: 'move_not_allowed' });
          expect([worked(producing), worked(shipping)]).toEqual([true, true]);
        }
        expect((await timesReached(order, 'cancelled')) + (await timesReached(order, 'shipped'))).toBe(1);
      }
      await expectGivenBack(orders);
    },
  );

  test('an order in production is either cancelled by one member of staff or shipped by another', async () => {
    const orders = await placeAll('cash_on_delivery');
    for (const { order } of orders) await move(db, admin.identity, order.id, 'confirmed', 'in_production');
    const outcomes = await race(
      orders,
      ({ order }) => cancel(colleague, order),
      ({ order }) => step(admin, order, 'shipped'),
    );
    for (const [{ order }, cancelling, shipping] of outcomes) {
      expect([worked(cancelling), worked(shipping)].filter(Boolean)).toHaveLength(1);
      expect((await standing(order)).status).toBe(worked(cancelling) ? 'cancelled' : 'shipped');
    }
    await expectGivenBack(orders);
  });

  test('a payment booked while the shopper cancels creates one due refund', async () => {
    const orders = await placeAll('bank_transfer');
    const outcomes = await race(
      orders,
      ({ shopper, order }) => cancel(shopper, order),
      ({ order }) => pay(admin, order),
    );
    for (const [{ order }, cancelling, paying] of outcomes) {
      expect([worked(cancelling), worked(paying)]).toEqual([true, true]);
      expect(await standing(order)).toEqual({ status: 'cancelled', payment: 'refund_due' });
      expect(await timesReached(order, 'cancelled')).toBe(1);
    }
    await expectGivenBack(orders);
  });

  test('when shopper and staff both cancel, everything is released once', async () => {
    const orders = await placeAll('cash_on_delivery');
    const outcomes = await race(
      orders,
      ({ shopper, order }) => cancel(shopper, order),
      ({ order }) => cancel(admin, order),
    );
    for (const [{ order }, ...cancelling] of outcomes) {
      expect(cancelling.map(worked)).toEqual([true, true]);
      expect(await timesReached(order, 'cancelled')).toBe(1);
    }
    await expectGivenBack(orders);
  });
});
