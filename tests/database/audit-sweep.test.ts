import { randomUUID } from 'node:crypto';
import type { Identity, Row } from 'embedded-supabase/database';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { tableRules } from './attack-matrix.ts';
import { makeWorld, packerRole, type World } from './attack-world.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson, type Person } from './people.ts';
import { call, designOf, freshTenant, makeStore, move, orderOf, place, variantOf } from './store.ts';

let world: World;
let ruler: Person;
let owner: Person;
/** A role that nobody has. */
const tempRole = randomUUID();
const invitationId = randomUUID();
/** Staff of a store without settings. */
let beginner: Person;
let emptyStore: string;
let pendingOrderId: string;
/** An order that awaits its shopper's confirmation. */
let unconfirmedOrderId: string;
/** An order of two pieces, one of which is cancelled. */
let pairOrderId: string;
let pairLineId: string;
let confirmedOrderId: string;
let designLineId: string;
/** Shipments: one packed, one returned to sender. */
let packedId: string;
let backId: string;
/** A shipment of two pieces that its carrier has, with its line and a statement that has less for it; and one that was lost. */
let carriedId: string;
let carriedLineId: string;
let carriedDifferenceId: string;
let lostId: string;
let draftId: string;
/** A return that awaits an answer, an approved one with its line, and an edit that staff proposed. */
let askedId: string;
let exchangedId = '';
/** A delivered order with its line. */
let deliveredId: string;
let deliveredLineId: string;
/** What it can be exchanged for. */
let mugVariantId: string;
let approvedId: string;
let returnedLineId: string;
let proposedId: string;
/** Orders with a refund due. */
let dueRefundId: string;
/** Somebody who may not give much money back alone. */
let limited: Person;
let askedRefundId: string;
/** An order whose cash the carrier holds. */
let collectedId: string;
/** Authorized payments. */
let heldIds: string[];

databaseForFile();
beforeAll(async () => {
  world = await makeWorld(db);
  const { tenantId } = world.store;
  ruler = await makePerson(db, tenantId, 'super_admin');
  owner = await makePerson(db, tenantId);
  await db.owner`insert into user_roles (user_id, role) values (${owner.id}, 'super_admin')`;
  await db.owner`insert into private.staff_roles (id, name) values (${tempRole}, 'Temp')`;
  await db.owner`insert into private.staff_invitations (id, tenant_id, token_hash, email, language, invited_by)
    values (${invitationId}, ${world.store.tenantId}, repeat('c', 64), 'invited@example.com', 'en', ${ruler.id})`;
  emptyStore = freshTenant();
  await db.owner`insert into tenants (id, name) values (${emptyStore}, 'Empty')`;
  await db.owner`insert into categories (tenant_id, name) values (${tenantId}, 'Spare')`;
  beginner = await makePerson(db, emptyStore, 'admin');
  await db.run(
    world.admin.identity,
    `insert into categories (tenant_id, name) values ('${tenantId}', 'Gone')`,
  );
  await db.run(
    world.admin.identity,
    `delete from categories where tenant_id = '${tenantId}' and name = 'Gone'`,
  );
  pendingOrderId = (await place(db, world.victim.identity, orderOf(world.store))).id;
  unconfirmedOrderId = (await place(db, world.victim.identity, orderOf(world.store))).id;
  await db.owner`update orders set confirm_until = now() + interval '1 day' where id = ${unconfirmedOrderId}`;
  heldIds = (
    await db.owner<{ id: string }[]>`
      insert into payments (tenant_id, order_id, amount, status, authorization_id, held_amount, held_until, expires_at)
      select tenant_id, id, 5, 'held', 'pi_' || place, 5, now() + interval '1 day', now()
      from orders, generate_series(1, 2) place where id = ${unconfirmedOrderId} returning id`
  ).map(({ id }) => id);
  const mugs = { lines: [{ product_id: world.store.mugId, quantity: 2 }] };
  const pair = await place(db, world.victim.identity, orderOf(world.store, mugs));
  [pairOrderId, pairLineId] = [pair.id, pair.lines[0]?.id ?? ''];
  const designed = { lines: [{ quantity: 1, design: designOf(['Souk']), preview: null }] };
  const [confirmed, packed, back] = [
    await place(db, world.victim.identity, orderOf(world.store, designed)),
    await place(db, world.victim.identity, orderOf(world.store)),
    await place(db, world.victim.identity, orderOf(world.store)),
  ];
  [confirmedOrderId, designLineId] = [confirmed.id, confirmed.lines[0]?.id ?? ''];
  for (const { id } of [confirmed, packed, back]) await move(db, world.admin.identity, id, 'confirmed');
  const pack = (id: string) =>
    call<string>(db, world.admin.identity, 'select (pack_order($1::text::uuid)).id as value', [id]);
  [packedId, backId] = [await pack(packed.id), await pack(back.id)];
  for (const state of ['handed_over', 'returned_to_sender'])
    await db.run(world.admin.identity, 'select move_shipments($1::text::uuid[], $2::text::shipment_state)', [
      `{${backId}}`,
      state,
    ]);
  const carried = async () => {
    const hoodies = { lines: [{ product_id: world.store.hoodieId, quantity: 2, size: 'M', color: 'Black' }] };
    const { id, lines } = await place(db, world.victim.identity, orderOf(world.store, hoodies));
    await move(db, world.admin.identity, id, 'confirmed');
    const shipmentId = await call<string>(
      db,
      world.admin.identity,
      `select (pack_order($1::text::uuid, p_shipment => '{"carrier_name": "Swift"}')).id as value`,
      [id],
    );
    await db.run(world.admin.identity, "select move_shipments(array[$1::text::uuid], 'handed_over')", [
      shipmentId,
    ]);
    return [shipmentId, lines[0]?.id ?? ''];
  };
  [carriedId = '', carriedLineId = ''] = await carried();
  [lostId = ''] = await carried();
  draftId = await call<string>(db, world.admin.identity, 'select (save_draft($1::text::jsonb)).id as value', [
    JSON.stringify(
      orderOf(world.store, { channel: 'phone', customer: { name: 'Hoda', email: 'hoda@example.com' } }),
    ),
  ]);
  await db.run(world.admin.identity, "select move_shipments(array[$1::text::uuid], 'lost')", [lostId]);
  // What was lost is sent again.
  await db.run(
    world.admin.identity,
    `select adjust_stock(product_id, 20, 'Found', id) from product_variants where product_id = '${world.store.hoodieId}' and is_active`,
  );
  const [difference] = await db.owner`
    with settlement as (insert into settlements (tenant_id, amount) values (${tenantId}, 0) returning id)
    insert into settlement_differences (tenant_id, settlement_id, kind, tracking_number, shipment_id, stated)
    select ${tenantId}, id, 'not_delivered', 'X', ${carriedId}, 0 from settlement returning id`;
  carriedDifferenceId = difference?.id;
  const arrived = async () => {
    const { id, lines } = await place(db, world.victim.identity, orderOf(world.store));
    await move(db, world.admin.identity, id, 'confirmed', 'in_production', 'shipped', 'delivered');
    const asked = "select (request_return($1::text::uuid, 'Torn')).id as value";
    return [await call<string>(db, world.victim.identity, asked, [id]), lines[0]?.id ?? ''];
  };
  const delivered = await place(db, world.victim.identity, orderOf(world.store));
  await move(db, world.admin.identity, delivered.id, 'confirmed', 'in_production', 'shipped', 'delivered');
  [deliveredId, deliveredLineId] = [delivered.id, delivered.lines[0]?.id ?? ''];
  mugVariantId = await variantOf(db, world.store.mugId);
  await db.owner`update settings set returns = returns || '{"exchanges": "product"}' where tenant_id = ${world.store.tenantId}`;
  [askedId = ''] = await arrived();
  [approvedId = '', returnedLineId = ''] = await arrived();
  await db.run(world.admin.identity, 'select decide_return($1::text::uuid, true)', [approvedId]);
  [exchangedId = ''] = await arrived();
  await db.run(world.admin.identity, "select decide_return($1::text::uuid, true, p_kind => 'replacement')", [
    exchangedId,
  ]);
  const changing = await place(db, world.victim.identity, orderOf(world.store));
  proposedId = await call<string>(
    db,
    world.admin.identity,
    'select (edit_order($1::text::uuid, $2::text::jsonb)).id as value',
    [changing.id, JSON.stringify({ add: [{ product_id: world.store.mugId, quantity: 1 }] })],
  );
  const paid = await place(
    db,
    world.victim.identity,
    orderOf(world.store, { payment_method: 'bank_transfer' }),
  );
  await db.run(world.admin.identity, "select record_payment($1::text::uuid, 'paid')", [paid.id]);
  await db.run(world.admin.identity, `select refund_order($1::text::uuid, '{"goodwill": 5}')`, [paid.id]);
  dueRefundId = (await db.owner`select id from refunds where order_id = ${paid.id}`)[0]?.id ?? '';
  limited = await makeWorker(db, world.store.tenantId, ['money.refund', 'log.see'], { 'money.refund': 6 });
  const refund = { p_order_id: paid.id, p_refund: { goodwill: 7, way: 'cash' } };
  askedRefundId = await call<string>(
    db,
    limited.identity,
    "select request_approval('refund_order', $1::text::jsonb) as value",
    [JSON.stringify(refund)],
  );
  const cash = await place(db, world.victim.identity, orderOf(world.store));
  await move(db, world.admin.identity, cash.id, 'confirmed', 'in_production', 'shipped', 'delivered');
  collectedId = (await db.owner`select id from shipments where order_id = ${cash.id}`)[0]?.id ?? '';
  await db.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${world.victim.id}, 'totp', 'verified', now(), now())`;
  // The admin's second store, to which they copy policies.
  const { tenantId: second } = await makeStore(db, 'meeplehouse');
  await db.owner`insert into user_roles (user_id, tenant_id, role) values (${world.admin.id}, ${second}, 'admin')`;
  await db.owner`update settings set legal = '{"shippingReturns": "Soon.", "terms": ""}'
    where tenant_id = ${world.store.tenantId}`;
});

/** The audit entries of a statement, which is rolled back. */
async function writtenFor(who: Identity, statement: string): Promise<Row[]> {
  return db.transaction(
    who,
    async (sql) => {
      const returning = statement.startsWith('select') ? '' : 'returning true';
      expect(await sql.unsafe(`${statement} ${returning}`), statement).not.toHaveLength(0);
      return sql.unsafe(
        'select actor_id, action, entity, label, before, after from audit_log where created_at = now() order by id',
      );
    },
    { rollback: true },
  );
}

/** Tables that hold nothing of the store itself: how staff view lists and read files. */
const ofTheDesk = ['saved_views', 'import_columns', 'staff_notification_choices'];
const changed = Object.entries(tableRules).flatMap(([name, { staff }]) =>
  staff && !ofTheDesk.includes(name) ? [{ name, ...staff }] : [],
);
const keyOf = (name: string) => (name.endsWith('settings') || name === 'brands' ? 'tenant_id' : 'id');
const oneRow = (name: string) =>
  `(select ${keyOf(name)} from ${name} where tenant_id = '${world.store.tenantId}'${
    name === 'orders' ? ` and id = '${pendingOrderId}'` : ''
  }${name === 'products' ? ` and id = '${world.store.mugId}'` : ''} limit 1)`;

const byType: Record<string, string> = {
  text: `'changed'`,
  boolean: 'not coalesce(#, false)',
  integer: 'coalesce(#, 0) + 1',
  numeric: 'coalesce(#, 0) + 1',
  'timestamp with time zone': `now() + interval '1 hour'`,
};
const byColumn: Record<string, string> = {
  'banners.link_url': `'/products'`,
  'brands.logo': `'/changed.svg'`,
  'brands.logo_dark': `'/changed.png'`,
  'brands.icon': `'/changed.png'`,
  'brands.primary_color': `chr(35) || '006655'`,
  'brands.secondary_color': `chr(35) || '006655'`,
  'brands.music': `'/changed.mp3'`,
  'brands.default_language': `'ar'`,
  'brands.only_language': `'ar'`,
  'brands.option_fields': `'{sizes}'`,
  'brands.part_looks': `'{"card": "gallery"}'`,
  'brands.home_sections': `'{story}'`,
  'brands.display_tracking': '0.1',
  'brands.display_leading': '1.5',
  'brands.display_scale': '1.5',
  'brands.made_for_values': `'{Pixel 9}'`,
  'brands.hero_picture': `'/changed.jpg'`,
  'brands.hero_films': `'{/changed.webm}'`,
  'brands.story_picture': `'/changed.jpg'`,
  'brands.translations': `'{"ar": {"hero_title": "اسم"}}'`,
  'brands.mail_reply_to': `'changed@store.example'`,
  'brands.order_prefix': `'DW'`,
  'customer_records.tags': `'{VIP}'`,
  'customer_records.blocked_reason': `'Never paid'`,
  'delivery_slots.day_of_week': '(day_of_week + 1) % 7',
  'delivery_slots.from_time': `'09:59'`,
  'delivery_slots.to_time': `'20:59'`,
  'delivery_slots.zone_id':
    '(select z.id from shipping_zones z where z.tenant_id = delivery_slots.tenant_id limit 1)',
  'discounts.kind': `'fixed'`,
  'discounts.code': `'CHANGED'`,
  'discounts.value': 'value + 1',
  'offers.kind': `'set_price', reduced_pieces = null`,
  'offers.set_size': '# + 1',
  'offers.reduced_pieces': '1',
  'offers.product_ids': 'array[gen_random_uuid()]',
  'offers.category_ids': `(select array_agg(id) from categories where tenant_id = offers.tenant_id)`,
  'offers.margin_percent': '10',
  'offers.budget': '500',
  'offers.audience': `'signed_in'`,
  'offers.weekdays': `'{4}'`,
  'offers.translations': `'{"ar": {"name": "اسم"}}'`,
  'orders.status': `'confirmed'`,
  'products.category_id': '(select c.id from categories c where c.tenant_id = products.tenant_id limit 1)',
  'attributes.choices': `'{Fitted,Loose}'`,
  'attributes.category_ids': `(select array_agg(id) from categories where tenant_id = attributes.tenant_id)`,
  'products.attributes': `jsonb_build_object((select a.id from public.attributes a where a.tenant_id = products.tenant_id), 61)`,
  'products.images': `'["changed.webp"]'`,
  'products.image_alts': `'{"a.webp": "From the front"}'`,
  'products.videos': `'["changed.mp4"]'`,
  'products.tags': `'{Winter}'`,
  'products.old_paths': `'{/products/changed}'`,
  'products.slug': `'changed'`,
  'categories.slug': `'changed'`,
  'categories.old_paths': `'{/collections/changed}'`,
  'reviews.status': `'rejected'`,
  'settings.shipping': `shipping || '{"defaultShippingFee": 31}'`,
  'settings.payment': `payment || '{"onlinePayment": false}'`,
  'settings.customization': `customization || '{"textPrice": 6}'`,
  'settings.contact': `contact || '{"contactPhone": "16000"}'`,
  'settings.points': `points || '{"earnRate": 2}'`,
  'settings.invoicing': `'{"taxNumber": "123-456-789"}'`,
  'settings.features': `features || '{"liveChat": false}'`,
  'settings.legal': `legal || '{"terms": "Changed"}'`,
  'settings.returns': `returns || '{"returnDays": 14}'`,
  'search_synonyms.words': `'{cap,hat}'`,
  'settings.store': `store || '{"description": "Changed"}'`,
  'attributes.translations': `'{"ar": {"name": "اسم"}}'`,
  'banners.translations': `'{"ar": {"name": "اسم"}}'`,
  'categories.translations': `'{"ar": {"name": "اسم"}}'`,
  'discounts.translations': `'{"ar": {"name": "اسم"}}'`,
  'settings.gifts': `'{"enabled": true, "price": 25}'`,
  'staff_settings.call_waits': `'{two_hours}'`,
  'message_texts.body': `'Your order {number}'`,
  'saved_replies.translations': `'{"ar": {"title": "تأخير"}}'`,
  'faq_questions.translations': `'{"ar": {"name": "اسم"}}'`,
  'products.translations': `'{"ar": {"name": "اسم"}}'`,
  'settings.translations': `'{"ar": {"legal": {"terms": "كلام"}}}'`,
  'shipping_zones.translations': `'{"ar": {"name": "اسم"}}'`,
  'shipping_zones.places': `'{Aswan}'`,
  'shipping_zones.rates': `'[]'`,
  'shipping_zones.carrier': `'bosta'`,
  'staff_settings.contact_emails': `'{desk@inkthread.example}'`,
  'staff_settings.notification_channels': `'{sms}'`,
  'staff_settings.notification_kinds': `'{shipped}'`,
  'staff_settings.phone_notifications_limit': '50',
  'staff_settings.stranger_notifications_limit': '5',
  'staff_settings.cash_rules': `'{"firstOrder": "confirm"}'`,
};

const inserts: Record<string, () => [Identity, string]> = {
  attributes: () => ours(`insert into attributes (tenant_id, name, kind) values (#, 'Washable', 'boolean')`),
  banners: () => ours(`insert into banners (tenant_id, title) values (#, 'New')`),
  categories: () => ours(`insert into categories (tenant_id, name) values (#, 'New')`),
  customer_records: () =>
    ours(
      `insert into customer_records (tenant_id, user_id)
       select tenant_id, id from profiles where tenant_id = # and id <> '${world.victim.id}' limit 1`,
    ),
  delivery_slots: () =>
    ours(
      `insert into delivery_slots (tenant_id, day_of_week, from_time, to_time) values (#, 2, '08:00', '09:00')`,
    ),
  shipping_zones: () =>
    ours(`insert into shipping_zones (tenant_id, name, places) values (#, 'Sinai', '{South Sinai}')`),
  discounts: () =>
    ours(`insert into discounts (tenant_id, code, kind, value) values (#, 'NEWER', 'fixed', 5)`),
  offers: () => ours(`insert into offers (tenant_id, name, kind, value) values (#, 'Newer', 'percent', 5)`),
  message_texts: () =>
    ours(
      `insert into message_texts (tenant_id, key, language, body) values (#, 'placed', 'en', 'Order {number}')`,
    ),
  saved_replies: () =>
    ours(`insert into saved_replies (tenant_id, title, body) values (#, 'Sold out', 'It comes back.')`),
  faq_questions: () =>
    ours(`insert into faq_questions (tenant_id, question, answer) values (#, 'Why?', 'So.')`),
  products: () => ours(`insert into products (tenant_id, name, price) values (#, 'New', 5)`),
  search_synonyms: () => ours(`insert into search_synonyms (tenant_id, words) values (#, '{mug,cup}')`),
  settings: () => [beginner.identity, `insert into settings (tenant_id) values ('${emptyStore}')`],
  staff_settings: () => [
    beginner.identity,
    `insert into staff_settings (tenant_id) values ('${emptyStore}')`,
  ],
};
const ours = (statement: string): [Identity, string] => [
  world.admin.identity,
  statement.replaceAll('#', `'${world.store.tenantId}'`),
];
const deletes: Record<string, string> = {
  attributes: 'true',
  banners: 'true',
  faq_questions: 'true',
  message_texts: 'true',
  saved_replies: 'true',
  categories: `name = 'Spare'`,
  delivery_slots: 'not is_active',
  discounts: `code = 'OPEN'`,
  offers: `name = 'Unused'`,
  shipping_zones: 'true',
  search_synonyms: 'true',
  products: `name = 'Not yet'`,
  reviews: 'true',
};

test.each(changed)('each column of $name that staff change is logged', async ({ name, update }) => {
  const columns = await db.owner<{ name: string; type: string; enumerated: boolean }[]>`
    select a.attname as name, format_type(a.atttypid, null) as type, t.typtype = 'e' as enumerated
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${`public.${name}`}::text::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname = any (${[...(update ?? [])]}) and a.attname not in ('updated_at', 'version')
      and has_column_privilege('authenticated', a.attrelid, a.attnum, 'update')`;
  expect(columns.length).toBeGreaterThan(0);
  for (const column of columns) {
    const another = `(select e from unnest(enum_range(null::${column.type})) e where e is distinct from # limit 1)`;
    const ofType = column.enumerated ? another : byType[column.type.replace(/\(.*/, '')];
    const value = byColumn[`${name}.${column.name}`] ?? ofType;
    if (!value) throw new Error(`Say how ${name}.${column.name} (${column.type}) is changed`);
    const statement = `update ${name} set ${column.name} = ${value.replaceAll('#', column.name)} where ${keyOf(name)} = ${oneRow(name)}`;
    // With a second step, which one of these columns demands.
    const written = await writtenFor(world.admin.assured, statement);
    expect(written, statement).toHaveLength(1);
    expect(written[0], statement).toMatchObject({
      actor_id: world.admin.id,
      action: 'update',
      entity: name,
    });
    expect(written[0]?.before, statement).toHaveProperty(column.name);
    expect(written[0]?.label, statement).not.toBe('');
  }
});

test.each(changed.filter(({ insert }) => insert))(
  'what staff add to $name is written down',
  async ({ name }) => {
    const [who, statement] = inserts[name]?.() ?? [];
    if (!who || !statement) throw new Error(`Say how a row of ${name} is added`);
    expect(await writtenFor(who, statement)).toMatchObject([{ action: 'insert', entity: name }]);
  },
);

test.each(changed.filter(({ delete: remove }) => remove))(
  'what staff delete from $name is written down',
  async ({ name }) => {
    const which = `tenant_id = '${world.store.tenantId}' and ${deletes[name]}`;
    const written = await writtenFor(world.admin.identity, `delete from ${name} where ${which}`);
    expect(written).toContainEqual(expect.objectContaining({ action: 'delete', entity: name }));
  },
);

/** Functions that change only the caller's own data, or nothing of the store. */
const notStaffs = [
  // An account's first step into the stores: tests/database/invitations.test.ts.
  'accept_staff_invitation',
  // Written in the order's own history: tests/database/order-edits, pay-links and order-calls.
  'accept_edit_by_telephone',
  'cancel_pay_link',
  'create_pay_link',
  'record_call',
  'send_pay_link',
  'share_pay_link',
  // Logged as assign_orders is, by the same trigger: tests/database/assignments.test.ts.
  'assign_approval_requests',
  // Who calls about which order, for minutes.
  'claim_call',
  'keep_call',
  'release_call',
  // Owners are told: tests/database/owner-alerts.test.ts.
  'export_personal_data',
  'log_export',
  // The shopper's own credit.
  'pay_link_with_credit',
  // Needs a delivery of this half minute: tests/database/partial-deliveries.test.ts.
  'take_delivery_back',
  // The customer's own link.
  'claim_order',
  'choose_notifications',
  'create_profile_with_tenant',
  'create_simple_profile',
  // Owners' own, of no store that is there: tests/database/stores.test.ts.
  'create_store',
  // The shopper's answer; staff answer only for orders they placed themselves.
  'decide_edit',
  // What is meant for the caller alone.
  'mark_seen',
  // Its entry names nobody: tests/database/personal-data.test.ts reads it.
  'delete_account',
  'place_order',
  'quote_order',
  'redeem_points',
  // Removes rows of all stores: tests/database/demo-removal.test.ts.
  'remove_demo',
  // The log goes too: tests/database/stores.test.ts.
  'remove_store',
  // The server's own work, of no store.
  'retry_jobs',
  // Reading, too, is not logged.
  'see_approval_requests',
  'send_chat_message',
  'set_morning_mail',
  'send_transfer_proof',
  // A link that changes nothing in the store.
  'store_preview',
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** Functions that staff call, each with the entities whose changes it must log. */
const calls: Record<string, (world: World) => [call: string, ...entities: string[]][]> = {
  add_order_note: ({ orderId }) => [
    [`add_order_note('${orderId}', 'Looks nervous')`, 'order_notes'],
    [`add_order_note('${orderId}', 'Ring twice', false)`, 'order_notes'],
  ],
  add_product: ({ store }) => [
    [
      `add_product('${store.tenantId}', '{"name": "New", "price": 80}', '[]', '[{"options": [], "stock": 3}]')`,
      'products',
    ],
  ],
  adjust_points: ({ store, victim }) => [
    [`adjust_points('${store.tenantId}', '${victim.id}', 5, 'A gift')`, 'point_entries'],
  ],
  adjust_store_credit: ({ store, victim }) => [
    [`adjust_store_credit('${store.tenantId}', '${victim.id}', 5, 'Sorry')`, 'store_credits'],
  ],
  save_draft: ({ store }) => [
    [
      `save_draft(${quoted(JSON.stringify(orderOf(store, { channel: 'phone', customer: { name: 'Hoda', email: 'hoda@example.com' } })))})`,
      'order_drafts',
    ],
  ],
  cancel_draft: () => [[`cancel_draft('${draftId}')`, 'order_drafts']],
  assign_returns: () => [[`assign_returns('{${askedId}}', '${world.admin.id}')`, 'assignments']],
  place_order_for: ({ store }) => [
    [
      `place_order_for(${quoted(JSON.stringify(orderOf(store, { channel: 'phone', customer: { name: 'Hoda', email: 'hoda@example.com' } })))})`,
      'orders',
    ],
  ],
  settle_statement: ({ store }) => [
    [
      `settle_statement('${store.tenantId}', '{"lines": [{"number": "nobody", "amount": 5}]}')`,
      'settlements',
    ],
  ],
  compare_payment_file: ({ store }) => [
    [
      `compare_payment_file('${store.tenantId}', 'paymob', '{"day": "2026-01-01", "lines": [{"id": "1", "kind": "paid", "amount": 5}]}')`,
      'payment_reports',
    ],
  ],
  resolve_payment_difference: ({ store }) => [
    [
      `resolve_payment_difference((select id from payment_differences where tenant_id = '${store.tenantId}' and resolved_at is null limit 1), 'Ours')`,
      'payment_differences',
    ],
  ],
  capture_payment: () => [[`capture_payment('${heldIds[0]}')`, 'payments']],
  release_payment: () => [[`release_payment('${heldIds[1]}')`, 'payments']],
  close_day: ({ store }) => [
    [`close_day('${store.tenantId}', (now() - interval '1 day')::date, '[]')`, 'day_closes'],
  ],
  resolve_difference: ({ store }) => [
    [
      `resolve_difference((select id from settlement_differences where tenant_id = '${store.tenantId}' limit 1), 'Ours')`,
      'settlement_differences',
    ],
  ],
  resolve_difference_as_part: () => [
    [
      `resolve_difference_as_part('${carriedDifferenceId}', '[{"order_line_id": "${carriedLineId}", "quantity": 1}]', 'Ours')`,
      'shipments',
      'shipments',
      'orders',
      'settlement_differences',
    ],
  ],
  claim_from_carrier: () => [[`claim_from_carrier('${lostId}', '{"amount": 5}')`, 'carrier_claims']],
  answer_claim: () => [
    [`answer_claim((select id from carrier_claims where shipment_id = '${lostId}'), 5)`, 'carrier_claims'],
  ],
  lose_shipment: () => [[`lose_shipment('${carriedId}', false)`, 'shipments', 'orders']],
  send_lost_again: () => [[`send_lost_again('${lostId}')`, 'orders']],
  deliver_shipments: () => [
    [`deliver_shipments('[{"shipment_id": "${carriedId}"}]')`, 'shipments', 'orders'],
  ],
  overrule_cash_rule: () => [[`overrule_cash_rule('${unconfirmedOrderId}', 'A neighbour')`, 'orders']],
  settle_cash: ({ store }) => [
    [
      `settle_cash('${store.tenantId}', '{"lines": [{"shipment_id": "${collectedId}", "amount": 281}]}')`,
      'settlements',
      'shipments',
      'orders',
    ],
  ],
  book_transfer: ({ transferOrderId }) => [[`book_transfer('${transferOrderId}', 5)`, 'transfers', 'orders']],
  reject_transfer: ({ transferId }) => [
    [`reject_transfer('${transferId}', 'Not there')`, 'transfers', 'order_notes'],
  ],
  adjust_stock: ({ store }) => [
    [`adjust_stock('${store.mugId}', -1, 'Torn')`, 'products'],
    [
      `adjust_stock('${store.hoodieId}', -1, 'Torn', (select id from product_variants where product_id = '${store.hoodieId}' and is_active limit 1))`,
      'products',
    ],
  ],
  save_product_variants: ({ store }) => [
    [
      `save_product_variants(id, version, '[]', '[{"options": [], "sku": "MUG", "price": 80}]') from products where id = '${store.mugId}'`,
      'products',
    ],
  ],
  cancel_pieces: () => [
    [`cancel_pieces('${pairOrderId}', '[{"order_line_id": "${pairLineId}", "quantity": 1}]')`, 'order_notes'],
    [
      `cancel_pieces('${pairOrderId}', '[{"order_line_id": "${pairLineId}", "quantity": 2}]', 'Sold out')`,
      'orders',
    ],
  ],
  book_shipments: () => [[`book_shipments('{${packedId}}', 'bosta', 'Bosta')`, 'shipments']],
  change_store_state: ({ store }) => [[`change_store_state('${store.tenantId}', 'closed')`, 'settings']],
  place_test_order: ({ store }) => [[`place_test_order('${store.tenantId}')`, 'orders']],
  remove_test_order: ({ store }) => [
    [`remove_test_order((place_test_order('${store.tenantId}')).id)`, 'orders', 'orders'],
  ],
  change_shipments: () => [
    [`change_shipments('{${packedId}}', '{"carrier_name": "Quick Riders"}')`, 'shipments'],
  ],
  change_shipment: () => [[`change_shipment('${packedId}', '{"tracking_number": "T-1"}')`, 'shipments']],
  inspect_shipments: () => [[`inspect_shipments('{${backId}}')`, 'shipments']],
  inspect_shipment: () => [[`inspect_shipment('${backId}')`, 'shipments']],
  // A scan says who has a parcel in hand; handing it over is what is logged.
  scan_for_handover: () => [[`scan_for_handover('${packedId}')`]],
  discard_handover_scans: () => [[`discard_handover_scans('{${packedId}}')`]],
  mark_printed: () => [
    [`mark_printed('[{"order_line_id": "${designLineId}", "quantity": 1}]')`, 'print_runs'],
  ],
  mark_orders_printed: () => [[`mark_orders_printed('{${confirmedOrderId}}')`, 'print_runs']],
  print_again: () => [
    [`print_again('[{"order_line_id": "${designLineId}", "quantity": 1}]', 'Torn')`, 'print_runs'],
  ],
  move_shipments: () => [
    [`move_shipments('{${packedId}}', 'handed_over')`, 'shipments', 'orders'],
    [`move_shipments('{${packedId}}', 'cancelled')`, 'shipments'],
  ],
  pack_order: () => [[`pack_order('${confirmedOrderId}')`, 'shipments']],
  pack_orders: () => [[`pack_orders('{${confirmedOrderId}}')`, 'shipments']],
  cancel_order: () => [[`cancel_order('${pendingOrderId}', 'Sold out')`, 'orders']],
  change_order_statuses: () => [[`change_order_statuses('{${pendingOrderId}}', 'confirmed')`, 'orders']],
  change_order_status: () => [[`change_order_status('${pendingOrderId}', 'confirmed')`, 'orders']],
  change_products: ({ store }) =>
    [{ kind: 'stock', by: 'add', value: 3 }, { kind: 'featured', value: true }, { kind: 'delete' }].map(
      (change) => [
        `change_products('${store.tenantId}', '{${store.hoodieId}}', '${JSON.stringify(change)}')`,
        'products',
      ],
    ),
  import_products: ({ store }) => [
    [
      `import_products('${store.tenantId}', '[{"row": 2, "id": "${store.hoodieId}", "set": {"price": 7}}]', false)`,
      'products',
    ],
    [`import_products('${store.tenantId}', '[{"row": 2, "set": {"name": "New"}}]', false)`, 'products'],
  ],
  assign_orders: ({ orderId, admin }) => [
    [`assign_orders('{${orderId}}', '${admin.id}')`, 'assignments'],
    [`assign_orders('{${orderId}}', null)`],
  ],
  tag_orders: ({ orderId }) => [
    [`tag_orders('{${orderId}}', '{VIP}')`, 'orders'],
    [`tag_orders('{${orderId}}', '{}', '{Unknown}')`],
  ],
  // The orders and customers themselves are in the import.
  import_orders: ({ store }) => [
    [
      `import_orders('${store.tenantId}', '{"source": "shopify", "file_name": "orders.csv"}', '[{"number": "1", "placed_at": "2024-01-01", "total": 1, "lines": [{"name": "Mug", "quantity": 1, "price": 1}]}]', false)`,
      'store_imports',
    ],
  ],
  import_customers: ({ store }) => [
    [
      `import_customers('${store.tenantId}', '{"source": "shopify", "file_name": "customers.csv"}', '[{"email": "old@example.com"}]', false)`,
      'store_imports',
    ],
  ],
  undo_import: ({ store }) => [
    [
      `undo_import((import_customers('${store.tenantId}', '{"source": "shopify", "file_name": "customers.csv"}', '[{"email": "old@example.com"}]', false)).import_id)`,
      'store_imports',
      'store_imports',
    ],
  ],
  assign_conversations: ({ conversationId, admin }) => [
    [`assign_conversations('{${conversationId}}', '${admin.id}')`, 'assignments'],
  ],
  // Its answer was logged when it was written.
  resend_reply: ({ conversationId }) => [
    [`resend_reply((select id from messages where conversation_id = '${conversationId}' limit 1))`],
  ],
  mark_conversation: ({ conversationId }) => [
    [`mark_conversation('${conversationId}', p_answered => true)`, 'conversations'],
    [`mark_conversation('${conversationId}', p_open => false)`, 'conversations'],
    [`mark_conversation('${conversationId}', false, true)`, 'conversations'],
  ],
  order_banners: ({ store }) => [
    [
      `order_banners('${store.tenantId}', (select array_agg(id order by title) from banners where tenant_id = '${store.tenantId}'))`,
      'banners',
    ],
  ],
  order_faq_questions: ({ store }) => [
    [
      `order_faq_questions('${store.tenantId}', (select array_agg(id order by question desc) from faq_questions where tenant_id = '${store.tenantId}'))`,
      'faq_questions',
    ],
  ],
  record_payment: ({ orderId }) => [
    [`record_payment('${orderId}', 'refunded')`, 'refunds', 'orders'],
    [`record_payment('${pendingOrderId}', 'paid')`, 'orders'],
  ],
  remove_user_factors: ({ store, victim }) => [
    [`remove_user_factors('${victim.id}', '${store.tenantId}')`, 'mfa_factors'],
  ],
  reply_to_conversation: ({ conversationId }) => [
    [`reply_to_conversation('${conversationId}', 'Yes')`, 'messages'],
  ],
  request_approval: ({ orderId }) => [
    [
      `request_approval('refund_order', '{"p_order_id": "${orderId}", "p_refund": {"goodwill": 7, "way": "cash"}}')`,
      'approval_requests',
    ],
  ],
  decide_approval_request: () => [
    [`decide_approval_request('${askedRefundId}', false, 'No')`, 'approval_requests'],
    [`decide_approval_request('${askedRefundId}', true)`, 'refunds', 'approval_requests'],
  ],
  refund_order: ({ orderId }) => [
    [`refund_order('${orderId}', '{"goodwill": 5, "way": "transfer"}')`, 'refunds', 'orders'],
  ],
  request_refund: ({ orderId }) => [[`request_refund('${orderId}', 'Torn')`, 'refunds', 'orders']],
  request_exchange: () => [
    [
      `request_exchange('${deliveredId}', '[{"order_line_id": "${deliveredLineId}", "quantity": 1, "variant_id": "${mugVariantId}"}]', 'cash_on_delivery', 'audit-exchange')`,
      'returns',
      'returns',
      'order_notes',
      'orders',
    ],
  ],
  request_size_replacement: () => [
    [
      `request_size_replacement('${deliveredId}', '[{"order_line_id": "${deliveredLineId}", "size": "M"}]', 'cash_on_delivery', 'audit-size')`,
      'returns',
      'order_notes',
    ],
  ],
  request_return: ({ orderId }) => [[`request_return('${orderId}', 'They rang')`, 'returns', 'orders']],
  allow_exchange: () => [
    [`allow_exchange('${exchangedId}', 'Lost by the courier')`, 'returns', 'order_notes'],
  ],
  decide_returns: () => [[`decide_returns('{${askedId}}', true)`, 'returns']],
  decide_return: () => [
    [`decide_return('${askedId}', true)`, 'returns'],
    [`decide_return('${askedId}', false)`, 'returns', 'orders'],
  ],
  edit_order: ({ store }) => [
    [`edit_order('${confirmedOrderId}', '{"note": "Ring twice"}')`, 'order_edits', 'orders'],
    [
      `edit_order('${confirmedOrderId}', '{"add": [{"product_id": "${store.mugId}", "quantity": 1}]}')`,
      'order_edits',
    ],
  ],
  receive_return: () => [
    [
      `receive_return('${approvedId}', '[{"order_line_id": "${returnedLineId}", "received": 1, "fate": "restock"}]')`,
      'returns',
      'refunds',
      'orders',
    ],
  ],
  send_return: () => [[`send_return('${approvedId}')`, 'returns']],
  withdraw_edit: () => [[`withdraw_edit('${proposedId}')`, 'order_edits']],
  withdraw_return: () => [[`withdraw_return('${askedId}')`, 'returns', 'orders']],
  send_refunds: () => [[`send_refunds('{${dueRefundId}}', 'cash')`, 'refunds', 'orders']],
  send_refund: () => [[`send_refund('${dueRefundId}', 'cash')`, 'refunds', 'orders']],
  set_user_role: ({ store, victim }) => [
    [`set_user_role('${victim.id}', '${store.tenantId}', 'admin')`, 'user_roles'],
  ],
  grant_staff_role: ({ store, victim }) => [
    [`grant_staff_role('${victim.id}', '${store.tenantId}', '${packerRole}')`, 'staff_grants'],
  ],
  revoke_staff_role: ({ store, admin }) => [
    [`revoke_staff_role('${admin.id}', '${store.tenantId}', '${packerRole}')`, 'staff_grants'],
  ],
  invite_staff: ({ store }) => [
    [
      `invite_staff('${store.tenantId}', repeat('a', 64), 'new@example.com', 'en', '{${packerRole}}', '{${store.tenantId}}')`,
      'staff_invitations',
    ],
  ],
  renew_staff_invitation: ({ store }) => [
    [`renew_staff_invitation('${store.tenantId}', '${invitationId}', repeat('b', 64))`, 'staff_invitations'],
  ],
  revoke_staff_invitation: ({ store }) => [
    [`revoke_staff_invitation('${store.tenantId}', '${invitationId}')`, 'staff_invitations'],
  ],
  save_staff_role: ({ store }) => [
    [`save_staff_role('${store.tenantId}', 'Photographer', '{}', '{products.change}')`, 'staff_roles'],
    [
      `save_staff_role('${store.tenantId}', 'Intern', '{}', '{products.see}', '${tempRole}', 1)`,
      'staff_roles',
    ],
  ],
  delete_staff_role: ({ store }) => [
    [`delete_staff_role('${store.tenantId}', '${tempRole}')`, 'staff_roles'],
  ],
  restore_deleted: ({ store }) => [
    [
      `restore_deleted('${store.tenantId}', 'categories', (select array_agg(entity_id) from audit_log where label = 'Gone'))`,
      'categories',
    ],
  ],
  copy_to_stores: ({ store }) => [
    [
      `count(*) from copy_to_stores('policies', '${store.tenantId}', '{meeplehouse}',
        array(select version from preview_copy('policies', '${store.tenantId}', '{meeplehouse}') limit 1))`,
      'settings',
    ],
  ],
  undo_changes: ({ store }) => [
    [
      `undo_changes('${store.tenantId}', array(select id from audit_log where label = 'Gone' and action = 'delete'))`,
      'categories',
    ],
  ],
  undo_product_change: ({ productChangeId }) => [
    [`undo_product_change(${quoted(productChangeId)})`, 'products'],
  ],
};
const asRuler = [
  'change_store_state',
  'remove_user_factors',
  'set_user_role',
  'grant_staff_role',
  'revoke_staff_role',
  'invite_staff',
  'renew_staff_invitation',
  'revoke_staff_invitation',
];
const asOwner = ['save_staff_role', 'delete_staff_role'];

test('every function with which people change something is tested here, or is not for staff', async () => {
  const functions = await db.owner`
    select distinct p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  expect(functions.map((row) => row.proname)).toEqual([...Object.keys(calls), ...notStaffs].toSorted());
});

test.each(Object.keys(calls))('%s of staff is written down', async (name) => {
  const others = name === 'request_approval' ? limited : world.admin;
  const who = asOwner.includes(name) ? owner : asRuler.includes(name) ? ruler : others;
  for (const [statement, ...entities] of calls[name]?.(world) ?? []) {
    const written = await writtenFor(who.assured, `select ${statement}`);
    expect(
      written.map(({ actor_id, entity }) => [actor_id, entity]),
      statement,
    ).toEqual(entities.map((entity) => [who.id, entity]));
    expect(
      written.every(({ label }) => label),
      statement,
    ).toBe(true);
  }
});

describe('the audit log', () => {
  test('logs manual stock counts, not stock changes by orders', async () => {
    const [counted] = await writtenFor(
      world.admin.identity,
      `select adjust_stock('${world.store.mugId}', -1, 'Torn')`,
    );
    const [{ stock } = { stock: 0 }] =
      await db.owner`select stock from products where id = ${world.store.mugId}`;
    expect(counted).toMatchObject({
      action: 'update',
      label: 'Mug',
      before: { stock },
      after: { stock: stock - 1 },
    });
    const order = JSON.stringify(orderOf(world.store));
    await db.owner`insert into profiles (id, tenant_id, name) values (${ruler.id}, ${world.store.tenantId}, 'Ruler')
      on conflict do nothing`;
    expect(await writtenFor(ruler.assured, `select place_order(${quoted(order)})`)).toEqual([]);
    const cancelled = await writtenFor(world.admin.identity, `select cancel_order('${pendingOrderId}')`);
    expect(cancelled.map(({ entity }) => entity)).toEqual(['orders']);
  });

  test('logs staff’s actions on a message, not its arrival or reading', async () => {
    const read = `select mark_conversation('${world.conversationId}')`;
    expect(await writtenFor(world.admin.identity, read)).toEqual([]);
    const sent = `select send_chat_message('${world.store.tenantId}', 'Anybody there?')`;
    expect(await db.transaction(world.victim.identity, (sql) => sql.unsafe(sent))).toHaveLength(1);
    const [written] =
      await db.owner`select count(*)::int as n from audit_log where entity in ('messages', 'conversations')`;
    expect(written).toEqual({ n: 0 });
  });

  test('logs what a refund changed, why and how much was refunded', async () => {
    const [refund, order] = await writtenFor(
      world.admin.identity,
      `select request_refund('${world.orderId}', 'Torn')`,
    );
    expect(order?.after).toEqual({ payment_status: 'refunded' });
    expect(refund).toMatchObject({ label: order?.label, after: { way: 'transfer', reason: 'Torn' } });
  });

  test('logs who added a note to an order, and links to it', async () => {
    const [note] = await writtenFor(
      world.admin.identity,
      `select add_order_note('${world.orderId}', 'Looks nervous')`,
    );
    const [order] = await db.owner`select number from orders where id = ${world.orderId}`;
    expect(note).toMatchObject({
      action: 'insert',
      entity: 'order_notes',
      label: order?.number,
      after: { note: 'Looks nervous', internal: true },
    });
  });
});
