import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { moveShipments, pack, piecesOf } from './shipments.ts';
import { move, type PlacedOrder } from './store.ts';

storeForEachTest();

const toStatus = "select change_order_status($1::text::uuid, $2::text::order_status, 'Because')";

describe('moving an order', () => {
  test('staff move it through its statuses, and its history says who did what', async () => {
    const order = await delivered();
    expect(order).toMatchObject({
      status: 'delivered',
      payment_status: 'with_carrier',
      delivered_at: expect.any(String),
    });
    const history = await shopper.run(
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

  /** Brings an order of two pieces to each status, as a colleague of the staff who then try to move it. */
  const waysTo: Record<string, (by: Person) => Promise<PlacedOrder>> = {
    awaiting_payment: () => twoPieces({ payment_method: 'bank_transfer' }),
    pending: () => twoPieces(),
    confirmed: (by) => moved(by, 'confirmed'),
    in_production: (by) => moved(by, 'confirmed', 'in_production'),
    partly_sent: (by) => inShipments(by, ['handed_over']),
    shipped: (by) => moved(by, 'confirmed', 'in_production', 'shipped'),
    partly_delivered: (by) => inShipments(by, ['handed_over', 'delivered'], ['handed_over']),
    delivered: (by) => moved(by, 'confirmed', 'in_production', 'shipped', 'delivered'),
    returned_to_sender: (by) =>
      inShipments(by, ['handed_over', 'returned_to_sender'], ['handed_over', 'lost']),
    return_requested: (by) =>
      moved(by, 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested'),
    partly_returned: async (by) => {
      const order = await inShipments(by, ['handed_over', 'delivered'], ['handed_over']);
      await move(db, by.identity, order.id, 'return_requested', 'returned', 'delivered');
      return order;
    },
    returned: (by) =>
      moved(by, 'confirmed', 'in_production', 'shipped', 'delivered', 'return_requested', 'returned'),
    cancelled: (by) => moved(by, 'cancelled'),
  };
  const twoPieces = (changes = {}) =>
    buy({ lines: [{ product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' }], ...changes });
  const moved = async (by: Person, ...path: string[]) => {
    const order = await twoPieces();
    await move(db, by.identity, order.id, ...path);
    return order;
  };
  /** An order with one shipment per piece, each moved through these states. */
  const inShipments = async (by: Person, ...ways: string[][]) => {
    const order = await moved(by, 'confirmed', 'in_production');
    const shipments = [];
    for (const _ of ways) shipments.push(await pack(order, piecesOf(order, 1), {}, by));
    for (const [n, way] of ways.entries())
      for (const state of way) await moveShipments([shipments[n]?.id ?? ''], state, undefined, by);
    return order;
  };

  test.each(Object.keys(waysTo))(
    'of an order that is %s, those of the table are possible, for whoever asks',
    async (from) => {
      const statuses = (await db.owner`select unnest(enum_range(null::order_status))::text as s`).map((row) =>
        String(row.s),
      );
      expect(Object.keys(waysTo).toSorted()).toEqual(statuses.toSorted());
      const allowed = await db.owner<
        { to_status: string; by_shopper: boolean; by_staff: boolean; needs_payment: boolean }[]
      >`select * from order_status_transitions where from_status = ${from}::text::order_status`;
      const order = await waysTo[from]?.(await makePerson(db, store.tenantId, 'admin'));
      expect((await db.owner`select status::text from orders where id = ${order?.id ?? ''}`)[0]).toEqual({
        status: from,
      });
      for (const to of statuses.filter((status) => status !== from)) {
        for (const who of ['shopper', 'staff', 'server'] as const) {
          const identity = { shopper: shopper.identity, staff: admin.identity, server }[who];
          const rule = allowed.find((row) => row.to_status === to);
          const may =
            rule !== undefined && { shopper: rule.by_shopper, staff: rule.by_staff, server: true }[who];
          const unpaid = from === 'awaiting_payment' && rule?.needs_payment;
          expect(await tried(identity, order?.id ?? '', to), `${who}: ${from} to ${to}`).toBe(
            may ? (unpaid ? 'payment_missing' : 'moved') : 'move_not_allowed',
          );
        }
      }
    },
  );

  /** Tries a move and rolls it back. */
  async function tried(identity: Person['identity'], orderId: string, to: string): Promise<string> {
    try {
      await db.transaction(identity, (sql) => sql.unsafe(toStatus, [orderId, to]), { rollback: true });
      return 'moved';
    } catch (error) {
      return error instanceof Error && 'detail' in error ? String(error.detail) : String(error);
    }
  }

  test('a row update by staff follows the same table and leaves the same history', async () => {
    const order = await buy();
    const update = (status: string) =>
      admin.attempt('update orders set status = $1::text::order_status where id = $2 returning status', [
        status,
        order.id,
      ]);
    expect(await update('shipped')).toMatchObject({ detail: 'move_not_allowed' });
    expect(await update('confirmed')).toMatchObject({ rows: [{ status: 'confirmed' }] });
    expect(await update('in_production')).toMatchObject({ rows: [{ status: 'in_production' }] });
    expect(await update('shipped')).toMatchObject({
      detail: 'move_by_shipment',
      message: 'What happens to its parcels and returns makes an order shipped.',
    });
    const [event] =
      await admin.run(`select made.actor_id from order_events event join order_event_actors made on made.event_id = event.id
       where event.to_status = 'confirmed'`);
    expect(event?.actor_id).toBe(admin.id);
  });

  test("another person's order does not exist", async () => {
    const order = await buy();
    const stranger = await makePerson(db, store.tenantId);
    for (const id of [order.id, randomUUID()]) {
      expect(await stranger.refusal(toStatus, [id, 'cancelled'])).toMatchObject({
        detail: 'unknown_order',
        message: 'This order does not exist.',
      });
    }
  });

  test('an internal note is for staff, another one for both', async () => {
    const order = await buy();
    await admin.run("select add_order_note($1::text::uuid, 'Rings twice')", [order.id]);
    await admin.run("select add_order_note($1::text::uuid, 'Comes tomorrow', false)", [order.id]);
    const notes = (who: Person) =>
      who.run("select note from order_events where note <> '' order by created_at");
    expect(await notes(admin)).toEqual([{ note: 'Rings twice' }, { note: 'Comes tomorrow' }]);
    expect(await notes(shopper)).toEqual([{ note: 'Comes tomorrow' }]);
  });
});
