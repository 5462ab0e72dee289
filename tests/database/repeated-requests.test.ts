import { randomUUID } from 'node:crypto';
import { type Identity, identifier } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { writersWithoutRequestId } from '../../app/lib/seen-as.ts';
import { makeWorker } from './approvals.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { inProduction, moveShipment, pack, piecesOf, sent } from './shipments.ts';
import { designOf, freshTenant, makeStore, stockOf, variantOf } from './store.ts';

storeForEachTest({ tampers: true });
beforeEach(async () => {
  limited = await makeWorker(db, store.tenantId, ['money.refund'], { 'money.refund': 0 });
});

/** A call that changes something: its statement, in which $1 is the request id, and its effect. */
interface Call {
  by?: () => Identity;
  statement: () => Promise<string> | string;
  /** Counts the effects of the call. */
  effect: () => Promise<unknown>;
  once: unknown;
}

const request = 'p_request_id => $1::text::uuid';
const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
const count = async (query: string) => {
  const [row] = await db.owner.unsafe<{ n: number }[]>(`select count(*)::int as n ${query}`, [
    store.tenantId,
  ]);
  return row?.n;
};
const refunds = () => count('from refunds where tenant_id = $1');
const events = (note: string) => count(`from order_events where tenant_id = $1 and note = '${note}'`);
const shipments = () => count('from shipments where tenant_id = $1');
const messages = () => count('from messages where tenant_id = $1');
const priceOf = async (id: string) => {
  const [row] = await db.owner<
    { price: number }[]
  >`select price::float8 as price from products where id = ${id}`;
  return row?.price;
};
async function givePoints(): Promise<void> {
  await db.run(server, "select adjust_points($1, $2::text::uuid, 100, 'A gift')", [
    store.tenantId,
    shopper.id,
  ]);
}
/** Somebody who may not give money back alone. */
let limited: Person;
/** A refund that they have to ask for. */
async function aboveCeiling() {
  const { id } = await buy({ payment_method: 'bank_transfer' });
  await db.run(admin.identity, `select record_payment('${id}', 'paid')`);
  return { p_order_id: id, p_refund: { goodwill: 5, way: 'cash' } };
}
async function chat(): Promise<string> {
  const [row] = await shopper.run("select conversation_id from send_chat_message($1, 'Hello')", [
    store.tenantId,
  ]);
  return String(row?.conversation_id);
}

/** An authorized payment. */
async function heldPayment(): Promise<string> {
  const { id } = await buy({ payment_method: 'online' });
  const [row] = await db.owner`insert into payments (
      tenant_id, order_id, amount, status, session_id, authorization_id, held_amount, held_until, expires_at)
    select tenant_id, id, total, 'held', 'cs_' || id, 'pi_held', total, now() + interval '1 day', now() from orders
    where id = ${id} returning id`;
  return String(row?.id);
}

const calls: Record<string, Call> = {
  adjust_stock: {
    statement: () => `select adjust_stock('${store.mugId}', 3, 'Found', ${request})`,
    effect: () => stockOf(db, store.mugId),
    once: 8,
  },
  'adjust_stock of a variant': {
    statement: async () =>
      `select adjust_stock('${store.hoodieId}', -2, p_variant_id => '${await variantOf(db, store.hoodieId, 'M / Black')}', ${request})`,
    effect: () => stockOf(db, store.hoodieId),
    once: 18,
  },
  adjust_points: {
    statement: () => `select adjust_points('${store.tenantId}', '${shopper.id}', 5, 'A gift', ${request})`,
    effect: () => count('from point_entries where tenant_id = $1'),
    once: 1,
  },
  adjust_store_credit: {
    statement: () =>
      `select adjust_store_credit('${store.tenantId}', '${shopper.id}', 5, 'A gift', ${request})`,
    effect: () => count('from store_credits where tenant_id = $1'),
    once: 1,
  },
  settle_cash: {
    statement: async () => {
      const { id } = await delivered();
      const [shipment] = await db.owner`select id from shipments where order_id = ${id}`;
      const lines = [{ shipment_id: shipment?.id, amount: 280 }];
      return `select settle_cash('${store.tenantId}', ${json({ lines })}, ${request})`;
    },
    effect: () => count('from settlements where tenant_id = $1'),
    once: 1,
  },
  close_day: {
    statement: () => `select close_day('${store.tenantId}', current_date - 1, '[]', '', ${request})`,
    effect: () => count('from day_closes where tenant_id = $1 and not is_opening'),
    once: 1,
  },
  redeem_points: {
    by: () => shopper.identity,
    statement: async () => {
      await givePoints();
      return `select redeem_points('${store.tenantId}', 50, ${request})`;
    },
    effect: () => count('from discounts where tenant_id = $1 and user_id is not null'),
    once: 1,
  },
  change_products: {
    statement: () =>
      `select change_products('${store.tenantId}', '{${store.hoodieId}}', ${json({ kind: 'price', by: 'percent', value: -10, strike: false })}, ${request})`,
    effect: () => priceOf(store.hoodieId),
    once: 225,
  },
  undo_product_change: {
    statement: async () => {
      const change = json({ kind: 'stock', by: 'add', value: 4 });
      const [row] = await admin.run(
        `select (change_products('${store.tenantId}', '{${store.mugId}}', ${change})).change_id as id`,
      );
      return `select undo_product_change('${row?.id}', ${request})`;
    },
    effect: () => stockOf(db, store.mugId),
    once: 5,
  },
  add_product: {
    statement: () =>
      `select add_product('${store.tenantId}', '{"name": "Tee", "price": 10}', '[]', '[{"options": [], "stock": 1}]', ${request})`,
    effect: () => count("from products where tenant_id = $1 and name = 'Tee'"),
    once: 1,
  },
  save_product_variants: {
    statement: async () => {
      const [row] = await db.owner`select version from products where id = ${store.mugId}`;
      const variants = json([{ options: [], stock: 9, stock_was: 5 }]);
      return `select save_product_variants('${store.mugId}', ${row?.version}, '[]', ${variants}, ${request})`;
    },
    effect: () => stockOf(db, store.mugId),
    once: 9,
  },
  import_products: {
    statement: () =>
      `select import_products('${store.tenantId}', ${json([{ row: 2, set: { name: 'Tee', price: 10 } }])}, false, ${request})`,
    effect: () => count('from private.product_changes where tenant_id = $1'),
    once: 1,
  },
  add_order_note: {
    statement: async () => `select add_order_note('${(await buy()).id}', 'Ring twice', ${request})`,
    effect: () => events('Ring twice'),
    once: 1,
  },
  change_order_status: {
    statement: async () =>
      `select change_order_status('${(await buy()).id}', 'confirmed', 'Paid', ${request})`,
    effect: () => events('Paid'),
    once: 1,
  },
  change_order_statuses: {
    statement: async () =>
      `select change_order_statuses('{${(await buy()).id},${randomUUID()}}', 'cancelled', ${request})`,
    effect: () => stockOf(db, store.hoodieId),
    once: 20,
  },
  cancel_order: {
    by: () => shopper.identity,
    statement: async () => `select cancel_order('${(await buy()).id}', 'Too late', ${request})`,
    effect: () => stockOf(db, store.hoodieId),
    once: 20,
  },
  cancel_pieces: {
    by: () => shopper.identity,
    statement: async () => {
      const order = await buy({ lines: [{ product_id: store.mugId, quantity: 3 }] });
      return `select cancel_pieces('${order.id}', ${json(piecesOf(order, 1))}, 'One less', ${request})`;
    },
    effect: () => stockOf(db, store.mugId),
    once: 3,
  },
  pack_order: {
    statement: async () => {
      const order = await inProduction(3);
      return `select pack_order('${order.id}', ${json(piecesOf(order, 1))}, ${request})`;
    },
    effect: shipments,
    once: 1,
  },
  pack_orders: {
    statement: async () => `select pack_orders('{${(await inProduction(1)).id}}', ${request})`,
    effect: shipments,
    once: 1,
  },
  settle_statement: {
    statement: async () =>
      `select settle_statement('${store.tenantId}', '{"lines": [{"number": "nobody", "amount": 5}]}', ${request})`,
    effect: () => count('from settlement_differences where tenant_id = $1'),
    once: 1,
  },
  resolve_difference: {
    statement: async () => {
      const lines = '{"lines": [{"number": "nobody", "amount": 5}]}';
      await admin.run('select settle_statement($1, $2::text::jsonb)', [store.tenantId, lines]);
      return `select resolve_difference((select id from settlement_differences where tenant_id = '${store.tenantId}'), 'Ours', false, ${request})`;
    },
    effect: () => count('from settlement_differences where tenant_id = $1 and resolved_at is not null'),
    once: 1,
  },
  resolve_difference_as_part: {
    statement: async () => {
      const order = await inProduction(2);
      const shipment = await sent(order);
      const lines = [{ number: order.number, amount: 250 }];
      await admin.run('select settle_statement($1, $2::text::jsonb)', [
        store.tenantId,
        JSON.stringify({ lines }),
      ]);
      return `select resolve_difference_as_part((select id from settlement_differences where shipment_id = '${shipment.id}'), ${json(piecesOf(order, 1))}, 'Ours', ${request})`;
    },
    effect: () => count('from shipments where tenant_id = $1 and split_from is not null'),
    once: 1,
  },
  deliver_shipments: {
    statement: async () => {
      const order = await inProduction(2);
      const delivery = { shipment_id: (await sent(order)).id, lines: piecesOf(order, 1) };
      return `select deliver_shipments(${json([delivery])}, ${request})`;
    },
    effect: () => count('from shipments where tenant_id = $1 and split_from is not null'),
    once: 1,
  },
  take_delivery_back: {
    statement: async () => {
      const order = await inProduction(2);
      const { id } = await sent(order);
      await admin.run(`select deliver_shipments(${json([{ shipment_id: id, lines: piecesOf(order, 1) }])})`);
      return `select take_delivery_back('${id}', ${request})`;
    },
    effect: () => count("from shipment_events where tenant_id = $1 and state = 'cancelled'"),
    once: 1,
  },
  lose_shipment: {
    statement: async () =>
      `select lose_shipment('${(await sent(await inProduction(2))).id}', true, 'Burned', ${request})`,
    effect: () => count("from shipment_events where tenant_id = $1 and state = 'lost'"),
    once: 1,
  },
  send_lost_again: {
    statement: async () => {
      const shipment = await sent(await inProduction(2));
      await moveShipment(shipment, 'lost');
      return `select send_lost_again('${shipment.id}', '', ${request})`;
    },
    effect: () => stockOf(db, store.hoodieId),
    once: 16,
  },
  claim_from_carrier: {
    statement: async () =>
      `select claim_from_carrier('${(await sent(await inProduction(2))).id}', '{"amount": 5}', ${request})`,
    effect: () => count('from carrier_claims where tenant_id = $1'),
    once: 1,
  },
  answer_claim: {
    statement: async () => {
      const { id } = await sent(await inProduction(2));
      await admin.run(`select claim_from_carrier('${id}', '{"amount": 5}')`);
      return `select answer_claim((select id from carrier_claims where shipment_id = '${id}'), 5, ${request})`;
    },
    effect: () => count("from payment_entries where tenant_id = $1 and kind = 'compensated'"),
    once: 1,
  },
  compare_payment_file: {
    statement: () =>
      `select compare_payment_file('${store.tenantId}', 'paymob', ${json({ day: '2026-01-01', lines: [{ id: '1', kind: 'paid', amount: 5 }] })}, ${request})`,
    effect: () => count('from payment_differences where tenant_id = $1'),
    once: 1,
  },
  resolve_payment_difference: {
    statement: async () => {
      const [row] = await db.owner`insert into payment_differences (tenant_id, provider, kind, transaction_id)
        values (${store.tenantId}, 'paymob', 'foreign', '1') returning id`;
      return `select resolve_payment_difference('${row?.id}', 'Ours', ${request})`;
    },
    effect: () => count('from payment_differences where tenant_id = $1 and resolved_at is not null'),
    once: 1,
  },
  capture_payment: {
    statement: async () => `select capture_payment('${await heldPayment()}', p_request_id => $1::text::uuid)`,
    effect: () => count('from payments where tenant_id = $1 and capture_amount is not null'),
    once: 1,
  },
  release_payment: {
    statement: async () => `select release_payment('${await heldPayment()}', ${request})`,
    effect: () => count('from payments where tenant_id = $1 and is_to_release'),
    once: 1,
  },
  book_shipments: {
    statement: async () =>
      `select book_shipments('{${(await pack(await inProduction(1))).id}}', 'bosta', 'Bosta', '{}', ${request})`,
    effect: () => count('from carrier_bookings where tenant_id = $1'),
    once: 1,
  },
  change_shipments: {
    statement: async () =>
      `select change_shipments('{${(await pack(await inProduction(1))).id}}', '{"carrier_name": "Nile Riders"}', ${request})`,
    effect: () => count("from shipments where tenant_id = $1 and carrier_name = 'Nile Riders'"),
    once: 1,
  },
  change_shipment: {
    statement: async () =>
      `select change_shipment('${(await pack(await inProduction(1))).id}', '{"fee": 5}', ${request})`,
    effect: () => count('from shipment_staff_facts where tenant_id = $1 and fee = 5'),
    once: 1,
  },
  move_shipments: {
    statement: async () => {
      const shipment = await sent(await inProduction(1));
      return `select move_shipments('{${shipment.id}}', 'attempt_failed', ${request})`;
    },
    effect: () => count("from shipment_events where tenant_id = $1 and state = 'attempt_failed'"),
    once: 1,
  },
  inspect_shipments: {
    statement: async () => {
      const shipment = await sent(await inProduction(2));
      await moveShipment(shipment, 'returned_to_sender');
      return `select inspect_shipments('{${shipment.id}}', ${request})`;
    },
    effect: () => stockOf(db, store.hoodieId),
    once: 20,
  },
  decide_returns: {
    statement: async () => {
      const { id } = await delivered();
      await shopper.run(`select request_return('${id}', 'Torn')`);
      return `select decide_returns(array(select id from returns where order_id = '${id}'), true, 'Send it', ${request})`;
    },
    effect: () => events('Send it'),
    once: 1,
  },
  send_refunds: {
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      await admin.run(`select record_payment('${id}', 'paid')`);
      await admin.run(`select refund_order('${id}', '{"goodwill": 5}')`);
      return `select send_refunds(array(select id from refunds where order_id = '${id}'), 'store_credit', ${request})`;
    },
    effect: () => count('from store_credits where tenant_id = $1'),
    once: 1,
  },
  inspect_shipment: {
    statement: async () => {
      const order = await inProduction(2);
      const shipment = await sent(order);
      await moveShipment(shipment, 'returned_to_sender');
      const fates = [{ order_line_id: order.lines[0]?.id, restocked: 1 }];
      return `select inspect_shipment('${shipment.id}', ${json(fates)}, ${request})`;
    },
    effect: () => stockOf(db, store.hoodieId),
    once: 19,
  },
  scan_for_handover: {
    statement: async () => {
      const { id } = await pack(await inProduction(1));
      return `select scan_for_handover('${id}', 'Quick Riders', ${request})`;
    },
    effect: () => count('from handover_scans where tenant_id = $1'),
    once: 1,
  },
  discard_handover_scans: {
    statement: async () => {
      const { id } = await pack(await inProduction(1));
      await admin.run('select scan_for_handover($1::text::uuid)', [id]);
      return `select discard_handover_scans('{${id}}', ${request})`;
    },
    effect: () => count('from handover_scans where tenant_id = $1'),
    once: 0,
  },
  mark_printed: {
    statement: async () => {
      const order = await buy({ lines: [{ quantity: 2, design: designOf(['Souk']), preview: null }] });
      return `select mark_printed(${json(piecesOf(order, 1))}, ${request})`;
    },
    effect: () => count('from print_runs where tenant_id = $1'),
    once: 1,
  },
  mark_orders_printed: {
    statement: async () => {
      const order = await buy({ lines: [{ quantity: 2, design: designOf(['Souk']), preview: null }] });
      return `select mark_orders_printed('{${order.id}}', ${request})`;
    },
    effect: () => count('from print_runs where tenant_id = $1'),
    once: 1,
  },
  print_again: {
    statement: async () => {
      const order = await buy({ lines: [{ quantity: 2, design: designOf(['Souk']), preview: null }] });
      return `select print_again(${json(piecesOf(order, 1))}, 'Torn', ${request})`;
    },
    effect: () => count('from print_runs where tenant_id = $1'),
    once: 1,
  },
  request_return: {
    by: () => shopper.identity,
    statement: async () => `select request_return('${(await delivered()).id}', 'Torn', ${request})`,
    effect: () => events('Torn'),
    once: 1,
  },
  record_payment: {
    statement: async () =>
      `select record_payment('${(await buy({ payment_method: 'bank_transfer' })).id}', 'paid', 'TX-1', ${request})`,
    // The reference is only for staff: the order has it, its history does not.
    effect: async () =>
      (
        await db.owner`select 1 from orders where tenant_id = ${store.tenantId} and payment_reference = 'TX-1'`
      ).length,
    once: 1,
  },
  send_transfer_proof: {
    by: () => shopper.identity,
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      const name = `${store.tenantId}/${shopper.id}/${randomUUID()}.webp`;
      await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${name})`;
      return `select send_transfer_proof('${id}', array['${name}'], '', ${request})`;
    },
    effect: () => count('from transfers where tenant_id = $1'),
    once: 1,
  },
  book_transfer: {
    statement: async () =>
      `select book_transfer('${(await buy({ payment_method: 'bank_transfer' })).id}', 5, '', ${request})`,
    effect: () => count("from payment_entries where tenant_id = $1 and kind = 'received'"),
    once: 1,
  },
  reject_transfer: {
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      const [transfer] = await db.owner`
        insert into transfers (tenant_id, order_id, amount, photos) values (${store.tenantId}, ${id}, 5, '{}') returning id`;
      return `select reject_transfer('${transfer?.id}', 'Not there', ${request})`;
    },
    effect: () => count("from transfers where tenant_id = $1 and state = 'rejected'"),
    once: 1,
  },
  refund_order: {
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      await admin.run(`select record_payment('${id}', 'paid')`);
      return `select refund_order('${id}', '{"goodwill": 5}', ${request})`;
    },
    effect: refunds,
    once: 1,
  },
  request_approval: {
    by: () => limited.identity,
    statement: async () =>
      `select request_approval('refund_order', ${json(await aboveCeiling())}, '', ${request})`,
    effect: () => count('from approval_requests where tenant_id = $1'),
    once: 1,
  },
  decide_approval_request: {
    statement: async () => {
      const [asked] = await db.run(
        limited.identity,
        `select request_approval('refund_order', ${json(await aboveCeiling())}) as id`,
      );
      return `select * from decide_approval_request('${asked?.id}', true, '', ${request})`;
    },
    effect: refunds,
    once: 1,
  },
  send_refund: {
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      await admin.run(`select record_payment('${id}', 'paid')`);
      await admin.run(`select refund_order('${id}', '{"goodwill": 5}')`);
      return `select send_refund((select id from refunds where order_id = '${id}'), 'store_credit', '', ${request})`;
    },
    effect: async () =>
      (await db.owner`select 1 from store_credits where tenant_id = ${store.tenantId}`).length,
    once: 1,
  },
  request_refund: {
    statement: async () => {
      const { id } = await buy({ payment_method: 'bank_transfer' });
      await admin.run(`select record_payment('${id}', 'paid')`);
      return `select request_refund('${id}', 'Sold out', ${request})`;
    },
    effect: refunds,
    once: 1,
  },
  send_chat_message: {
    by: () => shopper.identity,
    statement: () => `select * from send_chat_message('${store.tenantId}', 'Hello', ${request})`,
    effect: messages,
    once: 1,
  },
  reply_to_conversation: {
    statement: async () => `select * from reply_to_conversation('${await chat()}', 'Yes', ${request})`,
    effect: messages,
    once: 2,
  },
  assign_orders: {
    statement: async () => `select assign_orders('{${(await buy()).id}}', '${admin.id}', ${request})`,
    effect: () => count("from order_events where tenant_id = $1 and remark ->> 'code' = 'assigned'"),
    once: 1,
  },
  copy_to_stores: {
    statement: async () => {
      const other = await makeStore(db, freshTenant());
      await db.owner`insert into user_roles (user_id, tenant_id, role) values (${admin.id}, ${other.tenantId}, 'admin')`;
      await db.owner`insert into faq_questions (tenant_id, question, answer) values (${store.tenantId}, 'When?', 'Soon.')`;
      const [part] = await db.run(admin.identity, 'select version from preview_copy($1, $2, array[$3])', [
        'questions',
        store.tenantId,
        other.tenantId,
      ]);
      return `select (copy_to_stores('questions', '${store.tenantId}', '{${other.tenantId}}', '{${part?.version}}',
        ${request})).refusal`;
    },
    effect: async () => {
      const [row] = await db.owner`select count(*)::int as n from audit_log
        where actor_id = ${admin.id} and entity = 'faq_questions'`;
      return row?.n;
    },
    once: 1,
  },
  undo_changes: {
    statement: async () => {
      await admin.run(`update products set price = 120 where id = '${store.mugId}'`);
      const [entry] = await db.owner`
        select id from audit_log where entity_id = ${store.mugId} order by id desc limit 1`;
      return `select undo_changes('${store.tenantId}', '{${entry?.id}}', ${request})`;
    },
    effect: () => priceOf(store.mugId),
    once: 99.99,
  },
  restore_deleted: {
    statement: async () => {
      await admin.run(`delete from discounts where id = '${store.discountId}'`);
      return `select restore_deleted('${store.tenantId}', 'discounts', '{${store.discountId}}', ${request})`;
    },
    effect: () => count('from discounts where tenant_id = $1'),
    once: 1,
  },
  remove_user_factors: {
    by: () => server,
    statement: () => `select remove_user_factors('${shopper.id}', '${store.tenantId}', ${request})`,
    effect: () => count("from audit_log where tenant_id = $1 and entity = 'mfa_factors'"),
    once: 1,
  },
  delete_account: {
    by: () => server,
    statement: () => `select delete_account('${store.tenantId}', '${shopper.id}', ${request})`,
    effect: () => count("from audit_log where tenant_id = $1 and entity = 'profiles'"),
    once: 1,
  },
};

describe('a request that arrives twice', () => {
  test.each(Object.entries(calls))('counts once and gets the first answer: %s', async (_, one) => {
    const by = one.by?.() ?? admin.identity;
    const statement = await one.statement();
    const id = randomUUID();
    const [first, second] = await Promise.all([db.run(by, statement, [id]), db.run(by, statement, [id])]);
    expect(second).toEqual(first);
    expect(await one.effect()).toEqual(one.once);
    expect(await db.run(by, statement, [id])).toEqual(first);
    expect(await one.effect()).toEqual(one.once);
  });

  const addStock = (delta: number) => `select adjust_stock('${store.mugId}', ${delta}, ${request}) as stock`;

  test('is refused with other values', async () => {
    const id = randomUUID();
    await admin.run(addStock(3), [id]);
    expect(await admin.refusal(addStock(4), [id])).toMatchObject({
      detail: 'request_reused',
    });
    expect(await stockOf(db, store.mugId)).toBe(8);
  });

  test('counts if the first one was refused', async () => {
    const id = randomUUID();
    expect(await admin.refusal(addStock(-6), [id])).toMatchObject({
      detail: 'too_few_in_stock',
    });
    expect(await admin.run(addStock(6), [id])).toEqual([{ stock: 11 }]);
  });

  test('of another person is a different request, and reveals nothing', async () => {
    const id = randomUUID();
    const colleague = await makePerson(db, store.tenantId, 'admin');
    await admin.run(addStock(3), [id]);
    expect(await colleague.run(addStock(3), [id])).toEqual([{ stock: 11 }]);
    expect(await shopper.refusal(addStock(3), [id])).toMatchObject({
      detail: 'staff_only',
    });
    expect(await admin.attempt('select * from private.request_answers')).toMatchObject({
      code: '42501',
    });
  });

  test('is forgotten after three days', async () => {
    const id = randomUUID();
    await admin.run(addStock(3), [id]);
    await db.owner`update private.request_answers set created_at = now() - interval '73 hours' where request_id = ${id}`;
    await admin.run(addStock(1), [randomUUID()]);
    expect(await db.owner`select 1 from private.request_answers where request_id = ${id}`).toEqual([]);
  });

  test('is forgotten with the account that its result is about', async () => {
    const order = await delivered();
    const chatId = await chat();
    const ids = [randomUUID(), randomUUID()];
    await admin.run(`select change_order_status('${order.id}', 'return_requested', ${request})`, [
      ids[0] ?? '',
    ]);
    await admin.run(`select reply_to_conversation('${chatId}', 'Yes', ${request})`, [ids[1] ?? '']);
    await admin.run(`select change_order_status('${order.id}', 'returned')`);
    await db.owner`update orders set payment_status = 'refunded' where id = ${order.id}`;
    await db.run(server, 'select delete_account($1, $2::text::uuid)', [store.tenantId, shopper.id]);
    expect(await db.owner`select 1 from private.request_answers where request_id = any (${ids})`).toEqual([]);
  });
});

test('each function that changes something for staff or shoppers takes a request id', async () => {
  const rows = await db.owner<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not 'p_request_id' = any (coalesce(p.proargnames, '{}'))
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  // These are idempotent by nature, or record a guess; orders have their own key, or the link.
  expect(rows.map(({ name }) => name)).toEqual([
    'accept_staff_invitation',
    'choose_notifications',
    'claim_call',
    'claim_order',
    'create_profile_with_tenant',
    'create_simple_profile',
    'export_personal_data',
    'grant_staff_role',
    'invite_staff',
    'keep_call',
    'mark_conversation',
    'mark_seen',
    'order_banners',
    'order_faq_questions',
    'place_order',
    'place_order_for',
    'quote_order',
    'release_call',
    'renew_staff_invitation',
    'request_exchange',
    'request_size_replacement',
    'retry_jobs',
    'revoke_staff_role',
    'see_approval_requests',
    'set_user_role',
    'share_pay_link',
  ]);
  // A quote changes nothing that anybody sees.
  expect(writersWithoutRequestId).toEqual(
    rows.map(({ name }) => name).filter((name) => name !== 'quote_order'),
  );
});

const rows: Record<string, (turn: number) => Record<string, unknown>> = {
  attributes: (turn) => ({ name: `Players ${turn}`, kind: 'number' }),
  banners: () => ({ title: 'Sale', image_url: '/sale.webp', position: 0 }),
  categories: (turn) => ({ name: `Caps ${turn}` }),
  delivery_slots: () => ({ day_of_week: 1, from_time: '16:00', to_time: '18:00' }),
  shipping_zones: (turn) => ({ name: `Zone ${turn}` }),
  offers: (turn) => ({ name: `Twice ${turn}`, kind: 'percent', value: 5 }),
  discounts: (turn) => ({ code: `TWICE-${turn}`, kind: 'percent', value: 5 }),
};

test.each(Object.entries(rows))(
  'a row that arrives several times under the id of its request, also at once, is added once: %s',
  async (table, row) => {
    // Which request wins is chance; repetition makes them collide.
    for (let turn = 0; turn < 20; turn += 1) {
      const columns = { id: randomUUID(), tenant_id: store.tenantId, ...row(turn) };
      const names = Object.keys(columns);
      // An upsert as the Data API writes it: it sets every named column.
      const statement = `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::text::jsonb)
      on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`)}`;
      const add = () => admin.run(statement, [JSON.stringify(columns)]);
      await Promise.all([add(), add(), add(), add()]);
      await add();
      expect(await db.owner`select 1 from ${identifier(table)} where id = ${columns.id}`).toHaveLength(1);
    }
  },
);
