import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { runs } from '../support/runs.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import type { Refusal } from './people.ts';
import type { PlacedOrder } from './store.ts';

storeForEachTest({ alone: true });

/** One event of an order: its kind, the number of pieces, and which shipment, return, refund or edit. */
const happening = fc.record({
  what: fc.constantFrom(
    ...(['confirm', 'produce', 'pack', 'send', 'deliver', 'refuse', 'lose', 'look', 'cancel'] as const),
    ...([
      'take_some',
      'take_some',
      'take_back',
      'lose_and_send',
      'send_lost',
      'claim',
      'compensate',
    ] as const),
    ...([
      'report',
      'report',
      'decide',
      'receive',
      'receive',
      'receive_mixed',
      'withdraw',
      'exchange',
      'exchange',
      'follow',
      'refund',
      'give_back',
      'swap',
      'add',
      'accept',
      'settle',
    ] as const),
  ),
  pieces: fc.integer({ min: 1, max: 3 }),
  which: fc.nat(3),
  yes: fc.boolean(),
});
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

const purchase = fc.record({
  hoodies: fc.integer({ min: 1, max: 4 }),
  mugs: fc.integer({ min: 0, max: 2 }),
  points: fc.constantFrom(0, 333),
  code: fc.boolean(),
  payment: fc.constantFrom('cash_on_delivery', 'bank_transfer'),
  arrived: fc.boolean(),
});

/** The ids of an order's rows in a table, oldest first. */
const idsIn = async (table: string, orderId: string): Promise<string[]> =>
  (await db.owner.unsafe(`select id from ${table} where order_id = $1 order by number`, [orderId])).map(
    (row) => String(row.id),
  );

const nth = (ids: readonly string[], which: number): string => ids[which % Math.max(ids.length, 1)] ?? '';

const outcomes = new Map<string, number>();

/** Applies an event; a refused one must change nothing, and any other error fails. */
async function happen(order: PlacedOrder, { what, pieces, which, yes }: Happening): Promise<void> {
  const lines = await db.owner`select id from order_lines where order_id = ${order.id} order by position`;
  const line = nth(
    lines.map((row) => String(row.id)),
    which,
  );
  const some = JSON.stringify([{ order_line_id: line, quantity: pieces }]);
  const shipment = nth(await idsIn('shipments', order.id), which);
  const returned = nth(await idsIn('returns', order.id), which);
  const received = JSON.stringify([
    { order_line_id: line, received: pieces, fate: yes ? 'restock' : 'seconds' },
  ]);
  const mixed = JSON.stringify([
    { order_line_id: line, received: 1, condition: 'as_new', fate: 'restock' },
    {
      order_line_id: line,
      received: pieces,
      condition: 'damaged',
      fate: 'discard',
      refund_percent: which * 25,
    },
  ]);
  const [chosen] = await db.owner`
    select id from product_variants where product_id = ${yes ? store.mugId : store.hoodieId} order by position desc limit 1`;
  const wanted = String(chosen?.id);
  const [sentFor] = await db.owner`
    select id from orders where replaces_order_id = ${order.id} and is_exchange order by created_at desc limit 1`;
  const exchange = String(sentFor?.id ?? '');
  const swap = {
    remove: JSON.parse(some),
    add: [{ instead_of: line, quantity: pieces, size: yes ? 'L' : 'M' }],
  };
  const more = { add: [{ product_id: store.mugId, quantity: 1 }] };
  const move = (state: string) => `move_shipments('{${shipment}}', '${state}')`;
  const calls: Record<Happening['what'], string> = {
    confirm:
      order.status === 'awaiting_payment'
        ? `record_payment('${order.id}', 'paid')`
        : `change_order_status('${order.id}', 'confirmed')`,
    produce: `change_order_status('${order.id}', 'in_production')`,
    pack: `pack_order('${order.id}', ${yes ? 'null' : `'${some}'`})`,
    send: move('handed_over'),
    deliver: move('delivered'),
    refuse: move('returned_to_sender'),
    lose: move('lost'),
    take_some: `deliver_shipments('[{"shipment_id": "${shipment}", "lines": ${some}}]')`,
    take_back: `take_delivery_back('${shipment}')`,
    lose_and_send: `lose_shipment('${shipment}', ${yes})`,
    send_lost: `send_lost_again('${shipment}')`,
    claim: `claim_from_carrier('${shipment}', '{"amount": ${pieces * 100}}')`,
    compensate: `answer_claim((select id from carrier_claims where shipment_id = nullif('${shipment}', '')::uuid), ${which * 25})`,
    look: `inspect_shipment('${shipment}', '[{"order_line_id": "${line}", "${yes ? 'restocked' : 'sent_again'}": ${pieces}}]')`,
    cancel: `cancel_pieces('${order.id}', '${some}')`,
    exchange: `request_exchange('${order.id}', '${JSON.stringify([{ order_line_id: line, quantity: pieces, variant_id: wanted }])}', '${which % 2 ? 'cash_on_delivery' : 'bank_transfer'}', '${randomUUID()}')`,
    // What becomes of the order of an exchange: on its way to the door, refused there, called off or given something back.
    follow:
      [
        `change_order_status('${exchange}', '${yes ? 'confirmed' : 'shipped'}')`,
        `move_shipments((select array_agg(id) from shipments where order_id = nullif('${exchange}', '')::uuid), '${yes ? 'delivered' : 'returned_to_sender'}')`,
        `change_order_status('${exchange}', '${yes ? 'cancelled' : 'in_production'}')`,
        `refund_order('${exchange}', '{"goodwill": ${pieces * 10}}')`,
      ][which] ?? '',
    report: `request_return('${order.id}', 'Torn', p_lines => ${yes ? 'null' : `'${some}'`}, p_kind => '${which % 2 ? 'return' : 'replacement'}')`,
    decide: `decide_return('${returned}', ${yes})`,
    receive: `receive_return('${returned}', '${received}')`,
    receive_mixed: `receive_return('${returned}', '${mixed}')`,
    withdraw: `withdraw_return('${returned}')`,
    refund: `refund_order('${order.id}', '{"lines": [{"order_line_id": "${line}", "amount": ${pieces * 10}}], "goodwill": ${which}}')`,
    give_back: `send_refund('${nth(await idsIn('refunds', order.id), which)}', '${yes ? 'cash' : 'store_credit'}')`,
    swap: `edit_order('${order.id}', '${JSON.stringify(swap)}')`,
    add: `edit_order('${order.id}', '${JSON.stringify(more)}')`,
    accept: `decide_edit('${nth(await idsIn('order_edits', order.id), which)}', ${yes})`,
    settle: `settle_cash('${store.tenantId}', (select jsonb_build_object('lines', jsonb_agg(jsonb_build_object('shipment_id', id, 'amount', cash_collected))) from shipments where id = nullif('${shipment}', '')::uuid))`,
  };
  const who = what === 'accept' || (['swap', 'exchange'].includes(what) && which === 1) ? shopper : admin;
  const outcome: { rows: unknown[] } | Refusal = await who.attempt(`select ${calls[what]}`);
  if ('rows' in outcome) outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  // 22P02: the row does not exist yet, so there is no id to pass.
  else if (outcome.code !== '22P02')
    expect(outcome, `${what}: ${calls[what]}`).toMatchObject({ code: 'P0001' });
}

test('after any sequence of events, stock, counts, points, money and invoices add up, and refunds never exceed payments', async () => {
  await db.owner`insert into point_entries (tenant_id, user_id, kind, delta)
    values (${store.tenantId}, ${shopper.id}, 'adjusted', 100000)`;
  await db.owner`select private.adjust_stocks(array_agg(id), array_agg(100000), 'More')
    from product_variants where tenant_id = ${store.tenantId}`;
  await db.owner`update settings set payment = payment || '{"vatRate": 14}',
    returns = returns || '{"exchanges": "product"}' where tenant_id = ${store.tenantId}`;
  await fc.assert(
    fc.asyncProperty(
      purchase,
      fc.array(happening, { minLength: 15, maxLength: 40 }),
      async ({ hoodies, mugs, points, code, payment, arrived }, happenings) => {
        const order = await buy({
          lines: [
            { product_id: store.hoodieId, quantity: hoodies, size: 'M', color: 'Black' },
            ...(mugs ? [{ product_id: store.mugId, quantity: mugs }] : []),
          ],
          payment_method: payment,
          ...(points ? { points } : {}),
          ...(code ? { discount_code: 'TEN' } : {}),
        });
        const delivery = arrived ? (['confirm', 'pack', 'send', 'deliver'] as const) : [];
        for (const what of delivery) await happen(order, { what, pieces: 1, which: 0, yes: true });
        for (const one of happenings) await happen(order, one);
        expect(await checkLedger(db.owner)).toEqual([]);
      },
    ),
    { numRuns: runs(20, 4) },
  );
  // If too few kinds of events ever succeed, the sequences prove little.
  expect(outcomes.size).toBeGreaterThan(runs(10, 5));
});
