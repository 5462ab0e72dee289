import { expect } from 'vitest';
import { admin, buy, db, store } from './own-store.ts';
import type { Person } from './people.ts';
import { call, move, type PlacedOrder } from './store.ts';

/** Pieces of a line as calls name them. */
export interface Pieces {
  order_line_id: string;
  quantity: number;
}

export interface Parcel {
  id: string;
  number: number;
  state: string;
  cash_due: number;
  cash_collected: number | null;
  tracking_number: string | null;
  looked_at: string | null;
}

/** What a call about several parcels or orders says of each. */
export interface Step {
  order_id: string | null;
  shipment_id?: string;
  refusal?: { code: string; message: string };
}

/** Places an order of so many hoodies, 250 pounds each and 30 for the delivery, and brings it to production. */
export async function inProduction(
  quantity = 3,
  changes: Record<string, unknown> = {},
): Promise<PlacedOrder> {
  const lines = [{ product_id: store.hoodieId, quantity, size: 'M', color: 'Black' }];
  const order = await buy({ lines, ...changes });
  if (order.status === 'awaiting_payment')
    await db.run(admin.identity, "select record_payment($1::text::uuid, 'paid', 'REF ' || $1::text)", [
      order.id,
    ]);
  else await move(db, admin.identity, order.id, 'confirmed');
  await move(db, admin.identity, order.id, 'in_production');
  return order;
}

/** The first line of an order, so many pieces of it. */
export const piecesOf = ({ lines }: PlacedOrder, quantity: number): Pieces[] => [
  { order_line_id: lines[0]?.id ?? '', quantity },
];

const json = (value: unknown) => (value === undefined ? 'null' : JSON.stringify(value));

/** Packs pieces of an order, all that are open unless they are named, and returns the parcel. */
export async function pack(
  order: PlacedOrder,
  lines?: Pieces[],
  parcel: Record<string, unknown> = {},
  who: Person = admin,
): Promise<Parcel> {
  return call<Parcel>(
    db,
    who.identity,
    'select to_jsonb(pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb)) as value',
    [order.id, json(lines), json(parcel)],
  );
}

/** Moves parcels, and returns what came of each. */
export const moveParcels = (
  ids: string[],
  state: string,
  cash?: number,
  who: Person = admin,
): Promise<Step[]> =>
  call<Step[]>(
    db,
    who.identity,
    "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments($1::text::uuid[], $2::text::shipment_state, p_cash => nullif($3, '')::numeric) answer",
    [`{${ids}}`, state, String(cash ?? '')],
  );

/** Moves a parcel along states, none of which may be refused. */
export async function moveParcel({ id }: Pick<Parcel, 'id'>, ...states: string[]): Promise<void> {
  for (const state of states)
    for (const step of await moveParcels([id], state)) expect(step.refusal, state).toBeUndefined();
}

/** Packs an order whole and hands it over. */
export async function sent(order: PlacedOrder): Promise<Parcel> {
  const parcel = await pack(order);
  await moveParcel(parcel, 'handed_over');
  return parcel;
}

export interface Standing {
  status: string;
  payment_status: string;
  queues: string[];
  charged: number;
  received: number;
  at_courier: number;
}

/** Where an order stands. */
export async function standingOf({ id }: { id: string }): Promise<Standing> {
  const [row] = await db.owner<Standing[]>`
    select status::text, payment_status::text, queues::text[], charged::float8 as charged, received::float8 as received,
      at_courier::float8 as at_courier
    from orders where id = ${id}`;
  if (!row) throw new Error('The order is gone');
  return row;
}

/** The counts of an order's first line. */
export async function countsOf({ id }: { id: string }) {
  const [row] = await db.owner`
    select cancelled, packed, sent, delivered, refused, returned from order_lines where order_id = ${id} and position = 0`;
  return row;
}
