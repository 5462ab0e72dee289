import { type Identity, identifier } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderWithEverything } from './after-sale.ts';
import { admin, buy, db, delivered, shopper, store, storeForEachTest } from './own-store.ts';
import { errorMessage, makePerson, type Person, server } from './people.ts';
import { address, call, designOf, freshTenant, makeStore, move, variantOf } from './store.ts';

storeForEachTest();

let owner: Person;
beforeEach(async () => {
  owner = await makePerson(db, store.tenantId, 'super_admin');
});

/** The person, as if they signed in some minutes ago. */
function signedIn({ identity }: Person, minutesAgo = 1): Identity {
  const timestamp = Math.floor(Date.now() / 1_000) - minutesAgo * 60;
  return { ...identity, claims: { ...identity.claims, amr: [{ method: 'password', timestamp }] } };
}

const exported = (who: Identity, person?: Person) =>
  person
    ? call<Record<string, unknown>>(db, who, 'select export_personal_data($1, $2::text::uuid) as value', [
        ...[store.tenantId, person.id],
      ])
    : call<Record<string, unknown>>(db, who, 'select export_personal_data($1) as value', [store.tenantId]);

const erase = (who: Identity, person: Person) =>
  db.run(who, 'select delete_account($1, $2::text::uuid)', [store.tenantId, person.id]);

const refusedErase = (who: Identity, person: Person) =>
  errorMessage(db, who, 'select delete_account($1, $2::text::uuid)', [store.tenantId, person.id]);

/** The address that gets the mails. */
const addressOf = ({ email }: Person) => email.replace(`+${store.tenantId}`, '');

const secrets = ['Mona Adel', '01012345678', '9 Road 233', 'Leave it with Samir', 'Salma', 'my own words'];

/** A person with a row of every kind, each containing something only they would know. */
async function fillAccount(): Promise<{ orderId: string; number: string }> {
  const who = shopper.identity;
  await db.run(who, "update profiles set name = 'Salma' where id = $1", [shopper.id]);
  await db.run(who, "insert into profile_phones (user_id, tenant_id, phone) values ($1, $2, '01012345678')", [
    ...[shopper.id, store.tenantId],
  ]);
  const order = await delivered({
    note: 'Leave it with Samir',
    discount_code: 'TEN',
    lines: [
      { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
      {
        quantity: 1,
        size: 'L',
        color: 'Black',
        design: designOf(['Salma']),
      },
    ],
  });
  await db.run(
    who,
    `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street)
     values ($1, $2, 'Mona Adel', '01012345678', 'Cairo', 'Maadi', '9 Road 233')`,
    [store.tenantId, shopper.id],
  );
  await db.run(who, 'insert into wishlists (tenant_id, product_id) values ($1, $2)', [
    ...[store.tenantId, store.mugId],
  ]);
  const [poster] = await db.owner<{ id: string }[]>`
    insert into products (tenant_id, name, price) values (${store.tenantId}, 'Poster', 90) returning id`;
  await db.run(who, 'insert into stock_alerts (tenant_id, product_id, variant_id) values ($1, $2, $3)', [
    ...[store.tenantId, poster?.id ?? '', await variantOf(db, poster?.id ?? '')],
  ]);
  await db.run(
    who,
    "insert into reviews (tenant_id, product_id, rating, body) values ($1, $2, 4, 'Warm and soft')",
    [store.tenantId, store.hoodieId],
  );
  await db.run(who, "select send_chat_message($1, 'my own words')", [store.tenantId]);
  await db.run(server, "select send_contact_message($1, 'Salma', $2, 'Salma', 'my own words')", [
    ...[store.tenantId, addressOf(shopper)],
  ]);
  await admin.run("select add_order_note($1, 'Salma rang, 01012345678')", [order.id]);
  await admin.run("select adjust_points($1, $2::text::uuid, 5, 'Salma was patient')", [
    ...[store.tenantId, shopper.id],
  ]);
  await db.owner`insert into storage.objects (bucket_id, name) values
    ('designs', ${`${store.tenantId}/${shopper.id}/cat.png`}), ('avatars', ${`${store.tenantId}/${shopper.id}/me.png`}),
    ('designs', ${`${store.tenantId}/${admin.id}/other.png`}), ('order-photos', ${`${store.tenantId}/${shopper.id}/torn.webp`})`;
  await db.run(who, 'select request_return($1::text::uuid, $2, p_photos => $3::text::text[])', [
    ...[order.id, 'The hoodie is torn', `{${store.tenantId}/${shopper.id}/torn.webp}`],
  ]);
  await move(db, admin.identity, order.id, 'delivered');
  return { orderId: order.id, number: order.number };
}

function omit(row: unknown, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(row)).filter(([key]) => key !== name));
}

/** All rows of this store as text, without the names that invoices must keep. */
async function everything(): Promise<string> {
  const tables = await db.owner<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows =
        await db.owner`select to_jsonb(t) as row from ${identifier(name)} t where tenant_id = ${store.tenantId}`;
      const content =
        name === 'invoices'
          ? rows.map(({ row }) => omit(row, 'buyer'))
          : name === 'invoice_addresses'
            ? []
            : rows;
      return `${name}: ${JSON.stringify(content)}`;
    }),
  );
  return texts.join('\n');
}

describe('what a store has about a person', () => {
  test('is exported completely to that person, and to a super admin on request', async () => {
    const { number } = await fillAccount();
    const data = await exported(shopper.identity);
    expect(data).toMatchObject({
      account: { id: shopper.id, email: shopper.email },
      profile: { name: 'Salma', phone: '01012345678' },
      addresses: [{ full_name: 'Mona Adel' }],
      orders: [
        {
          number,
          address: { street: address.street },
          lines: [{}, {}],
          history: expect.any(Array),
          invoices: [{ order_number: number, lines: expect.any(Array) }],
        },
      ],
      designs: [{ garment: 'Hoodie' }],
      wishlist: [{ name: 'Mug' }],
      stock_alerts: [{ name: 'Poster' }],
      reviews: [{ body: 'Warm and soft' }],
      points: expect.arrayContaining([expect.objectContaining({ reason: 'Salma was patient' })]),
      conversations: [
        { messages: [{ by: 'shopper', text: 'my own words' }] },
        { messages: [{ by: 'visitor', text: 'my own words' }] },
      ],
      files: Array.from({ length: 3 }, () => ({ name: expect.stringContaining(shopper.id) })),
    });
    // Notes that staff wrote for each other are the store's.
    expect(JSON.stringify(data)).not.toContain('Salma rang');
    const { exported_at: _mine, ...rest } = data;
    expect(await exported(owner.identity, shopper)).toMatchObject(rest);
  });

  test('includes their orders’ events: shipments, returns, changes, and payments and refunds', async () => {
    await orderWithEverything(db, store, shopper, admin);
    expect(await exported(shopper.identity)).toMatchObject({
      orders: [
        {
          shipments: [{ tracking_number: 'SALMA-1' }, { tracking_number: 'SALMA-2' }],
          returns: [{ reason: 'Torn, says Salma', answer: 'Dear Salma', lines: [{ received: 1 }] }],
          changes: [{ reason: 'Salma moved' }, { reason: 'Salma rang' }],
          refunds: expect.arrayContaining([
            expect.objectContaining({ way: 'transfer', reference: 'To Salma' }),
          ]),
          payments: expect.arrayContaining([
            expect.objectContaining({ kind: 'received', reference: 'From Salma' }),
            expect.objectContaining({ kind: 'cash_collected' }),
            expect.objectContaining({ kind: 'credit_used', amount: 20 }),
          ]),
        },
      ],
      store_credits: expect.arrayContaining([
        expect.objectContaining({ kind: 'adjusted', reason: 'Salma waited', delta: 50 }),
        expect.objectContaining({ kind: 'used', delta: -20 }),
        expect.objectContaining({ kind: 'refunded', reason: 'Salma was patient', delta: 5 }),
      ]),
    });
  });

  test('includes the notifications about their orders, and their opt-outs', async () => {
    const { number } = await fillAccount();
    const placed = { about: 'placed', channel: 'email', state: 'waiting', to: addressOf(shopper) };
    await shopper.run("select choose_notifications($1, 'whatsapp', false)", [store.tenantId]);
    await db.run(server, "select record_opt_out('sms', '+201012345678', true)");
    await db.run(server, "select record_opt_out('sms', '+201099999999', true)");
    expect(await exported(shopper.identity)).toMatchObject({
      orders: [{ number, messages: expect.arrayContaining([expect.objectContaining(placed)]) }],
      stopped_messages: expect.arrayContaining([
        expect.objectContaining({ channel: 'whatsapp', number: null }),
        expect.objectContaining({ channel: 'sms', number: '+201012345678' }),
      ]),
    });
    expect(JSON.stringify(await exported(shopper.identity))).not.toContain('+201099999999');
    await erase(signedIn(shopper), shopper);
    const left = await db.owner`
      select channel::text, recipient, user_id from notification_opt_outs where tenant_id = ${store.tenantId} order by recipient`;
    // Opt-outs belong to the number, whoever has it.
    expect([...left]).toEqual(
      ['+201012345678', '+201099999999'].map((recipient) => ({ channel: 'sms', recipient, user_id: null })),
    );
  });

  test('is nobody else’s', async () => {
    const neighbour = await makePerson(db, store.tenantId);
    const elsewhere = await makeStore(db, freshTenant());
    const ruler = await makePerson(db, elsewhere.tenantId, 'super_admin');
    for (const [who, detail] of [
      [neighbour, 'staff_only'],
      [ruler, 'staff_only'],
      [admin, 'super_admin_only'],
    ] as const) {
      const refusal = await who.refusal('select export_personal_data($1, $2::text::uuid)', [
        ...[store.tenantId, shopper.id],
      ]);
      expect(refusal).toMatchObject({ code: '42501', detail });
      expect(await refusedErase(signedIn(who), shopper)).toMatchObject({ detail });
    }
  });
});

test('every table with an owner column is exported and erased', async () => {
  const forgotten = async (...names: string[]) => {
    const rows = await db.owner<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
        select 1 from pg_proc p where p.proname = any (${[...names, 'personal_orders']}) and strpos(p.prosrc, 'public.' || c.relname) > 0
      ) order by 1`;
    return rows.map((row) => row.name);
  };
  // Saved views, roles, assignments, mentions and choices of notifications belong to staff; uses of codes are exported with the orders, and what
  // staff search with the profile.
  expect(await forgotten('export_personal_data', 'personal_drafts', 'personal_imports')).toEqual([
    ...[
      'assignments',
      'discount_uses',
      'mentions',
      'offer_uses',
      'profile_staff_facts',
      'saved_views',
      'staff_grants',
      'staff_members',
    ],
    'staff_notification_choices',
  ]);
  // Deleted along with the profile, or cleared with its orders; staff are not deleted.
  expect(await forgotten('delete_account')).toEqual([
    ...[
      'addresses',
      'assignments',
      'customizations',
      'mentions',
      'notification_opt_outs',
      'offer_uses',
      'point_entries',
      'profile_phones',
      'profile_staff_facts',
      'saved_views',
      'staff_grants',
      'stock_alerts',
      'store_credits',
      'wishlists',
    ],
  ]);
});

describe('deleting an account', () => {
  test('keeps the orders as accounting records, the reviews without a name, and nothing of the person', async () => {
    const { orderId, number } = await fillAccount();
    const before = await everything();
    for (const secret of secrets) expect(before).toContain(secret);
    await erase(signedIn(shopper), shopper);

    const after = await everything();
    for (const secret of [...secrets, addressOf(shopper)]) expect(after).not.toContain(secret);
    const [order] = await db.owner`select number, total, user_id, status from orders where id = ${orderId}`;
    expect(order).toMatchObject({ number, user_id: null, status: 'delivered' });
    const [review] =
      await db.owner`select author_name, body, user_id from reviews where tenant_id = ${store.tenantId}`;
    expect(review).toEqual({ author_name: '', body: 'Warm and soft', user_id: null });
    expect(await db.owner`select 1 from auth.users where id = ${shopper.id}`).toHaveLength(0);
    expect(
      await db.owner`
        select payload ->> 'bucket_id' as bucket_id from private.jobs where key like ${`%${shopper.id}%`} order by 1`,
    ).toEqual([{ bucket_id: 'avatars' }, { bucket_id: 'designs' }, { bucket_id: 'order-photos' }]);
    expect(after).not.toContain('torn');
    // Tax law requires the buyer's name, not their contact details.
    const documents =
      await db.owner`select order_id, shown_buyer(invoices) as buyer from invoices where tenant_id = ${store.tenantId}`;
    expect(documents).toMatchObject([
      { order_id: orderId, buyer: { address: { full_name: 'Mona Adel', street: '9 Road 233' } } },
    ]);
    expect(JSON.stringify(documents)).not.toContain('01012345678');
    const log =
      await db.owner`select * from audit_log where entity = 'profiles' and tenant_id = ${store.tenantId}`;
    expect(log).toMatchObject([
      {
        action: 'delete',
        actor_id: null,
        actor_name: '',
        entity_id: shopper.id,
        label: '',
        before: null,
        after: null,
      },
    ]);
  });

  test('keeps shipments, returns, refunds, changes and the payment ledger without any personal text', async () => {
    const order = await orderWithEverything(db, store, shopper, admin);
    await shopper.run("update profiles set name = 'Salma' where id = $1", [shopper.id]);
    const rows = async () => {
      const [counts] = await db.owner`
        select (select count(*)::int from shipments where order_id = ${order.id}) as shipments,
          (select count(*)::int from returns where order_id = ${order.id}) as returns,
          (select count(*)::int from refunds where order_id = ${order.id}) as refunds,
          (select count(*)::int from order_edits where order_id = ${order.id}) as changes,
          (select count(*)::int from payment_entries where order_id = ${order.id}) as entries`;
      return counts;
    };
    const before = await rows();
    expect(await everything()).toMatch(/salma/i);
    await erase(signedIn(shopper), shopper);
    expect(await everything()).not.toMatch(/salma/i);
    expect(await rows()).toEqual(before);
  });

  test('requires a sign-in within the last ten minutes', async () => {
    for (const who of [shopper.identity, signedIn(shopper, 11)]) {
      expect(await refusedErase(who, shopper)).toMatchObject({ code: 'P0001', detail: 'sign_in_again' });
    }
    await erase(signedIn(shopper, 9), shopper);
  });

  test('waits until every order is complete and its money settled', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    const refusal = await refusedErase(signedIn(shopper), shopper);
    expect(refusal).toMatchObject({ detail: 'open_order', message: expect.stringContaining(order.number) });
    await admin.run("select record_payment($1, 'paid', 'Transfer')", [order.id]);
    await move(db, shopper.identity, order.id, 'cancelled');
    expect(await refusedErase(signedIn(shopper), shopper)).toMatchObject({ detail: 'open_order' });
    await admin.run("select record_payment($1, 'refunded', 'Back')", [order.id]);
    await erase(signedIn(shopper), shopper);
  });

  test('a super admin does it for a customer, which the log records without naming them', async () => {
    await fillAccount();
    await db.owner`update profiles set name = 'Nadia' where id = ${owner.id}`;
    await erase(owner.identity, shopper);
    const after = await everything();
    for (const secret of secrets) expect(after).not.toContain(secret);
    const log =
      await db.owner`select * from audit_log where entity = 'profiles' and tenant_id = ${store.tenantId}`;
    expect(log).toMatchObject([{ actor_id: owner.id, actor_name: 'Nadia', label: '', before: null }]);
  });

  test('is not possible for staff, whose role must be removed first', async () => {
    expect(await refusedErase(signedIn(admin), admin)).toMatchObject({ detail: 'staff_account' });
    expect(await refusedErase(owner.identity, admin)).toMatchObject({ detail: 'staff_account' });
  });

  test('in one store leaves the account in another', async () => {
    const other = await makeStore(db, freshTenant());
    await db.owner`insert into profiles (id, tenant_id, name) values (${shopper.id}, ${other.tenantId}, 'Same')`;
    await erase(signedIn(shopper), shopper);
    expect(await db.owner`select tenant_id from profiles where id = ${shopper.id}`).toEqual([
      { tenant_id: other.tenantId },
    ]);
    expect(await db.owner`select 1 from auth.users where id = ${shopper.id}`).toHaveLength(1);
  });

  test('used vouchers stay with their orders, and nobody can use them', async () => {
    await db.owner`insert into discounts (tenant_id, code, kind, value, user_id) values
      (${store.tenantId}, 'USED', 'fixed', 20, ${shopper.id}), (${store.tenantId}, 'UNUSED', 'fixed', 20, ${shopper.id})`;
    await delivered({ discount_code: 'USED' });
    await erase(signedIn(shopper), shopper);
    expect(
      await db.owner`select code, user_id, is_active from discounts where tenant_id = ${store.tenantId} and code like '%USED'`,
    ).toEqual([{ code: 'USED', user_id: null, is_active: false }]);
  });
});
