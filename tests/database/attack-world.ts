import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import type { TestDatabase } from '../support/database.ts';
import { anonymous, makePerson, type Person, server } from './people.ts';
import { addBrand, call, designOf, makeStore, move, orderOf, place, type Store, variantOf } from './store.ts';

/** Two stores with rows in every table, a shopper whose data is attacked, and the attackers. */
export interface World {
  store: Store;
  foreign: Store;
  victim: Person;
  admin: Person;
  attackers: Attacker[];
  orderId: string;
  offerId: string;
  lineId: string;
  /** The order's shipment. */
  shipmentId: string;
  /** An order that awaits its card payment, and that payment. */
  payingOrderId: string;
  paymentId: string;
  addressId: string;
  designId: string;
  conversationId: string;
  voucher: string;
  /** An undoable change of products. */
  productChangeId: string;
  /** A return and an edit of one of their orders. */
  returnId: string;
  editId: string;
  /** An order that awaits a bank transfer, and its proof. */
  transferOrderId: string;
  transferId: string;
}

export interface Attacker {
  name: string;
  identity: Identity;
  /** Null for people who are not signed in. */
  id: string | null;
}

/** Where the victim lives and how to call them: what only staff with the right see. The victim's order went there. */
export const contact = {
  phone: '01019283746',
  street: 'Cinnamon Street',
  building: 'Juniper House',
  floor: 'Saffron floor',
  apartment: 'Nutmeg flat',
  landmark: 'Behind the Cardamom kiosk',
  postal_code: '73519',
};

const design = designOf(['Souk']);

/** The id of the role Packer, which every installation has. */
export const packerRole = '00000000-0000-4000-8000-000000000002';

/** Creates the world. Every table of the schema `public` must then have rows of the first store. */
export async function makeWorld(db: TestDatabase): Promise<World> {
  const store = await makeStore(db, 'inkthread');
  const foreign = await makeStore(db, 'casecraft');
  const victim = await makePerson(db, store.tenantId);
  const admin = await makePerson(db, store.tenantId, 'admin');
  const neighbour = await makePerson(db, store.tenantId);
  const stranger = await makePerson(db, foreign.tenantId);
  const foreignAdmin = await makePerson(db, foreign.tenantId, 'admin');
  const foreignRuler = await makePerson(db, foreign.tenantId, 'super_admin');
  // The boldest attacker is also a customer of the attacked store and claims in editable metadata to rule it.
  await db.owner`insert into profiles (id, tenant_id, name) values (${foreignRuler.id}, ${store.tenantId}, 'Guest')`;
  const boast = {
    user_metadata: { role: 'super_admin', tenant_id: store.tenantId, is_super_admin: true },
    app_metadata: { role: 'super_admin', tenant_id: store.tenantId },
    user_role: 'super_admin',
    aal: 'aal2',
  };
  const liar: Identity = { role: 'authenticated', claims: { ...foreignRuler.identity.claims, ...boast } };

  await db.owner`insert into staff_grants (user_id, tenant_id, role_id) values (${admin.id}, ${store.tenantId}, ${packerRole})`;

  await db.owner`insert into staff_members (user_id, name) values (${admin.id}, 'Amal'), (${victim.id}, 'Hoda')`;

  const me = victim.identity;
  await db.owner`select private.remove_file('designs', 'of/somebody/gone.png')`;
  await db.owner`insert into banners (tenant_id, title, is_active) values (${store.tenantId}, 'Sale', true), (${store.tenantId}, 'Draft', false)`;
  await db.owner`insert into faq_questions (tenant_id, question, answer) values (${store.tenantId}, 'When?', 'Soon.'), (${store.tenantId}, 'Where?', 'In Cairo.')`;
  await db.owner`insert into attributes (tenant_id, name, kind, unit) values (${store.tenantId}, 'Sleeve', 'number', 'cm')`;
  await db.owner`insert into store_doors (tenant_id) values (${store.tenantId})`;
  await addBrand(db, store.tenantId);
  await db.owner`insert into opening_alerts (tenant_id, email) values (${store.tenantId}, 'waiting@mail.test')`;
  await db.owner`insert into message_texts (tenant_id, key, language, body) values (${store.tenantId}, 'delivered', 'en', 'Here: {number}')`;
  await db.owner`insert into search_synonyms (tenant_id, words) values (${store.tenantId}, '{cap,beanie}')`;
  // An old URL redirects to it.
  await db.owner`update products set old_paths = '{/products/hoodie}' where id = ${store.hoodieId}`;
  await db.owner`insert into variant_costs (tenant_id, variant_id, cost)
    select tenant_id, id, 80 from product_variants where product_id = ${store.hoodieId}`;
  await db.owner`insert into discounts (tenant_id, code, kind, value, is_public) values (${store.tenantId}, 'OPEN', 'fixed', 5, true)`;
  // Too many pieces for the orders below.
  const [offer] = await db.owner<{ id: string }[]>`
    insert into offers (tenant_id, name, kind, value, set_size, reduced_pieces, minimum_pieces, with_codes) values
      (${store.tenantId}, 'Sets', 'cheapest', 50, 6, 2, 900, false), (${store.tenantId}, 'Unused', 'cheapest', 50, 6, 2, 900, false)
    returning id`;
  await db.owner`insert into notification_opt_outs (tenant_id, channel, recipient) values (${store.tenantId}, 'sms', '+201000000001')`;
  await db.owner`insert into notification_opt_outs (tenant_id, channel, user_id) values (${store.tenantId}, 'whatsapp', ${victim.id})`;
  await db.owner`insert into profile_phones (user_id, tenant_id, phone) values (${victim.id}, ${store.tenantId}, ${contact.phone})`;
  await db.owner`insert into customer_records (tenant_id, user_id, note) values (${store.tenantId}, ${victim.id}, 'Rings twice')`;
  await db.owner`insert into delivery_slots (tenant_id, day_of_week, from_time, to_time, is_active) values (${store.tenantId}, 1, '09:00', '10:00', false)`;
  await db.owner`insert into shipping_zones (tenant_id, name, places, rates) values (${store.tenantId}, 'Upper Egypt', '{Aswan,Luxor}',
    '[{"method": "standard", "fee": 70}]')`;
  const addressId = await call<string>(
    db,
    me,
    `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street, building, floor, apartment, landmark,
       postal_code)
     values ($1, $2, 'Mona', $3, 'Cairo', 'Maadi', $4, $5, $6, $7, $8, $9) returning id as value`,
    [store.tenantId, victim.id, ...Object.values(contact)],
  );
  await db.run(me, 'insert into wishlists (tenant_id, product_id) values ($1, $2)', [
    store.tenantId,
    store.hoodieId,
  ]);
  const [poster] = await db.owner<{ id: string }[]>`
    insert into products (tenant_id, name, price) values (${store.tenantId}, 'Poster', 90) returning id`;
  await db.run(me, 'insert into stock_alerts (tenant_id, product_id, variant_id) values ($1, $2, $3)', [
    ...[store.tenantId, poster?.id ?? '', await variantOf(db, poster?.id ?? '')],
  ]);
  const designId = await call<string>(
    db,
    me,
    'insert into customizations (tenant_id, design) values ($1, $2::text::jsonb) returning id as value',
    [store.tenantId, JSON.stringify(design)],
  );
  const order = await place(
    db,
    me,
    orderOf(store, {
      discount_code: 'TEN',
      slot_id: store.slotId,
      slot_date: store.slotDate,
      address: null,
      address_id: addressId,
    }),
  );
  await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
  await db.owner`insert into offer_uses (order_id, offer_id, tenant_id, user_id, name, amount)
    values (${order.id}, ${offer?.id ?? ''}, ${store.tenantId}, ${victim.id}, 'Sets', 0)`;
  const paying = await place(db, me, orderOf(store, { payment_method: 'online' }));
  const payment = await call<{ id: string }>(
    db,
    server,
    'select to_jsonb(payment_to_start($1::text::uuid, $2::text::uuid)) as value',
    [paying.id, victim.id],
  );
  await db.run(
    server,
    "select record_payment_event('evt_1', 'wrong', 'paid', $1::text::uuid, p_amount => 1)",
    [payment.id],
  );
  const transferred = await place(db, me, orderOf(store, { payment_method: 'bank_transfer' }));
  const [transfer] = await db.owner<{ id: string }[]>`
    insert into transfers (tenant_id, order_id, amount, photos) values (${store.tenantId}, ${transferred.id}, 5, '{}')
    returning id`;
  await db.owner`
    with checked as (
      insert into transfers (tenant_id, order_id, state, amount, photos)
      values (${store.tenantId}, ${transferred.id}, 'rejected', 5, '{}') returning id
    )
    insert into transfer_actors (tenant_id, transfer_id, actor_id) select ${store.tenantId}, id, ${admin.id} from checked`;
  await db.owner`insert into storage_limits (tenant_id, storage_limit_mb) values (${store.tenantId}, 30000)`;
  const { returnId, editId } = await addAfterSale(db, store.tenantId, paying.id);
  const [shipment] = await db.owner<{ id: string }[]>`select id from shipments where order_id = ${order.id}`;
  await db.run(admin.identity, "select add_order_note($1::text::uuid, 'Looks nervous')", [order.id]);
  await db.run(admin.identity, 'select assign_orders(array[$1::text::uuid], $2::text::uuid)', [
    ...[paying.id, admin.id],
  ]);
  await db.run(admin.identity, 'select add_order_note($1::text::uuid, $2)', [
    paying.id,
    `Ask @[${admin.id}]`,
  ]);
  await db.run(me, 'insert into reviews (tenant_id, product_id, rating, body) values ($1, $2, 4, $3)', [
    store.tenantId,
    store.hoodieId,
    'Warm',
  ]);
  await db.owner`insert into reviews (tenant_id, product_id, user_id, rating, status)
    values (${store.tenantId}, ${store.mugId}, ${victim.id}, 5, 'approved')`;
  const message = await call<{ conversation_id: string }>(
    db,
    me,
    "select to_jsonb(send_chat_message($1, 'Hello')) as value",
    [store.tenantId],
  );
  await db.owner`insert into saved_replies (tenant_id, title, body) values (${store.tenantId}, 'Late', 'It is on its way.'), (${store.tenantId}, 'Sizes', 'The shirts are wide.')`;
  await db.owner`insert into messages (tenant_id, conversation_id, sender, body)
    values (${store.tenantId}, ${message.conversation_id}, 'staff', 'Hello to you')`;
  await db.owner`insert into message_mails (message_id, tenant_id, failed_at, error)
    select id, tenant_id, now(), '550' from messages where conversation_id = ${message.conversation_id} and sender = 'staff'`;
  await db.run(server, "select adjust_points($1, $2::text::uuid, 100, 'A gift')", [
    store.tenantId,
    victim.id,
  ]);
  const exchanged = await call<{ code: string }>(db, me, 'select to_jsonb(redeem_points($1, 50)) as value', [
    store.tenantId,
  ]);
  const changed = await call<{ change_id: string }>(
    db,
    admin.identity,
    'select to_jsonb(change_products($1, $2::text::uuid[], $3::text::jsonb)) as value',
    [store.tenantId, `{${store.mugId}}`, JSON.stringify({ kind: 'is_new', value: true })],
  );
  await db.run(admin.identity, 'update products set price = 251 where id = $1', [store.hoodieId]);
  await db.owner`update product_variants set is_active = false where product_id = ${store.hoodieId} and option1 = 'L'`;

  await db.run(
    admin.identity,
    "insert into saved_views (tenant_id, page, name) values ($1, 'orders', 'Mine')",
    [store.tenantId],
  );
  await db.run(
    admin.identity,
    "insert into staff_notification_choices (tenant_id, user_id, topic) values ($1, $2, 'low_stock')",
    [store.tenantId, admin.id],
  );
  await db.run(
    admin.identity,
    `insert into import_columns (tenant_id, headings, columns) values ($1, 'artikel', '{"artikel": "name"}')`,
    [store.tenantId],
  );

  return {
    store,
    foreign,
    victim,
    admin,
    attackers: [
      { name: 'nobody', identity: anonymous, id: null },
      { name: 'another shopper', identity: neighbour.identity, id: neighbour.id },
      { name: "another store's shopper", identity: stranger.identity, id: stranger.id },
      { name: "another store's admin", identity: foreignAdmin.assured, id: foreignAdmin.id },
      { name: "another store's super admin with lying metadata", identity: liar, id: foreignRuler.id },
      { name: 'a token without an account', identity: ghost(), id: null },
    ],
    orderId: order.id,
    offerId: offer?.id ?? '',
    lineId: order.lines[0]?.id ?? '',
    shipmentId: shipment?.id ?? '',
    payingOrderId: paying.id,
    paymentId: payment.id,
    addressId,
    designId,
    conversationId: message.conversation_id,
    voucher: exchanged.code,
    productChangeId: changed.change_id,
    returnId,
    editId,
    transferOrderId: transferred.id,
    transferId: transfer?.id ?? '',
  };
}

function ghost(): Identity {
  return { role: 'authenticated', claims: { sub: randomUUID(), aal: 'aal2' } };
}

/** A row in each table of after-sale events. */
async function addAfterSale(db: TestDatabase, tenantId: string, orderId: string) {
  const [ids] = await db.owner<{ returnId: string; editId: string }[]>`
    with shipment as (
      insert into shipments (tenant_id, order_id, number, state)
      values (${tenantId}, ${orderId}, 90, 'cancelled') returning id
    ), booking as (
      insert into carrier_bookings (tenant_id, shipment_id, carrier, state) select ${tenantId}, id, 'bosta', 'cancelled' from shipment
    ), scan as (
      insert into handover_scans (tenant_id, shipment_id, scanned_by)
      select ${tenantId}, shipment.id, person.id from shipment, (select id from auth.users limit 1) person
    ), pickup as (
      insert into carrier_pickups (tenant_id, carrier, day) values (${tenantId}, 'bosta', '2030-03-03')
    ), area as (
      insert into carrier_areas (carrier, district_id, city_id, city, district)
      values ('bosta', 'maadi', 'cairo', 'Cairo', 'Maadi') on conflict do nothing
    ), event as (
      insert into shipment_events (tenant_id, shipment_id, state) select ${tenantId}, id, 'packed' from shipment
    ), line as (
      select id from order_lines where order_id = ${orderId} limit 1
    ), packed as (
      insert into shipment_lines (tenant_id, shipment_id, order_line_id, quantity)
      select ${tenantId}, shipment.id, line.id, 1 from shipment, line
    ), import as (
      insert into store_imports (tenant_id, kind, source) values (${tenantId}, 'customers', 'shopify') returning id
    ), imported as (
      insert into imported_customers (tenant_id, import_id, source, email) select ${tenantId}, id, 'shopify', 'old@mail.test' from import
    ), imported_order as (
      insert into imported_orders (order_id, tenant_id, import_id, source, old_number)
      select ${orderId}, ${tenantId}, id, 'shopify', '1001' from import
    ), called as (
      insert into order_calls (tenant_id, order_id, outcome) values (${tenantId}, ${orderId}, 'no_answer')
    ), draft as (
      insert into order_drafts (tenant_id, document, prices, customer_name, total, pieces, expires_at)
      values (${tenantId}, '{}', '{}', 'Hoda', 5, 1, now() + interval '1 day') returning id
    ), link as (
      insert into pay_links (tenant_id, draft_id, expires_at) select ${tenantId}, id, now() + interval '1 day' from draft returning id
    ), link_message as (
      insert into pay_link_messages (tenant_id, pay_link_id, sent_at) select ${tenantId}, id, now() from link
    ), tag as (
      insert into order_tags (tenant_id, order_id, tag) values (${tenantId}, ${orderId}, 'VIP')
    ), claim as (
      insert into carrier_claims (tenant_id, shipment_id, amount) select ${tenantId}, id, 5 from shipment
    ), printed as (
      insert into print_runs (tenant_id, order_line_id, quantity) select ${tenantId}, id, 1 from line
    ), returned as (
      insert into returns (tenant_id, order_id, number, reason, requested_by, state)
      values (${tenantId}, ${orderId}, 90, 'Torn', 'shopper', 'declined') returning id
    ), allowance as (
      insert into exchange_allowances (tenant_id, return_id, exchange_allowed) select ${tenantId}, id, 'Lost on the way' from returned
    ), returned_line as (
      insert into return_lines (tenant_id, return_id, order_line_id, quantity)
      select ${tenantId}, returned.id, line.id, 1 from returned, line
    ), refund as (
      insert into refunds (tenant_id, order_id, number, amount) values (${tenantId}, ${orderId}, 90, 5) returning id
    ), refund_line as (
      insert into refund_lines (tenant_id, refund_id, kind, amount) select ${tenantId}, id, 'goodwill', 5 from refund
    ), edit as (
      insert into order_edits (tenant_id, order_id, number, changes, state)
      values (${tenantId}, ${orderId}, 90, '{"note": "Ring twice"}', 'declined') returning id
    ), edit_address as (
      insert into order_edit_addresses (edit_id, tenant_id, address) select id, ${tenantId}, '{"city": "Dokki"}' from edit
    ), settlement as (
      insert into settlements (tenant_id, amount) values (${tenantId}, 1) returning id
    ), difference as (
      insert into settlement_differences (tenant_id, settlement_id, kind, tracking_number)
      select ${tenantId}, id, 'unknown', 'X' from settlement
    ), day_close as (
      insert into day_closes (tenant_id, day, is_opening) values (${tenantId}, '2026-01-01', true) returning day
    ), day_close_line as (
      insert into day_close_lines (tenant_id, day, place, name, method, came, went, fees, expected)
      select ${tenantId}, day, 'bank', '', '', 5, 0, 0, 5 from day_close
    ), day_close_act as (
      insert into day_close_acts (tenant_id, day, actor_id, kind, entries, amount)
      select ${tenantId}, day, gen_random_uuid(), 'received', 1, 5 from day_close
    ), payment_difference as (
      insert into payment_differences (tenant_id, provider, kind, transaction_id, order_id)
      values (${tenantId}, 'stripe', 'foreign', 'pi_nobody', ${orderId})
    ), payment_report as (
      insert into payment_reports (tenant_id, provider, day, source, transactions, differences)
      values (${tenantId}, 'stripe', '2020-01-01', 'provider', 1, 1)
    ), invoice as (
      insert into invoices (tenant_id, order_id, kind, year, number, order_number, seller, buyer, total, tax, issued_at)
      values (${tenantId}, ${orderId}, 'invoice', 2020, 90, 'IN-90', '{}', '{"address": {}}', 5, 0, now()) returning id
    ), invoice_line as (
      insert into invoice_lines (tenant_id, invoice_id, position, kind, amount, tax_rate, tax)
      select ${tenantId}, id, 1, 'shipping', 5, 0, 0 from invoice
    ), approval as (
      insert into approval_requests (tenant_id, act, arguments, capability, needed, facts, basis, order_id, asked_by)
      select ${tenantId}, 'refund_order', '{}', 'money.refund', 5, '{}', '{}', id, user_id from orders where id = ${orderId}
    ), entry as (
      insert into payment_entries (tenant_id, order_id, kind, amount)
      values (${tenantId}, ${orderId}, 'received', 5), (${tenantId}, ${orderId}, 'received', -5)
    )
    select returned.id as "returnId", edit.id as "editId" from returned, edit`;
  await db.owner`
    with credit as (
      insert into store_credits (tenant_id, user_id, kind, delta)
      select ${tenantId}, user_id, 'adjusted', 5 from orders where id = ${orderId} returning id
    )
    insert into store_credit_actors (tenant_id, credit_id, actor_id) select ${tenantId}, id, gen_random_uuid() from credit`;
  if (!ids) throw new Error('Nothing was added');
  return ids;
}
