import { expect, test } from 'vitest';
import { orderWithEverything } from './after-sale.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';

storeForEachTest({ tampers: true });

/** Kinds of jobs about a row, by its table. */
const kindsOf = {
  order_notifications: ['send_email', 'send_sms', 'send_whatsapp'],
  shipments: ['book_shipment'],
  refunds: ['send_refund'],
  stock_alerts: ['send_stock_alert'],
  opening_alerts: ['send_opening_alert'],
  conversations: ['send_contact_mail'],
  messages: ['send_contact_reply'],
  staff_notification_choices: ['send_staff_notification'],
};
/** Those about a row of a person, which belongs to no store. */
const kindsOfPeople = ['send_morning_mail', 'send_owner_alert'];

test('a job goes with the row that it is about, whatever deletes it', async () => {
  const { tenantId } = store;
  const order = await orderWithEverything(db, store, shopper, admin);
  await db.owner`update product_variants set stock = 0 where product_id = ${store.hoodieId}`;
  await db.owner`insert into stock_alerts (tenant_id, user_id, product_id, variant_id)
    select ${tenantId}, ${shopper.id}, product_id, id from product_variants where product_id = ${store.hoodieId} limit 1`;
  await db.owner`insert into opening_alerts (tenant_id, email) values (${tenantId}, 'salma@example.com')`;
  await db.owner`insert into staff_notification_choices (tenant_id, user_id, topic)
    values (${tenantId}, ${shopper.id}, 'new_order')`;
  await db.owner`insert into conversations (tenant_id, kind, user_id) values (${tenantId}, 'contact', ${shopper.id})`;
  await db.owner`insert into messages (tenant_id, conversation_id, sender, body)
    select tenant_id, id, 'staff', 'Yes' from conversations where tenant_id = ${tenantId}`;
  for (const [table, kinds] of Object.entries(kindsOf))
    for (const kind of kinds)
      await db.owner.unsafe(
        `select private.add_job($1, id || $2, p_tenant_id => tenant_id) from ${table} where tenant_id = $3`,
        [kind, kind === 'send_contact_mail' ? ' desk@example.com' : '', tenantId],
      );
  await db.owner`insert into private.morning_mails (user_id, hour, next_at) values (${shopper.id}, 8, now())`;
  await db.owner`select private.add_job('send_morning_mail', id || ' 2026-03-01', p_tenant_id => ${tenantId})
    from private.morning_mails where user_id = ${shopper.id}`;
  await db.owner`insert into private.owner_alerts (tenant_id, audit_id, user_id, actor_id)
    select tenant_id, min(id), ${shopper.id}, ${admin.id} from audit_log where tenant_id = ${tenantId} group by tenant_id`;
  await db.owner`select private.add_job('send_owner_alert', id::text, p_tenant_id => ${tenantId}) from private.owner_alerts`;
  const jobs = async () =>
    (await db.owner`select distinct kind from private.jobs where tenant_id = ${tenantId}`).map(
      ({ kind }) => kind,
    );
  expect((await jobs()).sort()).toEqual([...Object.values(kindsOf).flat(), ...kindsOfPeople].sort());

  await db.owner`delete from opening_alerts where tenant_id = ${tenantId}`;
  await db.owner`delete from returns where order_id = ${order.id}`;
  // Only documents of the demo can be deleted.
  await db.owner`insert into private.demo_rows (tenant_id, kind, id) select tenant_id, 'order', id from orders where tenant_id = ${tenantId}`;
  await db.owner`delete from invoice_lines where tenant_id = ${tenantId}`;
  await db.owner`delete from invoice_addresses where tenant_id = ${tenantId}`;
  await db.owner`delete from invoices where tenant_id = ${tenantId}`;
  // The rest goes with its order and its person.
  await db.owner`delete from orders where id = ${order.id}`;
  await db.owner`delete from auth.users where id = ${shopper.id}`;
  expect(await jobs()).toEqual([]);
});

test('only the removal of a file outlives what it is about', async () => {
  const added = await db.owner`
    select distinct found.kind[1] as kind from pg_proc, regexp_matches(prosrc, 'add_job\\(\\s*''([a-z_]+)''', 'g') found (kind)`;
  const ofRows = Object.values(kindsOf)
    .flat()
    // Those of notifications are put together: 'send_' || channel.
    .map((kind) => (kindsOf.order_notifications.includes(kind) ? 'send_' : kind));
  expect(new Set(added.map(({ kind }) => kind))).toEqual(
    new Set([...ofRows, ...kindsOfPeople, 'remove_file']),
  );
});
