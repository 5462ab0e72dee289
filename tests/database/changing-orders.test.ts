import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { runs } from '../support/runs.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import type { Person } from './people.ts';
import { standingOf } from './shipments.ts';
import type { PlacedOrder } from './store.ts';

storeForEachTest({ alone: true });
beforeEach(async () => {
  await db.owner`update settings set shipping = '{"freeShippingThreshold": 600, "defaultShippingFee": 30, "expressShippingFee": 50}',
    returns = '{"returnDays": 14, "faultDays": 30, "recountsCodes": true, "recountsDelivery": true}'
    where tenant_id = ${store.tenantId}`;
  await db.owner`update discounts set minimum_subtotal = 600 where id = ${store.discountId}`;
  await db.owner`update product_variants set price = 310 where product_id = ${store.hoodieId} and option1 = 'L'`;
  await db.owner`update products set price = price where id = ${store.hoodieId}`;
  await db.owner`select private.adjust_stocks(array_agg(id), array_agg(100000), 'More')
    from product_variants where tenant_id = ${store.tenantId}`;
});

const step = fc.record({
  what: fc.constantFrom(
    'cancel',
    'swap',
    'add',
    'confirm',
    'pack',
    'deliver',
    'exchange',
    'report',
    'receive',
    'cancelNew',
  ),
  line: fc.nat(3),
  pieces: fc.integer({ min: 1, max: 2 }),
  size: fc.constantFrom('M', 'L'),
});
interface Step {
  what: string;
  line: number;
  pieces: number;
  size: string;
}

/** Runs a call; `false` if a rule refused it. Any other error fails the test. */
async function tried(who: Person, text: string, parameters: string[]): Promise<boolean> {
  const outcome = await who.attempt(text, parameters);
  if (!('rows' in outcome)) expect(outcome.code, outcome.message).toBe('P0001');
  return 'rows' in outcome;
}

const lineOf = async (order: PlacedOrder, place: number): Promise<string> => {
  const rows = await db.owner`select id from order_lines where order_id = ${order.id} order by position`;
  return String(rows[place % rows.length]?.id);
};

/** Removes pieces through one of the two calls that quote the money first; the order must then cost what was quoted. */
async function asQuoted(order: PlacedOrder, quote: string, call: string, document: string, who: Person) {
  const said = await who.attempt(quote, [order.id, document]);
  if (!(await tried(who, call, [order.id, document]))) return;
  // A dearer edit by staff awaits the shopper's consent.
  await tried(
    shopper,
    "select decide_edit(id, true) from order_edits where order_id = $1::text::uuid and state = 'proposed'",
    [order.id],
  );
  if (!('rows' in said)) throw new Error(`Made, though its quote was refused: ${said.message}`);
  expect((await standingOf(order)).charged).toBe(Number(said.rows[0]?.total));
}

async function run(order: PlacedOrder, { what, line: place, pieces, size }: Step): Promise<void> {
  const line = await lineOf(order, place);
  const lines = JSON.stringify([{ order_line_id: line, quantity: pieces }]);
  switch (what) {
    case 'cancel':
      return asQuoted(
        order,
        'select charged_then as total from quote_cancellation($1::text::uuid, $2::text::jsonb)',
        'select cancel_pieces($1::text::uuid, $2::text::jsonb)',
        lines,
        admin,
      );
    case 'swap':
    case 'add': {
      const changes =
        what === 'add'
          ? { add: [{ product_id: store.mugId, quantity: pieces }] }
          : { remove: JSON.parse(lines), add: [{ instead_of: line, quantity: pieces, size }] };
      return asQuoted(
        order,
        'select total from quote_edit($1::text::uuid, $2::text::jsonb)',
        'select edit_order($1::text::uuid, $2::text::jsonb)',
        JSON.stringify(changes),
        what === 'add' ? admin : shopper,
      );
    }
    case 'confirm':
      await tried(admin, "select change_order_status($1::text::uuid, 'confirmed')", [order.id]);
      return;
    case 'pack':
      await tried(admin, 'select pack_order($1::text::uuid, $2::text::jsonb)', [order.id, lines]);
      return;
    case 'deliver':
      for (const state of ['handed_over', 'delivered'])
        await tried(
          admin,
          'select move_shipments(array(select id from shipments where order_id = $1::text::uuid), $2::text::shipment_state)',
          [order.id, state],
        );
      return;
    case 'exchange':
      await tried(
        shopper,
        "select request_size_replacement($1::text::uuid, $2::text::jsonb, 'cash_on_delivery', $3)",
        [order.id, JSON.stringify([{ order_line_id: line, size, quantity: pieces }]), randomUUID()],
      );
      return;
    case 'report':
      await tried(shopper, "select request_return($1::text::uuid, 'Torn', p_lines => $2::text::jsonb)", [
        order.id,
        lines,
      ]);
      return;
    case 'receive':
      await tried(
        admin,
        `select receive_return(returns.id, jsonb_build_array(jsonb_build_object(
           'order_line_id', piece.order_line_id, 'received', 1, 'fate', 'restock')))
         from returns join return_lines piece on piece.return_id = returns.id
         where returns.order_id = $1::text::uuid and returns.state in ('requested', 'approved') limit 1`,
        [order.id],
      );
      return;
    case 'cancelNew':
      await tried(
        admin,
        "select cancel_order(id) from orders where replaces_order_id = $1::text::uuid and status = 'pending' limit 1",
        [order.id],
      );
  }
}

test('whatever is cancelled, exchanged, added, packed, replaced, returned and undone in any order, the ledgers balance and a quote is kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 14 }), async (paid, steps) => {
      const order = await buy({
        discount_code: 'TEN',
        payment_method: paid ? 'bank_transfer' : 'cash_on_delivery',
        lines: [
          { product_id: store.hoodieId, quantity: 2, size: 'M', color: 'Black' },
          { product_id: store.mugId, quantity: 2 },
        ],
      });
      if (paid) await admin.run("select record_payment($1::text::uuid, 'paid', 'R' || $1::text)", [order.id]);
      for (const one of steps) await run(order, one);
      expect(await checkLedger(db.owner)).toEqual([]);
      const [money] =
        await db.owner`select charged::float8, received::float8, given_back::float8 from orders where id = ${order.id}`;
      expect(money?.charged).toBeGreaterThanOrEqual(0);
      expect(Number(money?.given_back)).toBeLessThanOrEqual(Number(money?.received));
    }),
    { numRuns: runs(12, 3) },
  );
});
