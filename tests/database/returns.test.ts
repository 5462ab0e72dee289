import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, buy, db, delivered, points, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { countsOf, inProduction, moveShipment, pack, piecesOf, sent, standingOf } from './shipments.ts';
import { callForOrder, designOf, freshTenant, makeStore, move, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest();

interface Return {
  id: string;
  number: number;
  kind: string;
  state: string;
  answer: string;
  replacement_order_id: string | null;
  lines: { order_line_id: string; quantity: number; received: number; fate: string | null }[];
}

/** Received pieces of a line and what happens to them. */
const receivedLines = ({ lines }: PlacedOrder, received: number, fate = 'restock') => [
  { order_line_id: lines[0]?.id ?? '', received, condition: 'as_new', fate },
];

const requestOf = (
  { id }: { id: string },
  lines: unknown = null,
  kind = 'return',
): [text: string, parameters: string[]] => [
  `select to_jsonb(request_return($1::text::uuid, 'Not my color', p_lines => $2::text::jsonb, p_kind => $3::text::return_kind)) as value`,
  [id, JSON.stringify(lines), kind],
];
const decisionOf = (id: string, approve: boolean, kind = ''): [text: string, parameters: string[]] => [
  `select to_jsonb(decide_return($1::text::uuid, $2::text::boolean, 'So it is',
    p_kind => nullif($3, '')::return_kind)) as value`,
  [id, String(approve), kind],
];
const receiptOf = (id: string, lines: unknown): [text: string, parameters: string[]] => [
  'select to_jsonb(receive_return($1::text::uuid, $2::text::jsonb)) as value',
  [id, JSON.stringify(lines)],
];

/** A return as a call answers it, with its lines. */
async function withLines(answer: Promise<Omit<Return, 'lines'>>): Promise<Return> {
  const given = await answer;
  const lines = await db.owner<Return['lines']>`
    select order_line_id, quantity, received, fate::text from return_lines
    where return_id = ${given.id} order by (select position from order_lines where id = order_line_id)`;
  return { ...given, lines: [...lines] };
}

const request = (order: { id: string }, lines?: unknown, kind?: string, who: Person = shopper) =>
  withLines(who.value(...requestOf(order, lines, kind)));
const decide = (id: string, approve: boolean, kind?: string) =>
  withLines(admin.value(...decisionOf(id, approve, kind)));
const receive = (id: string, lines: unknown) => withLines(admin.value(...receiptOf(id, lines)));

const refundsOf = async ({ id }: { id: string }) =>
  db.owner`select amount::float8 as amount, state::text, return_id is not null as for_return from refunds where order_id = ${id}`;

/** A paid and delivered order of hoodies, with 30 for delivery. */
async function arrived(quantity = 3, changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const order = await inProduction(quantity, changes);
  await moveShipment(await sent(order), 'delivered');
  return order;
}

describe('returned pieces', () => {
  test('reduce the price by their stored share, are restocked, and their payment becomes a due refund', async () => {
    const order = await arrived(3, { discount_code: 'TEN' });
    const asked = await request(order, piecesOf(order, 2));
    expect((await standingOf(order)).status).toBe('return_requested');
    expect(asked).toMatchObject({ number: 1, kind: 'return', state: 'requested', lines: [{ quantity: 2 }] });
    await decide(asked.id, true);
    const stock = await stockOf(db, store.hoodieId);
    const back = await receive(asked.id, receivedLines(order, 2));
    expect(back).toMatchObject({ state: 'received', lines: [{ received: 2, fate: 'restock' }] });
    expect(await countsOf(order)).toMatchObject({ delivered: 3, returned: 2 });
    expect(await standingOf(order)).toMatchObject({
      status: 'partly_returned',
      payment_status: 'refund_due',
      charged: 225,
    });
    expect(await refundsOf(order)).toEqual([{ amount: 450, state: 'due', for_return: true }]);
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 2);
  });

  test('sum up to the line, in any number of steps', async () => {
    await db.owner`update discounts set kind = 'fixed', value = 100 where id = ${store.discountId}`;
    const order = await arrived(3, { discount_code: 'TEN' });
    for (const part of [216.67, 216.66, 216.67]) {
      const before = await standingOf(order);
      const asked = await request(order, piecesOf(order, 1));
      await receive(asked.id, receivedLines(order, 1));
      expect(before.charged - (await standingOf(order)).charged).toBeCloseTo(part, 6);
    }
    expect(await standingOf(order)).toMatchObject({ status: 'returned', charged: 0 });
    expect(await points()).toEqual([0, 0]);
  });

  test('with fewer pieces than announced leave the rest pending, until it is cancelled', async () => {
    const order = await arrived(3);
    const asked = await request(order);
    expect(asked.lines).toMatchObject([{ quantity: 3 }]);
    await receive(asked.id, receivedLines(order, 1));
    expect(await standingOf(order)).toMatchObject({ status: 'return_requested', charged: 500 });
    const rest = await request(order);
    expect(rest).toMatchObject({ number: 2, state: 'approved', lines: [{ quantity: 2 }] });
    await admin.run('select withdraw_return($1::text::uuid)', [rest.id]);
    expect(await standingOf(order)).toMatchObject({ status: 'partly_returned' });
    const again = await request(order);
    expect(again).toMatchObject({ number: 3, lines: [{ quantity: 2 }] });
  });

  test('that are seconds or discarded are not restocked', async () => {
    const order = await arrived(3);
    const stock = await stockOf(db, store.hoodieId);
    for (const fate of ['seconds', 'discard']) {
      const asked = await request(order, piecesOf(order, 1));
      await receive(asked.id, receivedLines(order, 1, fate));
    }
    expect(await stockOf(db, store.hoodieId)).toBe(stock);
  });

  test('take back the points they earned, and return those that paid for them', async () => {
    await db.owner`insert into point_entries (tenant_id, user_id, kind, delta) values (${store.tenantId}, ${shopper.id}, 'adjusted', 1000)`;
    const order = await arrived(2, { points: 1000 });
    expect(await points()).toEqual([400, 1000]);
    const asked = await request(order, piecesOf(order, 1));
    await receive(asked.id, receivedLines(order, 1));
    expect(await points()).toEqual([700, 500]);
  });

  test('that are declined stay with the shopper, who reads why', async () => {
    const order = await arrived(1);
    const asked = await request(order);
    const declined = await decide(asked.id, false);
    expect(declined).toMatchObject({ state: 'declined', answer: 'So it is' });
    expect((await standingOf(order)).status).toBe('delivered');
    const [row] = await shopper.run('select answer from returns where id = $1', [asked.id]);
    expect(row).toEqual({ answer: 'So it is' });
    const mails =
      await db.owner`select kind::text, about_id from order_notifications where order_id = ${order.id} and kind in ('note', 'return_answered')`;
    expect([...mails]).toEqual([{ kind: 'return_answered', about_id: asked.id }]);
  });

  test('can be kept after all, until one of them has arrived', async () => {
    const order = await arrived(2);
    const asked = await request(order);
    const withdraw = ['select to_jsonb(withdraw_return($1::text::uuid)) as value', [asked.id]] as [
      string,
      string[],
    ];
    const kept = await shopper.value<Return>(...withdraw);
    expect(kept.state).toBe('closed');
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', queues: ['cash_outstanding'] });
    expect(await shopper.refusal(...withdraw)).toMatchObject({
      detail: 'return_decided',
      message: 'This return is closed already.',
    });
    const second = await request(order);
    await receive(second.id, receivedLines(order, 2));
    expect(await shopper.refusal('select withdraw_return($1::text::uuid)', [second.id])).toMatchObject({
      detail: 'return_decided',
    });
  });

  test('are decided once for a request that arrives twice', async () => {
    const order = await arrived(2);
    const id = randomUUID();
    const again = () =>
      shopper.value<Return>(
        "select to_jsonb(request_return($1::text::uuid, 'Torn', $2::text::uuid, p_lines => $3::text::jsonb)) as value",
        [order.id, id, JSON.stringify(piecesOf(order, 1))],
      );
    expect((await again()).id).toBe((await again()).id);
    expect(await db.owner`select 1 from returns where order_id = ${order.id}`).toHaveLength(1);
  });
});

describe('an invalid return', () => {
  test('is refused with what is possible', async () => {
    const order = await arrived(2);
    const other = await arrived(1);
    const refusal = (lines: unknown, kind = 'return') => shopper.refusal(...requestOf(order, lines, kind));
    expect(await refusal(piecesOf(order, 3))).toMatchObject({
      detail: 'too_many_to_return',
      message: 'Of Ink hoodie, 2 can still be given back.',
    });
    expect(await refusal(piecesOf(other, 1))).toMatchObject({ detail: 'unknown_order_line' });
    expect(await refusal(piecesOf(order, 0))).toMatchObject({ detail: 'invalid_quantity' });
    expect(await refusal(piecesOf(order, 1.5))).toMatchObject({ detail: 'invalid_quantity' });
    expect(await refusal([])).toMatchObject({ detail: 'nothing_to_return' });
    expect(await refusal('all')).toMatchObject({ detail: 'unknown_order_line' });
    expect(await refusal(piecesOf(order, 1), 'size_exchange')).toMatchObject({
      detail: 'size_with_its_delivery',
    });
    await request(order, piecesOf(order, 2));
    expect(await refusal(piecesOf(order, 1))).toMatchObject({
      detail: 'too_many_to_return',
      message: 'Nothing of Ink hoodie can be given back: it has not arrived, or that is under way already.',
    });
  });

  test('of undelivered pieces is refused', async () => {
    const order = await inProduction(3);
    await moveShipment(await pack(order, piecesOf(order, 1)), 'handed_over', 'delivered');
    expect(await shopper.refusal(...requestOf(order, piecesOf(order, 2)))).toMatchObject({
      detail: 'too_many_to_return',
    });
    expect((await request(order)).lines).toMatchObject([{ quantity: 1 }]);
    const unsent = await buy();
    expect(await shopper.refusal(...requestOf(unsent))).toMatchObject({
      detail: 'nothing_to_return',
    });
  });

  test('that is late counts from the shipment of its piece', async () => {
    const order = await inProduction(2);
    await moveShipment(await pack(order, piecesOf(order, 1)), 'handed_over', 'delivered');
    await db.owner`update shipments set delivered_at = now() - interval '25 hours' where order_id = ${order.id}`;
    await db.owner`update orders set delivered_at = now() - interval '25 hours' where id = ${order.id}`;
    expect(await shopper.refusal(...requestOf(order))).toMatchObject({
      detail: 'return_too_late',
      message: 'Problems must be reported within 24 hours of delivery.',
    });
    await moveShipment(await pack(order), 'handed_over', 'delivered');
    expect((await request(order)).lines).toMatchObject([{ quantity: 1 }]);
  });

  test('is received only as announced', async () => {
    const order = await arrived(2);
    const asked = await request(order, piecesOf(order, 1));
    const refusal = (lines: unknown) => admin.refusal(...receiptOf(asked.id, lines));
    expect(await refusal(receivedLines(order, 2))).toMatchObject({
      detail: 'more_than_announced',
      message: 'Of Ink hoodie, 1 were announced in this return. More cannot be received.',
    });
    expect(await refusal(receivedLines(order, -1))).toMatchObject({ detail: 'invalid_received_pieces' });
    expect(await refusal(receivedLines(order, 1, 'burn'))).toMatchObject({
      detail: 'invalid_received_pieces',
    });
    expect(await refusal([{ ...receivedLines(order, 1)[0], condition: 'eaten' }])).toMatchObject({
      detail: 'invalid_received_pieces',
    });
    expect(await refusal(receivedLines(order, 0))).toMatchObject({ detail: 'nothing_received' });
    expect(await refusal([])).toMatchObject({ detail: 'nothing_received' });
    expect(await refusal(null)).toMatchObject({ detail: 'unknown_order_line' });
    expect(await refusal([{ order_line_id: randomUUID(), received: 1, fate: 'restock' }])).toMatchObject({
      detail: 'unknown_order_line',
      message: 'This line is not one of the return. Load the page again and choose from its lines.',
    });
    expect(await countsOf(order)).toMatchObject({ returned: 0 });
    await receive(asked.id, receivedLines(order, 1));
    expect(await refusal(receivedLines(order, 1))).toMatchObject({ detail: 'return_decided' });
  });

  test('of another person cannot be requested or decided', async () => {
    const order = await arrived(1);
    const asked = await request(order);
    const neighbour = await makePerson(db, store.tenantId);
    const elsewhere = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, elsewhere.tenantId, 'admin');
    for (const who of [neighbour, stranger]) {
      expect(await who.refusal(...requestOf(order))).toMatchObject({
        detail: 'unknown_order',
      });
      expect(await who.refusal(...decisionOf(asked.id, true))).toMatchObject({
        detail: 'unknown_return',
      });
    }
    expect(await shopper.refusal(...decisionOf(asked.id, true))).toMatchObject({
      detail: 'staff_only',
    });
    expect(await shopper.refusal(...receiptOf(asked.id, receivedLines(order, 1)))).toMatchObject({
      detail: 'staff_only',
    });
  });
});

describe('prints', () => {
  const printed = () =>
    delivered({
      lines: [
        { quantity: 1, design: designOf(['Souk']), size: 'M' },
        { product_id: store.mugId, quantity: 1 },
      ],
    });

  test('cannot be returned, and their faults are reported', async () => {
    const order = await printed();
    const print = [{ order_line_id: order.lines[0]?.id, quantity: 1 }];
    expect(await shopper.refusal(...requestOf(order, print))).toMatchObject({
      detail: 'print_not_returned',
      message:
        'Custom Hoodie was printed for you and cannot be given back. If it is faulty, report the fault.',
    });
    expect((await request(order)).lines).toMatchObject([{ order_line_id: order.lines[1]?.id }]);
    expect(await shopper.refusal(...requestOf(order))).toMatchObject({
      detail: 'print_not_returned',
    });
    expect((await request(order, print, 'replacement')).kind).toBe('replacement');
  });

  test('are accepted as returns by staff anyway', async () => {
    const order = await printed();
    expect((await request(order, null, 'return', admin)).lines).toHaveLength(2);
  });
});

describe('faulty pieces', () => {
  test('approved by staff are replaced in a free order, and stay sold', async () => {
    const order = await arrived(2);
    const asked = await request(order, piecesOf(order, 1), 'replacement');
    const stock = await stockOf(db, store.hoodieId);
    const approved = await decide(asked.id, true);
    const [anew] = await db.owner`
      select id, status::text, payment_status::text, total::float8 as total, replaces_order_id from orders
      where id = ${approved.replacement_order_id}`;
    expect(anew).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      total: 0,
      replaces_order_id: order.id,
    });
    expect(await stockOf(db, store.hoodieId)).toBe(stock - 1);
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', charged: 500 });
    await receive(asked.id, receivedLines(order, 1, 'discard'));
    expect(await countsOf(order)).toMatchObject({ returned: 0 });
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', charged: 500 });
    expect((await request(order)).lines).toMatchObject([{ quantity: 1 }]);
  });

  test('are refunded if staff decide so', async () => {
    const order = await arrived(1);
    const asked = await request(order, piecesOf(order, 1), 'replacement');
    await decide(asked.id, true, 'return');
    await receive(asked.id, receivedLines(order, 1, 'discard'));
    expect(await standingOf(order)).toMatchObject({ status: 'returned', charged: 30 });
  });

  test('are not replaced once they are sold out', async () => {
    const order = await arrived(1);
    const asked = await request(order, piecesOf(order, 1), 'replacement');
    await admin.run('select adjust_stock($1::text::uuid, -19, p_variant_id => $2::text::uuid)', [
      store.hoodieId,
      (await db.owner`select variant_id from order_lines where order_id = ${order.id}`)[0]?.variant_id,
    ]);
    expect(await admin.refusal(...decisionOf(asked.id, true))).toMatchObject({
      detail: 'out_of_stock',
      message: 'Ink hoodie, M / Black is sold out.',
    });
  });

  test('whose replacement is cancelled are refunded', async () => {
    const order = await arrived(1);
    const asked = await request(order, piecesOf(order, 1), 'replacement');
    const approved = await decide(asked.id, true);
    await receive(asked.id, receivedLines(order, 1, 'discard'));
    await move(db, admin.identity, approved.replacement_order_id ?? '', 'cancelled');
    expect(await standingOf(order)).toMatchObject({ status: 'returned', charged: 30 });
    expect(await refundsOf(order)).toMatchObject([{ amount: 250 }]);
  });
});

describe('another size', () => {
  const exchange = (order: PlacedOrder, changes: object = {}) =>
    [
      "select to_jsonb(request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)) as value",
      [
        order.id,
        JSON.stringify([{ order_line_id: order.lines[0]?.id, size: 'L', ...changes }]),
        randomUUID(),
      ],
    ] as [string, string[]];

  test('is a separate order next to the piece that can be returned for it, which stays sold; its kind is its reason', async () => {
    const order = await arrived(2);
    const sentAgain = await callForOrder(db, shopper.identity, ...exchange(order, { quantity: 1 }));
    expect(sentAgain).toMatchObject({ total: 30, lines: [{ size: 'L', quantity: 1 }] });
    const [back] = await db.owner`select * from returns where order_id = ${order.id}`;
    expect(back).toMatchObject({
      kind: 'size_exchange',
      reason: '',
      state: 'approved',
      replacement_order_id: sentAgain.id,
    });
    expect(await standingOf(order)).toMatchObject({
      status: 'delivered',
      queues: ['returns', 'cash_outstanding'],
    });
    expect(await shopper.refusal('select withdraw_return($1::text::uuid)', [back?.id])).toMatchObject({
      detail: 'return_replaced',
      message: expect.stringContaining(sentAgain.number),
    });
    const stock = await stockOf(db, store.hoodieId);
    await receive(back?.id, receivedLines(order, 1));
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 1);
    expect(await countsOf(order)).toMatchObject({ returned: 0 });
    expect(await standingOf(order)).toMatchObject({ status: 'delivered', charged: 500 });
  });

  test('that is cancelled before it is shipped leaves everything as it was', async () => {
    const order = await arrived(2);
    const sentAgain = await callForOrder(db, shopper.identity, ...exchange(order));
    await move(db, shopper.identity, sentAgain.id, 'cancelled');
    const [back] =
      await db.owner`select state::text, replacement_order_id from returns where order_id = ${order.id}`;
    expect(back).toEqual({ state: 'closed', replacement_order_id: null });
    expect((await request(order)).lines).toMatchObject([{ quantity: 2 }]);
  });

  test('is sent for as many pieces as were delivered', async () => {
    const order = await arrived(2);
    expect(await shopper.refusal(...exchange(order, { quantity: 3 }))).toMatchObject({
      detail: 'too_many_to_return',
    });
  });
});

describe('pieces of one line in several conditions', () => {
  const three = async (changes = {}) => {
    const order = await delivered({
      lines: [{ product_id: store.hoodieId, quantity: 3, size: 'M', color: 'Black' }],
      ...changes,
    });
    const { id } = await request(order);
    await decide(id, true);
    const line = order.lines[0]?.id ?? '';
    const part = (received: number, condition: string, fate: string, refund_percent?: number) => ({
      order_line_id: line,
      received,
      condition,
      fate,
      ...(refund_percent === undefined ? {} : { refund_percent }),
    });
    return { order, id, part };
  };

  test('each go their way: to stock, to seconds and to waste, and their price comes back', async () => {
    const { order, id, part } = await three();
    const stock = await stockOf(db, store.hoodieId);
    const { lines } = await receive(id, [
      part(1, 'as_new', 'restock'),
      part(1, 'opened', 'seconds'),
      part(1, 'damaged', 'discard'),
    ]);
    expect(lines.map(({ quantity, received, fate }) => [quantity, received, fate]).toSorted()).toEqual([
      [1, 1, 'discard'],
      [1, 1, 'restock'],
      [1, 1, 'seconds'],
    ]);
    expect(await stockOf(db, store.hoodieId)).toBe(stock + 1);
    expect(await countsOf(order)).toMatchObject({ delivered: 3, returned: 3 });
    expect(await refundsOf(order)).toEqual([{ amount: 750, state: 'due', for_return: true }]);
  });

  test('give back the share of their price that the store decides, and their credit note says the same', async () => {
    const { order, id, part } = await three();
    await receive(id, [part(2, 'as_new', 'restock'), part(1, 'damaged', 'discard', 33)]);
    expect(await refundsOf(order)).toEqual([{ amount: 582.5, state: 'due', for_return: true }]);
    expect(await standingOf(order)).toMatchObject({ status: 'returned', charged: 167.5 });
    const notes = await db.owner`
      select total::float8 as total from invoices where order_id = ${order.id} and kind = 'credit_note'`;
    expect(notes).toEqual([{ total: 582.5 }]);
    expect(await points()).toEqual([0, 0]);
  });

  test('are received in parts: what did not arrive stays announced', async () => {
    const { order, id, part } = await three();
    await receive(id, [part(1, 'as_new', 'restock'), part(1, 'damaged', 'discard', 0)]);
    expect(await refundsOf(order)).toEqual([{ amount: 250, state: 'due', for_return: true }]);
    const [rest] = await db.owner`
      select announced.id, piece.quantity from returns announced join return_lines piece on piece.return_id = announced.id
      where announced.order_id = ${order.id} and announced.state = 'approved'`;
    expect(rest).toMatchObject({ quantity: 1 });
    await receive(String(rest?.id), [part(1, 'opened', 'seconds', 50)]);
    expect(await standingOf(order)).toMatchObject({ charged: 375 });
  });

  test('are no more than were announced, whatever the parts', async () => {
    const { order, id, part } = await three();
    const refused = async (...lines: unknown[]) => (await admin.refusal(...receiptOf(id, lines))).detail;
    expect(await refused(part(2, 'as_new', 'restock'), part(2, 'damaged', 'discard'))).toBe(
      'more_than_announced',
    );
    expect(await refused(part(1, 'as_new', 'restock', 101))).toBe('invalid_received_pieces');
    expect(await refused(part(1, 'as_new', 'restock', -1))).toBe('invalid_received_pieces');
    expect(await refused(part(0, 'as_new', 'restock'))).toBe('nothing_received');
    expect(await refundsOf(order)).toEqual([]);
  });
});
