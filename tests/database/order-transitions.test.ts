import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBooks } from '../../scripts/books-check.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, errorMessage, makePerson, type Person, server } from './people.ts';

storeForEachTest();
afterEach(async () => {
  expect(await checkBooks(db.owner)).toEqual([]);
});

const toStatus = "select change_order_status($1::text::uuid, $2::text::order_status, 'Because')";

describe('moving an order', () => {
  test('staff take it along the line, and its history says who did what', async () => {
    const order = await delivered();
    expect(order).toMatchObject({
      status: 'delivered',
      payment_status: 'paid',
      delivered_at: expect.any(String),
    });
    const history = await db.run(
      shopper.identity,
      'select actor, from_status, to_status from order_events where order_id = $1 order by created_at',
      [order.id],
    );
    expect(history).toEqual([
      { actor: 'shopper', from_status: null, to_status: 'pending' },
      { actor: 'staff', from_status: 'pending', to_status: 'confirmed' },
      { actor: 'staff', from_status: 'confirmed', to_status: 'in_production' },
      { actor: 'staff', from_status: 'in_production', to_status: 'shipped' },
      { actor: 'staff', from_status: 'shipped', to_status: 'delivered' },
    ]);
  });

  test('only the moves of the table are possible, for whoever asks', async () => {
    const statuses = (await db.owner`select unnest(enum_range(null::order_status))::text as s`).map((row) =>
      String(row.s),
    );
    const allowed = await db.owner<
      { from_status: string; to_status: string; by_shopper: boolean; by_staff: boolean }[]
    >`select * from order_status_transitions`;
    const order = await buy();
    for (const from of statuses) {
      for (const to of statuses.filter((status) => status !== from)) {
        for (const who of ['shopper', 'staff', 'server'] as const) {
          const identity = { shopper: shopper.identity, staff: admin.identity, server }[who];
          const rule = allowed.find((row) => row.from_status === from && row.to_status === to);
          const may =
            rule !== undefined && { shopper: rule.by_shopper, staff: rule.by_staff, server: true }[who];
          await db.owner.begin(async (sql) => {
            await sql`set local session_replication_role = replica`;
            await sql`update orders set status = ${from}::text::order_status, delivered_at = now() where id = ${order.id}`;
            await sql`
              update order_lines set cancelled = 0, returned = 0,
                sent = ${['shipped', 'delivered', 'return_requested'].includes(from) ? 1 : 0},
                delivered = ${['delivered', 'return_requested'].includes(from) ? 1 : 0}
              where order_id = ${order.id}`;
          });
          const result = await tried(identity, order.id, to);
          expect(result, `${who}: ${from} to ${to}`).toBe(may ? 'moved' : 'move_not_allowed');
        }
      }
    }
    await db.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update orders set status = 'pending', delivered_at = null where id = ${order.id}`;
    });
  });

  /** Tries a move and takes it back. */
  async function tried(identity: Person['identity'], orderId: string, to: string): Promise<string> {
    try {
      await db.transaction(identity, (sql) => sql.unsafe(toStatus, [orderId, to]), { rollback: true });
      return 'moved';
    } catch (error) {
      return error instanceof Error && 'detail' in error ? String(error.detail) : String(error);
    }
  }

  test('an update of the row by staff obeys the same table and leaves the same history', async () => {
    const order = await buy();
    const update = (status: string) =>
      attempt(
        db,
        admin.identity,
        'update orders set status = $1::text::order_status where id = $2 returning status',
        [status, order.id],
      );
    expect(await update('shipped')).toMatchObject({ detail: 'move_not_allowed' });
    expect(await update('confirmed')).toMatchObject({ rows: [{ status: 'confirmed' }] });
    const [event] = await db.run(
      admin.identity,
      "select actor_id from order_events where to_status = 'confirmed'",
    );
    expect(event?.actor_id).toBe(admin.id);
  });

  test("somebody else's order does not exist", async () => {
    const order = await buy();
    const stranger = await makePerson(db, store.tenantId);
    for (const id of [order.id, randomUUID()]) {
      expect(await errorMessage(db, stranger.identity, toStatus, [id, 'cancelled'])).toMatchObject({
        detail: 'unknown_order',
        message: 'This order does not exist.',
      });
    }
  });

  test('an internal note is for staff, another one for both', async () => {
    const order = await buy();
    await db.run(admin.identity, "select add_order_note($1::text::uuid, 'Rings twice')", [order.id]);
    await db.run(admin.identity, "select add_order_note($1::text::uuid, 'Comes tomorrow', false)", [
      order.id,
    ]);
    const notes = (who: Person) =>
      db.run(who.identity, "select note from order_events where note <> '' order by created_at");
    expect(await notes(admin)).toEqual([{ note: 'Rings twice' }, { note: 'Comes tomorrow' }]);
    expect(await notes(shopper)).toEqual([{ note: 'Comes tomorrow' }]);
  });
});
