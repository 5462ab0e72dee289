import { beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { createTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { attempt, makePerson, type Person, server } from './people.ts';
import { atOnce, race, worked } from './races.ts';
import { freshTenant, makeStore, move, orderOf, type PlacedOrder, place, setStock } from './store.ts';

const ORDERS = runs(20, 5);

let colleague: Person;

storeForEachTest({ alone: true });
beforeEach(async () => {
  colleague = await makePerson(db, store.tenantId, 'admin');
  await setStock(db, store.hoodieId, 4 * 100);
});

interface Placed {
  order: PlacedOrder;
  shopper: Person;
}

/** Confirmed orders of two hoodies each, by different people. */
const confirmed = (): Promise<Placed[]> =>
  atOnce(ORDERS, async () => {
    const shopper = await makePerson(db, store.tenantId);
    const lines = [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }];
    const order = await place(db, shopper.identity, orderOf(store, { lines }));
    await move(db, admin.identity, order.id, 'confirmed');
    return { order, shopper };
  });

const packed = async (who: Person, { order }: Placed) =>
  who.attempt('select (pack_order($1::text::uuid)).id as id', [order.id]);

async function shipmentsOf({ order }: Placed) {
  return db.owner<{ id: string; state: string }[]>`
    select id, state::text from shipments where order_id = ${order.id} and state <> 'cancelled'`;
}
async function statusOf({ order }: Placed): Promise<string> {
  const [row] = await db.owner`select status::text from orders where id = ${order.id}`;
  return String(row?.status);
}
const handOver = (who: Person, ids: string[]) =>
  who.attempt(
    "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as steps from move_shipments($1::text::uuid[], 'handed_over') answer",
    [`{${ids}}`],
  );

describe('two people at the same order, at the same moment', () => {
  test('pack its pieces once', async () => {
    const orders = await confirmed();
    const outcomes = await race(
      orders,
      (at) => packed(admin, at),
      (at) => packed(colleague, at),
    );
    for (const [, ...both] of outcomes) {
      expect(both.filter(worked)).toHaveLength(1);
      expect(both.find((one) => !worked(one))).toMatchObject({ detail: 'nothing_to_pack' });
    }
    for (const at of orders) expect(await shipmentsOf(at)).toHaveLength(1);
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('either cancel it or pack it, never both', async () => {
    const orders = await confirmed();
    const outcomes = await race(
      orders,
      ({ shopper, order }) => shopper.attempt('select cancel_order($1::text::uuid)', [order.id]),
      (at) => packed(admin, at),
    );
    for (const [at, cancelling, packing] of outcomes) {
      expect([worked(cancelling), worked(packing)].filter(Boolean)).toHaveLength(1);
      expect(await statusOf(at)).toBe(worked(cancelling) ? 'cancelled' : 'confirmed');
      expect(await shipmentsOf(at)).toHaveLength(worked(cancelling) ? 0 : 1);
    }
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('hand over a shipment while the pieces next to it are cancelled, and both count', async () => {
    const orders = await confirmed();
    await Promise.all(
      orders.map(async ({ order }) => {
        const line = { order_line_id: order.lines[0]?.id, quantity: 1 };
        await admin.run('select pack_order($1::text::uuid, $2::text::jsonb)', [
          order.id,
          JSON.stringify([line]),
        ]);
      }),
    );
    const outcomes = await Promise.all(
      orders.map(async (at) => {
        const [shipment] = await shipmentsOf(at);
        const line = { order_line_id: at.order.lines[0]?.id, quantity: 1 };
        return Promise.all([
          handOver(admin, [shipment?.id ?? '']),
          colleague.attempt('select cancel_pieces($1::text::uuid, $2::text::jsonb)', [
            at.order.id,
            JSON.stringify([line]),
          ]),
        ]);
      }),
    );
    for (const both of outcomes) expect(both.every(worked)).toBe(true);
    for (const at of orders) expect(await statusOf(at)).toBe('shipped');
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('move many shipments in any order, each once, without a deadlock', async () => {
    const orders = await confirmed();
    await Promise.all(orders.map((at) => packed(admin, at)));
    const ids = (await Promise.all(orders.map(shipmentsOf))).flat().map(({ id }) => id);
    const outcomes = await Promise.all([
      handOver(admin, ids),
      handOver(colleague, ids.toReversed()),
      colleague.attempt("update orders set payment_reference = 'X' where tenant_id = $1", [store.tenantId]),
    ]);
    expect(outcomes.every(worked)).toBe(true);
    const deliver = (who: Person, some: string[]) =>
      who.attempt("select move_shipments($1::text::uuid[], 'delivered')", [`{${some}}`]);
    expect(
      (await Promise.all([deliver(admin, ids), deliver(colleague, ids.toReversed())])).every(worked),
    ).toBe(true);
    const [events] = await db.owner`
      select count(*)::int as n from shipment_events where tenant_id = ${store.tenantId} and state = 'delivered'`;
    expect(events).toEqual({ n: ORDERS });
    const [cash] = await db.owner`
      select sum(amount)::float8 as amount, count(*)::int as n from payment_entries
      where tenant_id = ${store.tenantId} and kind = 'cash_collected'`;
    expect(cash).toEqual({ n: ORDERS, amount: orders.reduce((sum, { order }) => sum + order.total, 0) });
    expect(await checkLedger(db.owner)).toEqual([]);
  });

  test('a carrier and staff both report a delivery, and it is booked once', async () => {
    const orders = await confirmed();
    await Promise.all(
      orders.map(({ order }, n) =>
        admin.run('select pack_order($1::text::uuid, null, $2::text::jsonb)', [
          order.id,
          JSON.stringify({ carrier: 'bosta', tracking_number: `B-${n}` }),
        ]),
      ),
    );
    const ids = (await Promise.all(orders.map(shipmentsOf))).flat().map(({ id }) => id);
    await handOver(admin, ids);
    const says = (n: number) =>
      attempt(
        db,
        server,
        `select record_shipment_event($1, 'bosta', $2, 'delivered', 'DELIVERED', clock_timestamp())`,
        [store.tenantId, `B-${n}`],
      );
    const outcomes = await Promise.all([
      ...orders.flatMap((_, n) => [says(n), says(n)]),
      ...ids.map((id) =>
        colleague.attempt("select move_shipments($1::text::uuid[], 'delivered')", [`{${id}}`]),
      ),
    ]);
    expect(outcomes.every(worked)).toBe(true);
    const [cash] = await db.owner`
      select count(*)::int as n from payment_entries where tenant_id = ${store.tenantId} and kind = 'cash_collected'`;
    expect(cash).toEqual({ n: ORDERS });
    const [earned] = await db.owner`
      select count(*)::int as n from point_entries where tenant_id = ${store.tenantId} and kind = 'earned'`;
    expect(earned).toEqual({ n: ORDERS });
    for (const at of orders) expect(await statusOf(at)).toBe('delivered');
    expect(await checkLedger(db.owner)).toEqual([]);
  });
});

test('in an installation with one store a row update by staff waits for the orders that a colleague moves', async () => {
  const alone = await createTestDatabase();
  try {
    const only = await makeStore(alone, freshTenant());
    const colleagueThere = await makePerson(alone, only.tenantId, 'admin');
    const customer = await makePerson(alone, only.tenantId);
    const { id } = await place(alone, customer.identity, orderOf(only));
    const updating = await alone.owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('orders:' || ${only.tenantId}::text, 0))`;
      const update = attempt(
        alone,
        colleagueThere.identity,
        "update orders set payment_reference = 'X' where id = $1::text::uuid returning payment_reference",
        [id],
      );
      await expect
        .poll(() => sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)
        .toHaveLength(1);
      return { update };
    });
    expect(await updating.update).toEqual({ rows: [{ payment_reference: 'X' }] });
  } finally {
    await alone.drop();
  }
});
