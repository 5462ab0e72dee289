import type { Person } from '../database/people.ts';
import { call, move, orderOf, type PlacedOrder, place, type Store } from '../database/store.ts';
import type { TestDatabase } from '../support/database.ts';

interface Shipment {
  id: string;
  cash_due: number;
}

interface Desk {
  db: TestDatabase;
  store: Pick<Store, 'tenantId' | 'hoodieId'>;
  staff: Person;
}

/** Acts on a store's orders as its shoppers and staff do. */
export function openDesk({ db, store, staff }: Desk) {
  const as = <Value>(who: Person, text: string, ...values: unknown[]) =>
    call<Value>(
      db,
      who.identity,
      text,
      values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    );
  const office = <Value>(text: string, ...values: unknown[]) => as<Value>(staff, text, ...values);

  /** Places an order for a number of hoodies. */
  const buy = (who: Person, quantity: number, changes: Record<string, unknown> = {}) => {
    const lines = [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }];
    return place(db, who.identity, orderOf(store, { lines, ...changes }));
  };

  async function inProduction(who: Person, quantity: number, changes: Record<string, unknown> = {}) {
    const order = await buy(who, quantity, changes);
    await move(db, staff.identity, order.id, 'confirmed', 'in_production');
    return order;
  }

  /** Packs pieces of an order, all of them by default. */
  const pack = (order: PlacedOrder, lines: object | null, shipment: Record<string, unknown> = {}) =>
    office<Shipment>(
      'select to_jsonb(pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb)) as value',
      order.id,
      lines,
      shipment,
    );

  /** Moves a shipment through states; throws if one is refused. */
  async function moveShipment(shipment: Shipment, ...states: string[]): Promise<void> {
    for (const state of states) {
      const [step] = await office<{ refusal?: object }[]>(
        "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments(array[$1::text::uuid], $2::text::shipment_state, 'So it went') answer",
        shipment.id,
        state,
      );
      if (step?.refusal) throw new Error(`${state}: ${JSON.stringify(step.refusal)}`);
    }
  }

  /** A fully delivered order. */
  async function arrived(who: Person, quantity: number, tracking: string, changes = {}) {
    const order = await inProduction(who, quantity, changes);
    const shipment = await pack(order, null, { carrier_name: 'Nile Riders', tracking_number: tracking });
    await moveShipment(shipment, 'handed_over', 'out_for_delivery', 'delivered');
    return { order, shipment };
  }

  return {
    as,
    office,
    buy,
    inProduction,
    pack,
    moveShipment,
    arrived,
    askReturn: (who: Person, order: PlacedOrder, quantity: number, kind = 'return') =>
      as<string>(
        who,
        `select (request_return($1::text::uuid, 'ليس لوني', p_lines => $2::text::jsonb, p_kind => $3::text::return_kind)).id as value`,
        order.id,
        piecesOf(order, quantity),
        kind,
      ),
    decideReturn: (id: string, isApproved: boolean) =>
      office(
        "select to_jsonb(decide_return($1::text::uuid, $2::text::boolean, 'So it is')) as value",
        id,
        String(isApproved),
      ),
    /** Restocks pieces of a return. */
    receiveReturn: (id: string, order: PlacedOrder, received: number) =>
      office('select to_jsonb(receive_return($1::text::uuid, $2::text::jsonb)) as value', id, [
        { order_line_id: order.lines[0]?.id, received, condition: 'as_new', fate: 'restock' },
      ]),
    /** Pays an order's due refund in cash. */
    async sendRefunds(order: PlacedOrder): Promise<void> {
      const due = await db.owner<{ id: string }[]>`
        select id from refunds where order_id = ${order.id} and state = 'due' order by number`;
      for (const { id } of due)
        await office("select to_jsonb(send_refund($1::text::uuid, 'cash', 'At the counter')) as value", id);
    },
  };
}

/** A number of pieces of an order's first line. */
export const piecesOf = ({ lines }: PlacedOrder, quantity: number) => [
  { order_line_id: lines[0]?.id ?? '', quantity },
];
