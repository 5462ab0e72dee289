import { beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { ledgerRules } from '../../scripts/ledger-check-queries.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, server } from './people.ts';
import { makeStore, move, orderOf, place } from './store.ts';

databaseForFile();
beforeAll(async () => {
  const store = await makeStore(db, 'inkthread');
  const shopper = await makePerson(db, store.tenantId);
  await db.run(server, "select adjust_points($1, $2::text::uuid, 500, 'A gift')", [
    store.tenantId,
    shopper.id,
  ]);
  const choices = { discount_code: 'TEN', slot_id: store.slotId, slot_date: store.slotDate, points: 100 };
  await place(db, shopper.identity, orderOf(store, choices));
  const second = await place(db, shopper.identity, orderOf(store, choices));
  await move(db, shopper.identity, second.id, 'cancelled');
  const paid = await place(db, shopper.identity, orderOf(store, { payment_method: 'bank_transfer' }));
  await db.run(server, "select record_payment($1::text::uuid, 'paid')", [paid.id]);
  for (const refund of ['{"goodwill": 5}', '{"goodwill": 7, "way": "store_credit"}'])
    await db.run(server, 'select refund_order($1::text::uuid, $2::text::jsonb)', [paid.id, refund]);
});

test('balanced ledgers show no difference', async () => {
  expect(await checkLedger(db.owner)).toEqual([]);
});

// Each tampers with the ledgers as a bug would; the check must name what it breaks.
const tamperings: [string, string][] = [
  [
    "a variant's stock is the sum of its movements, and nothing is left of one that is gone",
    "update stock_movements set delta = delta + 1 where variant = 'L / White'",
  ],
  [
    "a product's stock is that of its variants that are sold, and its prices are those of what can be bought",
    "select set_config('souk.stock', 'summed', true); update products set stock = stock - 1 where name = 'Ink hoodie'",
  ],
  [
    'each variant has a value of each option of its product, and of no other',
    "update product_variants set option1 = 'XXS' where option1 = 'L' and option2 = 'White'",
  ],
  [
    'each movement leaves the stock it says',
    'update stock_movements set stock_after = stock_after + 1 where id = (select max(id) from stock_movements)',
  ],
  [
    'an order took the stock of its pieces, and released those that were cancelled or restocked',
    "update order_lines set quantity = 2 where order_id = (select id from orders where status = 'pending')",
  ],
  [
    'the counts of a line match its shipments, returns and prints',
    "update order_lines set packed = 1 where order_id = (select id from orders where status = 'pending')",
  ],
  [
    'the status and queue of an order match its pieces and shipments',
    "update orders set queues = '{to_pack}' where status = 'pending'",
  ],
  ["an order's subtotal is the sum of its lines", 'update order_lines set unit_price = unit_price + 0.01'],
  ['a discount is used once by each order that has it, and by no cancelled one', 'delete from discount_uses'],
  [
    'no discount is used beyond its limits',
    `insert into discount_uses (order_id, tenant_id, discount_id, amount) select id, tenant_id, discount_id, discount_total
     from orders where status = 'cancelled'; update discounts set total_limit = 1`,
  ],
  [
    "what offers took off an order's lines is what they took off the order, and what they are booked with",
    `update orders set offer_total = 1 where status = 'pending'`,
  ],
  [
    'no offer is used beyond its limits',
    `insert into offers (tenant_id, name, value, total_limit) select id, 'Ten percent', 10, 1 from tenants;
     insert into offer_uses (order_id, offer_id, tenant_id, name, amount)
     select orders.id, offers.id, orders.tenant_id, offers.name, 1 from orders join offers using (tenant_id)`,
  ],
  ["a customer's points are the sum of the ledger", 'update profiles set points = points + 1'],
  [
    'redeemed points are what the ledger took for orders and vouchers, less what it gave back',
    'update profiles set redeemed_points = redeemed_points + 1',
  ],
  [
    'an order took the points it says, and gave them back and granted them as its pieces say',
    "delete from point_entries where kind = 'refunded'",
  ],
  [
    'a counted slot holds as many places as it has orders, and no more than its capacity',
    'update delivery_bookings set booked = booked + 1',
  ],
  ["an order's history ends with its status", "delete from order_events where to_status = 'cancelled'"],
  [
    "the shares of an order's lines are its discounts and its points",
    'update order_lines set discount_share = discount_share - 0.01 where discount_share > 0',
  ],
  [
    'an order costs its total and what edits added, less what was taken off',
    'update order_lines set credited = credited - 0.01 where credited > 0',
  ],
  ["an order's sums are those of its ledger", 'update payment_entries set amount = amount + 0.01'],
  [
    'refunds of an order never exceed its payments, and match its refund rows',
    "update refunds set amount = amount + 0.01 where state = 'sent'",
  ],
  ['everything that was paid too much is owed back', "delete from refunds where state = 'due'"],
  [
    'what a refund is for is no more than its amount, and of no other order',
    'update refund_lines set amount = amount + 0.01',
  ],
  [
    'what exchanged pieces pay of an order is no more than they are worth, and comes from their own order once they are back',
    `insert into returns (tenant_id, order_id, number, kind, reason, requested_by, state, exchange_used)
     select tenant_id, id, 9, 'exchange', 'Another', 'staff', 'requested', 5 from orders limit 1`,
  ],
  [
    'a carrier compensated what its claims say',
    `insert into payment_entries (tenant_id, order_id, kind, amount) select tenant_id, id, 'compensated', 5 from orders limit 1`,
  ],
  [
    'an order of another shop moved no stock, and has no shipment, return, payment of a provider, invoice, points or message',
    "update orders set imported_from = 'shopify'",
  ],
  [
    'no payment gives back more than it took',
    `insert into payments (tenant_id, order_id, amount, expires_at) select tenant_id, id, 1, now() from orders limit 1;
     update refunds set payment_id = (select id from payments limit 1)`,
  ],
  [
    'each attempt that was paid is in the ledger once with its amount, and no other attempt is',
    `insert into payments (tenant_id, order_id, amount, status, expires_at)
     select tenant_id, id, 1, 'paid', now() from orders limit 1`,
  ],
  [
    "a provider's transaction paid one attempt alone",
    `insert into payments (tenant_id, order_id, amount, status, transaction_id, expires_at)
     select tenant_id, id, 1, 'closed', 'T-1', now() from orders cross join generate_series(1, 2) limit 2`,
  ],
  [
    "a customer's store credit is the sum of its ledger",
    'update profiles set store_credit = store_credit + 1',
  ],
  [
    'the store credit of an order is what its ledgers say',
    'delete from store_credits where order_id is not null',
  ],
  [
    'no more of a shipment is settled than was collected',
    `insert into shipments (tenant_id, order_id, number) select tenant_id, id, 9 from orders limit 1;
     update shipment_staff_facts set settled_at = now() where settled = 0`,
  ],
  [
    'what reports count as sold and as owed back is what orders cost and are owed now',
    "update private.sales_ledger set amount = amount + 0.01 where event = 'sale'",
  ],
  [
    'what reports count as sold of a line is what is left of it',
    'update private.pieces_ledger set quantity = quantity + 1',
  ],
  ["an order's payment stands as its ledger says", "update orders set payment_status = 'partly_paid'"],
  [
    'a listing holds the active products as they are',
    'update private.product_search_index set in_stock = false where price = 99.99',
  ],
  [
    'no more pieces are announced to come back than arrived, and each return has pieces of its own order',
    `insert into returns (tenant_id, order_id, number, reason, requested_by)
       select tenant_id, id, 9, 'Torn', 'staff' from orders where status = 'pending';
     insert into return_lines (tenant_id, return_id, order_line_id, quantity)
       select line.tenant_id, back.id, line.id, 1 from returns back join order_lines line on line.order_id = back.order_id`,
  ],
  [
    'lines and delivery that were added after the order are those of edits that were made, as they were booked',
    `insert into order_edits (tenant_id, order_id, number, state, changes)
       select tenant_id, id, 9, 'applied', '{}' from orders where status = 'pending';
     update order_lines set edit_id = edit.id from order_edits edit where edit.order_id = order_lines.order_id`,
  ],
  [
    'the delivery of an order costs more or less than as sold by what edits made of it',
    'update orders set shipping_difference = 5, charged = charged + 5',
  ],
  [
    'an order that has an invoice costs what its invoices less its credit notes say, line by line',
    "update invoices set total = total + 0.01 where kind = 'invoice'",
  ],
  [
    'a test order is paid by nobody, has no invoice and earns no points, and no report counts it',
    'update orders set is_test = true where received > 0',
  ],
  [
    'an order has an invoice once its goods have gone or it is paid',
    'delete from invoice_lines; delete from invoices',
  ],
  [
    "a store's invoices and credit notes are numbered from 1 in each year, without gaps and in the order of their time",
    "update invoices set number = number + 1 where kind = 'invoice'",
  ],
  [
    "a store's counters stand at the last numbers of its last year",
    'update private.invoice_counters set credit_notes = credit_notes + 1',
  ],
  [
    'an invoice adds up, and contains the tax of its rate',
    "update invoice_lines set amount = amount + 0.01 where kind = 'line'",
  ],
  [
    'a credit note takes from an invoice of its own order that was issued before, and no more of a line than it has',
    "update invoices set issued_at = issued_at + interval '1 day' where kind = 'invoice'",
  ],
];

test('each ledger rule has a way to break it here, except what cannot be stored', () => {
  const names = tamperings.map(([rule]) => rule);
  expect(ledgerRules.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
    "an order's total adds up",
  ]);
});

test.each(tamperings)('ledgers in which %s no longer show it', async (rule, tamper) => {
  const differences = await db.owner
    .begin(async (sql) => {
      await sql.unsafe('set local session_replication_role = replica');
      await sql.unsafe(tamper);
      const query = ledgerRules.find(({ name }) => name === rule)?.query ?? '';
      throw new TamperedLedger(await sql.unsafe(query));
    })
    .catch((error: unknown) => {
      if (error instanceof TamperedLedger) return error.rows;
      throw error;
    });
  expect(differences).not.toEqual([]);
});

/** Carries the result out of a transaction that is rolled back. */
class TamperedLedger extends Error {
  rows: readonly unknown[];
  constructor(rows: readonly unknown[]) {
    super('The tampering is taken back');
    this.rows = rows;
  }
}

test('an order whose total does not add up cannot even be stored', async () => {
  await expect(db.owner`update orders set total = total + 0.01`).rejects.toMatchObject({ code: '23514' });
});
