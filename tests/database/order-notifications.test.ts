import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { localMailbox, type MailTransport, type Message } from 'embedded-supabase/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDueJobs } from '../../server/jobs/jobs.ts';
import { mailHandlers } from '../../server/mail/mail-work.ts';
import type { OrderNotification } from '../../server/mail/order-notification.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { clientAt } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { keptLog } from '../support/kept-log.ts';
import { makePerson, type Person, server } from './people.ts';
import { takeMails } from './queued-notifications.ts';
import { call, freshTenant, makeStore, move, orderOf, place, type Store, setStock } from './store.ts';

describe('what is recorded', () => {
  let db: TestDatabase;
  let store: Store;
  let shopper: Person;
  let admin: Person;

  beforeAll(async () => {
    db = await createTestDatabase();
    store = await makeStore(db, 'duoworks');
    await setStock(db, store.hoodieId, 2000);
    shopper = await makePerson(db, store.tenantId);
    admin = await makePerson(db, store.tenantId, 'admin');
  });
  afterAll(() => db.drop());

  const mailsOf = async (orderId: string) =>
    (
      await db.owner`select kind::text from order_notifications where order_id = ${orderId} order by created_at, kind`
    ).map((row) => row.kind);
  /** As if half a minute had passed. */
  const due = () =>
    db.owner`update private.jobs set run_at = now() where kind = 'send_email' and attempts = 0`;
  const buy = (payment_method: string) => place(db, shopper.identity, orderOf(store, { payment_method }));

  test('each relevant change is notified once, even if it happens twice', async () => {
    const order = await buy('cash_on_delivery');
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await move(db, admin.identity, order.id, 'return_requested', 'delivered');
    expect(await mailsOf(order.id)).toEqual([
      'placed',
      'shipped',
      'delivered',
      'return_requested',
      'return_answered',
    ]);
  });

  test('nothing is sent within half a minute, and then not what a second event has made untrue', async () => {
    const cancelled = await buy('cash_on_delivery');
    await move(db, shopper.identity, cancelled.id, 'cancelled');
    const answered = await buy('cash_on_delivery');
    await move(db, admin.identity, answered.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await move(db, admin.identity, answered.id, 'return_requested', 'delivered');
    const announced = await buy('cash_on_delivery');
    await move(db, admin.identity, announced.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    await move(db, admin.identity, announced.id, 'return_requested');
    const notified = async () => {
      const taken = await call<OrderNotification[]>(db, server, takeMails);
      return [cancelled, answered, announced].map(({ id }) =>
        taken.filter(({ order }) => order.id === id).map(({ kind }) => kind),
      );
    };
    expect(await notified()).toEqual([[], [], []]);
    await due();
    expect(await notified()).toEqual([
      ['cancelled'],
      ['placed', 'delivered', 'return_answered'],
      ['placed', 'delivered', 'return_requested'],
    ]);
  });

  test('staff undo a move until it was sent; the mail is dropped with it', async () => {
    const order = await buy('cash_on_delivery');
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped');
    const [mail] = await db.owner`
      select run_at > now() + interval '20 seconds' as held from private.jobs
      join order_notifications message on message.id::text = key
      where order_id = ${order.id} and message.kind = 'shipped'`;
    expect(mail).toEqual({ held: true });
    await move(db, admin.identity, order.id, 'in_production');
    expect(await mailsOf(order.id)).toEqual(['placed']);
    await move(db, admin.identity, order.id, 'shipped');
    expect(await mailsOf(order.id)).toEqual(['placed', 'shipped']);
  });

  test.each([
    { to: ['confirmed', 'in_production', 'shipped', 'delivered'], back: 'shipped', mail: 'delivered' },
    { to: ['cancelled'], back: 'pending', mail: 'cancelled' },
  ] as const)(
    'staff cannot undo what is booked at once, though its mail waits as well: $mail',
    async ({ to, back, mail }) => {
      const order = await buy('cash_on_delivery');
      await move(db, admin.identity, order.id, ...to);
      const refused = 'select change_order_status($1::text::uuid, $2::text::order_status)';
      expect(await admin.refusal(refused, [order.id, back])).toMatchObject({
        detail: 'move_not_allowed',
      });
      const [waiting] = await db.owner`
        select run_at > message.created_at as held from private.jobs
        join order_notifications message on message.id::text = key
        where order_id = ${order.id} and message.kind = ${mail}`;
      expect(waiting).toEqual({ held: true });
    },
  );

  test('nobody undoes another person’s move, one older than a minute, or one that was sent', async () => {
    const refused = async (person: Person, orderId: string) => {
      const refusal = await person.refusal("select change_order_status($1::text::uuid, 'in_production')", [
        orderId,
      ]);
      expect(refusal).toMatchObject({ detail: 'move_not_allowed' });
      expect((await db.owner`select status::text from orders where id = ${orderId}`)[0]).toEqual({
        status: 'shipped',
      });
      expect(await mailsOf(orderId)).toContain('shipped');
    };
    const shipped = async () => {
      const { id } = await buy('cash_on_delivery');
      await move(db, admin.identity, id, 'confirmed', 'in_production', 'shipped');
      return id;
    };
    const other = await makePerson(db, store.tenantId, 'admin');
    await refused(other, await shipped());
    const late = await shipped();
    await db.owner`
      update order_events set created_at = created_at - interval '1 minute' where order_id = ${late}`;
    await refused(admin, late);
    const orderId = await shipped();
    await db.owner`
      update private.jobs set attempts = 1 from order_notifications message
      where message.id::text = key and message.order_id = ${orderId} and message.kind = 'shipped'`;
    await refused(admin, orderId);
  });

  test('staff’s notes to the customer are mailed, internal ones are not', async () => {
    const order = await buy('cash_on_delivery');
    const note = (text: string, internal: boolean) =>
      admin.run('select add_order_note($1::text::uuid, $2::text, $3::boolean)', [order.id, text, internal]);
    await note('The blue one is out of stock until Monday.', false);
    await note('Called twice.', true);
    await move(
      db,
      admin.identity,
      order.id,
      'confirmed',
      'in_production',
      'shipped',
      'delivered',
      'return_requested',
    );
    await admin.run("select change_order_status($1::text::uuid, 'delivered', 'It was the right size.')", [
      order.id,
    ]);
    expect(await mailsOf(order.id)).toEqual([
      'placed',
      'note',
      'shipped',
      'delivered',
      'return_requested',
      'return_answered',
    ]);
    await due();
    const taken = await call<OrderNotification[]>(db, server, takeMails);
    const mine = taken.filter((mail) => mail.order.id === order.id);
    expect(mine.filter(({ kind }) => kind === 'note').map(({ note }) => note)).toEqual([
      'The blue one is out of stock until Monday.',
    ]);
    expect(mine.find(({ kind }) => kind === 'return_answered')?.about?.return).toMatchObject({
      state: 'declined',
      answer: 'It was the right size.',
    });
  });

  test('a card order is notified when it is paid, a transfer when it is placed and when it is paid', async () => {
    const card = await buy('online');
    expect(await mailsOf(card.id)).toEqual([]);
    await db.run(server, "select record_payment($1::text::uuid, 'paid', 'pi_1')", [card.id]);
    await move(db, shopper.identity, card.id, 'cancelled');
    await due();
    await db.run(server, takeMails);
    await db.run(server, "select record_payment($1::text::uuid, 'refunded')", [card.id]);
    expect(await mailsOf(card.id)).toEqual(['cancelled', 'refunded']);
    const transfer = await buy('bank_transfer');
    await admin.run("select record_payment($1::text::uuid, 'paid', 'REF 7')", [transfer.id]);
    expect(await mailsOf(transfer.id)).toEqual(['placed', 'paid']);
  });

  test('a refund completed before the cancellation was sent is part of its mail', async () => {
    const card = await buy('online');
    await db.run(server, "select record_payment($1::text::uuid, 'paid', 'pi_2')", [card.id]);
    await move(db, shopper.identity, card.id, 'cancelled');
    await db.run(server, "select record_payment($1::text::uuid, 'refunded')", [card.id]);
    expect(await mailsOf(card.id)).toEqual(['paid', 'cancelled']);
    await due();
    const taken = await call<OrderNotification[]>(db, server, takeMails);
    expect(taken.find(({ kind, order }) => kind === 'cancelled' && order.id === card.id)).toMatchObject({
      order: { payment_status: 'refunded' },
    });
  });

  test('a refund is notified separately once the cancellation has expired', async () => {
    const card = await buy('online');
    await db.run(server, "select record_payment($1::text::uuid, 'paid', 'pi_3')", [card.id]);
    await move(db, shopper.identity, card.id, 'cancelled');
    await db.owner`update order_notifications set expired_at = now() where order_id = ${card.id} and sent_at is null`;
    await db.run(server, "select record_payment($1::text::uuid, 'refunded')", [card.id]);
    expect(await mailsOf(card.id)).toEqual(['paid', 'cancelled', 'refunded']);
  });

  test('what did not happen is not notified', async () => {
    const [before] = await db.owner`select count(*)::int as n from order_notifications`;
    const document = JSON.stringify(orderOf(store));
    await expect(
      db.transaction(shopper.identity, async (sql) => {
        await sql.unsafe('select place_order($1::text::jsonb)', [document]);
        throw new Error('The connection broke');
      }),
    ).rejects.toThrow('The connection broke');
    const refused = orderOf(store, { lines: [{ product_id: store.mugId, quantity: 900 }] });
    await shopper.attempt('select place_order($1::text::jsonb)', [JSON.stringify(refused)]);
    expect((await db.owner`select count(*)::int as n from order_notifications`)[0]).toEqual(before);
  });
});

describe('what is sent', () => {
  let backend: TestBackend;
  let store: Store;
  let folder: string;
  const { log, logged } = keptLog();
  /** To the database, a separate process. */
  const processWith = (transport: MailTransport) => () => {
    const admin = clientAt(backend.url, backend.secretKey);
    const handlers = mailHandlers({
      transport,
      log,
      makePaper: () => Promise.reject(new Error('These orders have no invoice')),
      origin: 'http://localhost:3000',
      admin,
    });
    return runDueJobs({ admin, handlers, log, concurrency: 1 });
  };
  const catching = () => {
    const sent: Message[] = [];
    const send = async (message: Message) => void sent.push(message);
    return { sent, transport: { send, close: () => {} } };
  };
  const duePlaced = async (count: number) => {
    await backend.owner`delete from orders`;
    await backend.owner`delete from private.jobs`;
    await backend.owner`
      insert into orders (tenant_id, number, payment_method, subtotal, total, customer_name, customer_email, destination)
      select ${store.tenantId}, 'DU-' || n, 'cash_on_delivery', 10, 10, 'Mona', 'mona' || n || '@example.com', '{"city": "Cairo"}'
      from generate_series(1, ${count}::int) n`;
    await backend.owner`update private.jobs set run_at = now()`;
  };
  const open = async () =>
    Number(
      (await backend.owner`select count(*)::int as n from order_notifications where sent_at is null`)[0]?.n,
    );

  beforeAll(async () => {
    backend = await startTestBackend({ auth: { mailerAutoconfirm: true } });
    store = await makeStore(backend, 'duoworks');
    folder = await mkdtemp(join(tmpdir(), 'souk-order-mails-'));
  });
  afterAll(async () => {
    await backend.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => duePlaced(25));

  test('several processes at once send each notification once', async () => {
    const { sent, transport } = catching();
    const processes = Array.from({ length: 4 }, () => processWith(transport));
    for (let round = 0; round < 3; round += 1) await Promise.all(processes.map((run) => run()));
    expect(sent.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 25 }, (_, n) => `mona${n + 1}@example.com`).toSorted(),
    );
    expect(await open()).toBe(0);
  });

  test('a mail that the server rejects is due again later, and is sent then', async () => {
    const refusing: MailTransport = {
      send: async ({ to }) => {
        throw new Error(`550 <${to}> is over quota`);
      },
      close: () => {},
    };
    for (let round = 0; round < 3; round += 1) await processWith(refusing)();
    expect(await open()).toBe(25);
    const { sent, transport } = catching();
    expect(await processWith(transport)()).toBe(0);
    await backend.owner`update private.jobs set run_at = now() where kind = 'send_email'`;
    for (let round = 0; round < 3; round += 1) await processWith(transport)();
    expect(sent).toHaveLength(25);
    expect(logged()).toContain('a job failed');
    expect(logged()).not.toContain('@example.com');
  });

  test('a process that dies before it could mark a mail sent leaves no duplicate in the mailbox', async () => {
    await duePlaced(3);
    const mailbox = localMailbox(folder, () => new Date());
    await processWith(mailbox)();
    // As if the server was killed right after sending them.
    await backend.owner`update order_notifications set sent_at = null`;
    await backend.owner`
      insert into private.jobs (kind, key, attempts, locked_at)
      select 'send_email', id::text, 1, now() - interval '11 minutes' from order_notifications`;
    await processWith(mailbox)();
    expect(await readdir(folder)).toHaveLength(3);
    expect(await open()).toBe(0);
  });

  test('a mail that could not be sent for three days is not sent late, and staff read that in the order’s history', async () => {
    await duePlaced(3);
    await backend.owner`
      update order_notifications m set created_at = now() - interval '1 day' * o.days
      from (select id, case number when 'DU-1' then 20 when 'DU-2' then 4 else 2 end as days from orders) o
      where o.id = m.order_id`;
    const { sent, transport } = catching();
    await processWith(transport)();
    expect(sent.map(({ to }) => to)).toEqual(['mona3@example.com']);
    const log = await backend.owner`
      select o.number, e.actor, e.is_internal, m.expired_at is not null as expired, m.sent_at from order_events e
      join orders o on o.id = e.order_id join order_notifications m on m.order_id = o.id
      where e.remark = '{"code": "mail_expired", "kind": "placed"}' order by o.number`;
    const entry = { actor: 'system', is_internal: true, expired: true, sent_at: null };
    expect([...log]).toEqual(['DU-1', 'DU-2'].map((number) => ({ number, ...entry })));
    await processWith(transport)();
    expect(sent).toHaveLength(1);
    const [again] = await backend.owner`select count(*)::int as n from order_events where is_internal`;
    expect(again).toEqual({ n: 2 });
  });

  test('rows of notifications change only through the mail worker, and through nothing that others may do', async () => {
    await duePlaced(3);
    const rows = () =>
      backend.owner<
        { row: Record<string, unknown> }[]
      >`select to_jsonb(m) as row from order_notifications m order by id`;
    const before = await rows();
    const other = await makeStore(backend, freshTenant());
    const account = { email: `${randomUUID()}@example.com`, password: 'long-enough-password' };
    const { data } = await backend.client().auth.signUp(account);
    const id = data.user?.id ?? '';
    const staff = backend.client({ token: data.session?.access_token ?? '' });
    await backend.owner`insert into profiles (id, tenant_id) values (${id}, ${other.tenantId})`;
    await backend.owner`insert into user_roles (user_id, tenant_id, role) values (${id}, ${other.tenantId}, 'super_admin')`;
    for (const client of [backend.client(), staff]) {
      const mails = () => client.from('order_notifications');
      const [{ row } = { row: {} }] = before;
      const attacks = await Promise.all([
        mails().update({ sent_at: null }).eq('id', String(row.id)).select(),
        mails().delete().eq('id', String(row.id)).select(),
        mails().insert({ tenant_id: store.tenantId, order_id: row.order_id, kind: 'paid' }).select(),
        client.rpc('take_jobs', { p_kinds: ['send_email'] }),
        client.rpc('order_notifications_to_send', { p_job_ids: [1] }),
        client.rpc('order_notification_done', { p_message_id: row.id, p_sent: true }),
      ]);
      for (const { error } of attacks) expect(error?.code).toBe('42501');
    }
    expect(await rows()).toEqual(before);

    const { sent, transport } = catching();
    await processWith(transport)();
    expect(sent).toHaveLength(3);
    const changed = (await rows()).flatMap(({ row }, n) =>
      Object.keys(row).filter((column) => !isDeepStrictEqual(row[column], before[n]?.row[column])),
    );
    expect(new Set(changed)).toEqual(new Set(['sent_at', 'state']));
  });

  test('only the worker, an order and an account deletion write to the notifications', async () => {
    const writers = await backend.owner<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosrc ~ '(insert into|update|delete from) public[.]order_notifications' order by 1`;
    expect(writers.map(({ name }) => name)).toEqual([
      ...[
        'drop_order_notifications',
        'expire_order_mails',
        'forget_in_orders',
        'give_up_message',
        'grant_documents',
        'insert_order_notification',
      ],
      ...[
        'order_notification_done',
        'phone_notifications_within_limits',
        'record_notification_event',
        'withdraw_messages',
      ],
    ]);
    const granted = await backend.owner`
      select r.rolname, p.privilege from pg_roles r
      cross join unnest('{INSERT,UPDATE,DELETE}'::text[]) as p (privilege)
      where r.rolname in ('anon', 'authenticated') and has_table_privilege(r.oid, 'order_notifications', p.privilege)`;
    expect([...granted]).toEqual([]);
  });
});
