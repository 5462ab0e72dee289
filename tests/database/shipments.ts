import { expect } from 'vitest';
import { admin, buy, db, store } from './own-store.ts';
import type { Person } from './people.ts';
import { move, type PlacedOrder } from './store.ts';

/** Pieces of a line as function arguments. */
export interface Pieces {
  order_line_id: string;
  quantity: number;
}

export interface Shipment {
  id: string;
  number: number;
  state: string;
  cash_due: number;
  cash_collected: number | null;
  tracking_number: string | null;
  inspected_at: string | null;
}

/** One outcome of a call over several shipments or orders. */
export interface Step {
  order_id: string | null;
  shipment_id?: string;
  refusal?: { code: string; message: string };
}

/** Places an order for a number of hoodies, 250 pounds each plus 30 for delivery, and moves it to production. */
export async function inProduction(
  quantity = 3,
  changes: Record<string, unknown> = {},
): Promise<PlacedOrder> {
  const lines = [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }];
  const order = await buy({ lines, ...changes });
  if (order.status === 'awaiting_payment')
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [order.id]);
  else await move(db, admin.identity, order.id, 'confirmed');
  await move(db, admin.identity, order.id, 'in_production');
  return order;
}

/** A number of pieces of an order's first line. */
export const piecesOf = ({ lines }: PlacedOrder, quantity: number): Pieces[] => [
  { order_line_id: lines[0]?.id ?? '', quantity },
];

const json = (value: unknown) => (value === undefined ? 'null' : JSON.stringify(value));

/** Packs pieces of an order, all open ones by default, and returns the shipment. */
export async function pack(
  order: PlacedOrder,
  lines?: Pieces[],
  shipment: Record<string, unknown> = {},
  who: Person = admin,
): Promise<Shipment> {
  return who.value<Shipment>(
    'select to_jsonb(pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb)) as value',
    [order.id, json(lines), json(shipment)],
  );
}

/** Moves shipments and returns their outcomes. */
export const moveShipments = (
  ids: string[],
  state: string,
  cash?: number,
  who: Person = admin,
): Promise<Step[]> =>
  who.value<Step[]>(
    "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments($1::text::uuid[], $2::text::shipment_state, p_cash => nullif($3, '')::numeric) answer",
    [`{${ids}}`, state, String(cash ?? '')],
  );

/** Moves a shipment through states; throws if one is refused. */
export async function moveShipment({ id }: Pick<Shipment, 'id'>, ...states: string[]): Promise<void> {
  for (const state of states)
    for (const step of await moveShipments([id], state)) expect(step.refusal, state).toBeUndefined();
}

/** Packs a whole order and hands it over. */
export async function sent(order: PlacedOrder, about: Record<string, unknown> = {}): Promise<Shipment> {
  const shipment = await pack(order, undefined, about);
  await moveShipment(shipment, 'handed_over');
  return shipment;
}

export interface Standing {
  status: string;
  payment_status: string;
  queues: string[];
  charged: number;
  received: number;
  at_carrier: number;
}

/** An order's current state. */
export async function standingOf({ id }: { id: string }): Promise<Standing> {
  const [row] = await db.owner<Standing[]>`
    select status::text, payment_status::text, queues::text[], charged::float8 as charged, received::float8 as received,
      at_carrier::float8 as at_carrier
    from orders where id = ${id}`;
  if (!row) throw new Error('The order is gone');
  return row;
}

/** The piece counts of an order's first line. */
export async function countsOf({ id }: { id: string }) {
  const [row] = await db.owner`
    select cancelled, packed, sent, delivered, returned_to_sender, returned from order_lines where order_id = ${id} and position = 0`;
  return row;
}
