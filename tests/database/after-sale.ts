import type { TestDatabase } from '../support/database.ts';
import type { Person } from './people.ts';
import { address, designOf, move, orderOf, type PlacedOrder, place, type Store } from './store.ts';

/**
 * Places an order and puts it through everything that can happen after a sale, each event with a text only for its customer and
 * staff: it is paid in part with store credit; its address and items are changed; one piece is delivered, its cash settled by the
 * carrier, and the piece returned; the others are returned to sender; and all money is refunded.
 */
export async function orderWithEverything(
  db: TestDatabase,
  store: Store,
  shopper: Person,
  staff: Person,
): Promise<PlacedOrder> {
  const asStaff = <Value>(text: string, ...values: unknown[]) => staff.value<Value>(text, textsOf(values));
  const asShopper = <Value>(text: string, ...values: unknown[]) =>
    shopper.value<Value>(text, textsOf(values));
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
  await asStaff("select to_jsonb(record_payment($1::text::uuid, 'paid', 'From Salma')) as value", order.id);

  const moved = { address: { ...address, street: 'Street of Salma' } };
  await asShopper(
    "select to_jsonb(edit_order($1::text::uuid, $2::text::jsonb, 'Salma moved')) as value",
    order.id,
    moved,
  );
  const more = { add: [{ product_id: store.mugId, quantity: 1 }] };
  const edit = await asStaff<string>(
    "select (edit_order($1::text::uuid, $2::text::jsonb, 'Salma rang')).id as value",
    ...[order.id, more],
  );
  await asShopper('select to_jsonb(decide_edit($1::text::uuid, true)) as value', edit);

  await move(db, staff.identity, order.id, 'in_production');
  const printed = 'select mark_printed($1::text::jsonb) as value';
  await asStaff(printed, [{ order_line_id: print, quantity: 1 }]);
  const shipment = (pieces: object | null, number: string) =>
    asStaff<{ id: string; cash_due: number }>(
      'select to_jsonb(pack_order($1::text::uuid, $2::text::jsonb, $3::text::jsonb)) as value',
      ...[
        order.id,
        pieces,
        { carrier_name: 'Swift', tracking_number: number, tracking_url: `https://swift.example/${number}` },
      ],
    );
  const moveShipment = (id: string, state: string) =>
    asStaff(
      "select jsonb_agg(jsonb_strip_nulls(to_jsonb(answer))) as value from move_shipments(array[$1::text::uuid], $2::text::shipment_state, 'At Salma''s door') answer",
      id,
      state,
    );
  const one = [{ order_line_id: hoodies, quantity: 1 }];
  const first = await shipment(one, 'SALMA-1');
  await moveShipment(first.id, 'handed_over');
  await moveShipment(first.id, 'delivered');
  const statement = { lines: [{ shipment_id: first.id, amount: first.cash_due, fee: 5 }] };
  await asStaff('select to_jsonb(settle_cash($1, $2::text::jsonb)) as value', store.tenantId, statement);
  const goodwill = { goodwill: 5, way: 'store_credit', reason: 'Salma was patient' };
  await asStaff(
    'select to_jsonb(refund_order($1::text::uuid, $2::text::jsonb)) as value',
    order.id,
    goodwill,
  );
  const second = await shipment(null, 'SALMA-2');
  for (const state of ['handed_over', 'attempt_failed', 'returned_to_sender'])
    await moveShipment(second.id, state);
  await asStaff('select to_jsonb(inspect_shipment($1::text::uuid)) as value', second.id);

  const photo = `${store.tenantId}/${shopper.id}/salma.webp`;
  await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${photo})`;
  const returned = await asShopper<string>(
    `select (request_return($1::text::uuid, 'Torn, says Salma', p_photos => array[$2], p_lines => $3::text::jsonb,
       p_kind => 'replacement')).id as value`,
    ...[order.id, photo, one],
  );
  await asStaff(
    "select to_jsonb(decide_return($1::text::uuid, true, 'Dear Salma', p_kind => 'return')) as value",
    returned,
  );
  const received = [{ order_line_id: hoodies, received: 1, condition: 'damaged', fate: 'discard' }];
  await asStaff(
    'select to_jsonb(receive_return($1::text::uuid, $2::text::jsonb)) as value',
    returned,
    received,
  );
  const due =
    await db.owner`select id from refunds where order_id = ${order.id} and state = 'due' order by number`;
  for (const { id } of due)
    await asStaff("select to_jsonb(send_refund($1::text::uuid, 'transfer', 'To Salma')) as value", id);
  return order;
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
