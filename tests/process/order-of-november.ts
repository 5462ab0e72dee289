import type { Person } from '../database/people.ts';
import {
  address,
  call,
  designOf,
  move,
  orderOf,
  type PlacedOrder,
  place,
  type Store,
} from '../database/store.ts';
import type { TestDatabase } from '../support/database.ts';

/**
 * Through the functions of the baseline of 28 November 2026: places an order and applies every kind of after-sale event, each with a
 * text that only its customer and staff may read. Part was paid with store credit; its address and lines were changed; one piece was
 * delivered for cash that the carrier handed over, and returned; the others were refused at the door; all money was refunded.
 */
export async function orderOfNovember(
  db: TestDatabase,
  store: Store,
  shopper: Person,
  staff: Person,
): Promise<PlacedOrder> {
  const asStaff = <Value>(text: string, ...values: unknown[]) =>
    call<Value>(db, staff.identity, text, textsOf(values));
  const asShopper = <Value>(text: string, ...values: unknown[]) =>
    call<Value>(db, shopper.identity, text, textsOf(values));
  const credit = "select adjust_store_credit($1, $2::text::uuid, 50, 'Salma waited') as value";
  await asStaff(credit, store.tenantId, shopper.id);
  const order = await place(
    db,
    shopper.identity,
    orderOf(store, {
      payment_method: 'bank_transfer',
      store_credit: 20,
      lines: [
        { product_id: store.hoodieId, quantity: 3, size: 'M', color: 'Black' },
        { quantity: 1, size: 'L', color: 'Black', design: designOf(['Salma']) },
      ],
    }),
  );
  const [hoodies, print] = order.lines.map(({ id }) => id);
  await asStaff("select record_payment($1::text::uuid, 'paid', 'From Salma') as value", order.id);

  const moved = { address: { ...address, street: 'Street of Salma' } };
  await asShopper(
    "select edit_order($1::text::uuid, $2::text::jsonb, 'Salma moved') as value",
    order.id,
    moved,
  );
  const more = { add: [{ product_id: store.mugId, quantity: 1 }] };
  const edit = await asStaff<string>(
    "select edit_order($1::text::uuid, $2::text::jsonb, 'Salma rang') #>> '{edit,id}' as value",
    ...[order.id, more],
  );
  await asShopper('select decide_edit($1::text::uuid, true) as value', edit);

  await move(db, staff.identity, order.id, 'in_production');
  const printed = 'select mark_printed($1::text::jsonb) as value';
  await asStaff(printed, [{ order_line_id: print, quantity: 1 }]);
  const packed = (pieces: object | null, number: string) =>
    asStaff<{ id: string; cash_due: number }>(
      "select pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb) -> 'shipment' as value",
      ...[
        order.id,
        pieces,
        { carrier_name: 'Swift', tracking_number: number, tracking_url: `https://swift.example/${number}` },
      ],
    );
  const moveShipment = (id: string, state: string) =>
    asStaff(
      "select move_shipments(array[$1::text::uuid], $2::text::shipment_state, 'At Salma''s door') as value",
      id,
      state,
    );
  const one = [{ order_line_id: hoodies, quantity: 1 }];
  const first = await packed(one, 'SALMA-1');
  await moveShipment(first.id, 'handed_over');
  await moveShipment(first.id, 'delivered');
  const statement = { lines: [{ shipment_id: first.id, amount: first.cash_due, fee: 5 }] };
  await asStaff('select settle_cash($1, $2::text::jsonb) as value', store.tenantId, statement);
  const goodwill = { goodwill: 5, way: 'store_credit', reason: 'Salma was patient' };
  await asStaff('select refund_order($1::text::uuid, $2::text::jsonb) as value', order.id, goodwill);
  const second = await packed(null, 'SALMA-2');
  for (const state of ['handed_over', 'attempt_failed', 'came_back']) await moveShipment(second.id, state);
  await asStaff('select look_at_parcel($1::text::uuid) as value', second.id);

  const photo = `${store.tenantId}/${shopper.id}/salma.webp`;
  await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${photo})`;
  const returned = await asShopper<string>(
    `select request_return($1::text::uuid, 'Torn, says Salma', p_photos => array[$2], p_lines => $3::text::jsonb,
       p_kind => 'replacement') #>> '{return,id}' as value`,
    ...[order.id, photo, one],
  );
  await asStaff(
    "select decide_return($1::text::uuid, true, 'Dear Salma', p_kind => 'return') as value",
    returned,
  );
  const received = [{ order_line_id: hoodies, received: 1, condition: 'damaged', fate: 'discard' }];
  await asStaff('select receive_return($1::text::uuid, $2::text::jsonb) as value', returned, received);
  const due =
    await db.owner`select id from refunds where order_id = ${order.id} and state = 'due' order by number`;
  for (const { id } of due)
    await asStaff("select send_refund($1::text::uuid, 'transfer', 'To Salma') as value", id);
  return order;
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
