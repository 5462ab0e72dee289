import { describe, expect, test } from 'vitest';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { inProduction, moveShipment, pack, piecesOf, sent, standingOf } from './shipments.ts';
import { callForOrder, designOf, move, type PlacedOrder } from './store.ts';

storeForEachTest();

interface Row {
  id: string;
  pieces: number;
  back: string;
  fault: string;
  gives_back: boolean;
  exchanges: boolean;
}

const aftercare = ({ id }: { id: string }, who: Person = shopper) =>
  who.value<Row[]>(
    `select coalesce(jsonb_agg(jsonb_build_object('id', order_line_id, 'pieces', pieces, 'back', return_until::text,
       'fault', fault_until::text, 'gives_back', gives_back, 'exchanges', exchanges)), '[]') as value
     from line_aftercare($1::text::uuid)`,
    [id],
  );

const announce = (order: PlacedOrder, lines: unknown, kind = 'return') =>
  shopper.value<string>(
    "select (request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb, p_kind => $3::text::return_kind)).id as value",
    [order.id, JSON.stringify(lines), kind],
  );
const receive = (id: string, order: PlacedOrder, received: number) =>
  admin.run('select receive_return($1::text::uuid, $2::text::jsonb)', [
    id,
    JSON.stringify([{ order_line_id: order.lines[0]?.id, received, fate: 'restock' }]),
  ]);
const stateOf = async ({ id }: PlacedOrder) =>
  (
    await db.owner`select r.state::text, sum(l.quantity)::int as pieces, sum(l.received)::int as received
      from returns r join return_lines l on l.return_id = r.id where r.order_id = ${id} group by r.id order by r.number`
  ).map((row) => [row.state, row.pieces, row.received]);

describe('the returnable pieces of an order are those that the database accepts:', () => {
  test('each line by its own delivery, not by that of the last shipment', async () => {
    const order = await inProduction(1, {
      lines: [
        { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
        { product_id: store.mugId, quantity: 1 },
      ],
    });
    const [hoodie, mug] = order.lines.map(({ id }) => id);
    const first = await pack(order, [{ order_line_id: hoodie ?? '', quantity: 1 }]);
    await moveShipment(first, 'handed_over', 'delivered');
    expect((await aftercare(order)).map(({ id }) => id)).toEqual([hoodie]);
    await moveShipment(await pack(order), 'handed_over', 'delivered');
    await db.owner`update shipments set delivered_at = now() - interval '30 hours' where id = ${first.id}`;
    const [old, young] = await aftercare(order);
    expect(Date.parse(old?.fault ?? '')).toBeLessThan(Date.now());
    expect(Date.parse(young?.fault ?? '')).toBeGreaterThan(Date.now());
    const asking = "select request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)";
    const one = (line: string | undefined): [string, string[]] => [
      asking,
      [order.id, JSON.stringify([{ order_line_id: line, quantity: 1 }])],
    ];
    expect(await shopper.refusal(...one(hoodie))).toMatchObject({
      detail: 'return_too_late',
    });
    expect(await shopper.attempt(...one(mug))).toHaveProperty('rows');
  });

  test('each piece of a line by its own delivery, as the page shows it', async () => {
    const order = await inProduction(3, { payment_method: 'bank_transfer' });
    const lineId = order.lines[0]?.id ?? '';
    const of = (quantity: number) => [{ order_line_id: lineId, quantity }];
    const first = await pack(order, of(2));
    await moveShipment(first, 'handed_over', 'delivered');
    await moveShipment(await pack(order), 'handed_over', 'delivered');
    await db.owner`update shipments set delivered_at = now() - interval '30 hours' where id = ${first.id}`;
    expect(await aftercare(order)).toMatchObject([{ pieces: 2 }, { pieces: 1 }]);
    const asking = "select request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)";
    expect(await shopper.refusal(asking, [order.id, JSON.stringify(of(2))])).toMatchObject({
      detail: 'return_too_late',
    });
    await shopper.run(asking, [order.id, JSON.stringify(of(1))]);
    // Reported pieces count as the first ones delivered.
    expect(await aftercare(order)).toMatchObject([{ pieces: 1 }, { pieces: 1 }]);
  });

  test('nothing that was requested already, is being replaced, or has not been delivered', async () => {
    const order = await inProduction(3);
    expect(await aftercare(order)).toEqual([]);
    await moveShipment(await sent(order), 'delivered');
    expect(await aftercare(order)).toMatchObject([{ pieces: 3, gives_back: true, exchanges: true }]);
    await announce(order, piecesOf(order, 1));
    expect(await aftercare(order)).toMatchObject([{ pieces: 2 }]);
    await shopper.run(
      "select request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', 'key-of-exchange')",
      [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L', quantity: 2 }])],
    );
    expect(await aftercare(order)).toEqual([]);
  });

  test('prints are not returnable, and a replacement can be exchanged once the piece is back', async () => {
    const order = await inProduction(1, { lines: [{ quantity: 1, design: designOf(['Souk']), size: 'M' }] });
    const printed = JSON.stringify([{ order_line_id: order.lines[0]?.id, quantity: 1 }]);
    await admin.run('select mark_printed($1::text::jsonb)', [printed]);
    await moveShipment(await sent(order), 'delivered');
    expect(await aftercare(order)).toMatchObject([{ gives_back: false, exchanges: true }]);
    const again = await callForOrder(
      db,
      shopper.identity,
      "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', 'key-of-exchange')) as value",
      [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L' }])],
    );
    await move(db, admin.identity, again.id, 'confirmed', 'in_production');
    await admin.run('select mark_printed($1::text::jsonb)', [
      JSON.stringify([{ order_line_id: again.lines[0]?.id, quantity: 1 }]),
    ]);
    await move(db, admin.identity, again.id, 'shipped', 'delivered');
    expect(await aftercare(again)).toMatchObject([{ exchanges: false }]);
  });

  test('and is visible only to oneself', async () => {
    const order = await inProduction(1);
    const neighbour = await makePerson(db, store.tenantId);
    expect(await neighbour.refusal('select * from line_aftercare($1::text::uuid)', [order.id])).toMatchObject(
      { detail: 'unknown_order' },
    );
  });
});

describe('of two pieces in a return request', () => {
  test('one that arrived is booked, and the other stays pending', async () => {
    const order = await inProduction(2, { payment_method: 'bank_transfer' });
    await moveShipment(await sent(order), 'delivered');
    const id = await announce(order, piecesOf(order, 2));
    await receive(id, order, 1);
    expect(await stateOf(order)).toEqual([
      ['received', 1, 1],
      ['approved', 1, 0],
    ]);
    expect(await standingOf(order)).toMatchObject({
      charged: 250,
      queues: expect.arrayContaining(['returns']),
    });
    const [rest] = await db.owner`select id from returns where order_id = ${order.id} and state = 'approved'`;
    await receive(String(rest?.id), order, 1);
    expect(await standingOf(order)).toMatchObject({ charged: 0, status: 'returned' });
  });

  test('for another size, both refund the price difference, and all of it is undone with the new ones', async () => {
    await db.owner`update product_variants set price = 200 where product_id = ${store.hoodieId} and option1 = 'L'`;
    await db.owner`update products set price = price where id = ${store.hoodieId}`;
    const order = await inProduction(2, { payment_method: 'bank_transfer' });
    await moveShipment(await sent(order), 'delivered');
    const again = await callForOrder(
      db,
      shopper.identity,
      "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', 'key-of-exchange')) as value",
      [order.id, JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L' }])],
    );
    for (const charged of [450, 400]) {
      const [open] =
        await db.owner`select id from returns where order_id = ${order.id} and state = 'approved'`;
      await receive(String(open?.id), order, 1);
      expect((await standingOf(order)).charged).toBe(charged);
    }
    await move(db, admin.identity, again.id, 'cancelled');
    expect(await standingOf(order)).toMatchObject({ charged: 0, status: 'returned' });
  });
});

test('an approved fault names the replacement order, or is refunded if staff choose so', async () => {
  const order = await inProduction(2, { payment_method: 'bank_transfer' });
  await moveShipment(await sent(order), 'delivered');
  const decide = (id: string, kind: string) =>
    admin.run("select decide_return($1::text::uuid, true, 'Sorry', p_kind => $2::text::return_kind)", [
      id,
      kind,
    ]);
  await decide(await announce(order, piecesOf(order, 1), 'replacement'), 'replacement');
  const [made] = await db.owner`select number from orders where replaces_order_id = ${order.id}`;
  const [remark] =
    await db.owner`select remark from order_events where order_id = ${order.id} and remark is not null`;
  expect(remark).toEqual({ remark: { code: 'fault_replacement', number: made?.number } });
  await decide(await announce(order, piecesOf(order, 1), 'replacement'), 'return');
  expect(await db.owner`select 1 from orders where replaces_order_id = ${order.id}`).toHaveLength(1);
});
