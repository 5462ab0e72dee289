import { randomUUID } from 'node:crypto';
import type { Identity } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { admin, db, shopper, store, storeForEachTest } from './own-store.ts';
import { attempt, makePerson, type Person, server } from './people.ts';
import { takeNotifications } from './queued-notifications.ts';
import { atOnce } from './races.ts';
import { address, call, move, orderOf, type PlacedOrder, place, setStock } from './store.ts';

storeForEachTest({ alone: true });

/** A client's requests from an address. */
const from = (ip: string, identity: Identity): Identity => ({
  ...identity,
  request: { method: 'POST', path: '/rpc/place_order', headers: { 'cf-connecting-ip': ip } },
});

/** Prefix of a test's phone numbers: each number gets messages about ten orders a day, over all stores. */
let prefix = 0;
beforeEach(() => {
  prefix += 1;
});
const numberOf = (n: number) => `0109${String(prefix).padStart(3, '0')}${String(n).padStart(4, '0')}`;
const to = (n: number) => ({ ...address, phone: numberOf(n), street: `${n} Nile Street` });

/** Accounts without a verified address or number. */
const newAccounts = (count: number) => atOnce(count, () => makePerson(db, store.tenantId));

const proveNumber = (person: Person, phone: string) =>
  db.owner`update auth.users set phone = ${`20${phone.slice(1)}`}, phone_confirmed_at = now() where id = ${person.id}`;

describe('messages to phones cost money:', () => {
  beforeEach(async () => {
    await db.owner`delete from staff_settings where tenant_id = ${store.tenantId}`;
    await db.owner`
      insert into staff_settings (tenant_id, notification_channels, notification_kinds, unpaid_orders_limit, unpaid_pieces_limit)
      values (${store.tenantId}, '{sms}', '{placed,shipped}', null, null)`;
    await db.owner`delete from private.phone_sends`;
    await db.owner`delete from private.jobs where kind = 'send_sms'`;
    await db.owner`
      update order_notifications set failed_at = now(), held_at = null where channel <> 'email' and sent_at is null`;
    await setStock(db, store.hoodieId, 4000);
  });

  interface Taken {
    id: string;
    kind: string;
    recipient: string;
  }

  const take = (limit = 100) => call<Taken[]>(db, server, takeNotifications('sms', limit));
  const smsDue = () => db.owner`update private.jobs set run_at = now() where kind = 'send_sms'`;

  /** Sends due messages, batch by batch. */
  async function sent(): Promise<string[]> {
    const recipients: string[] = [];
    for (;;) {
      const batch = await take(10);
      const [due] = await db.owner`
        select 1 from private.jobs where kind = 'send_sms' and run_at <= now() and locked_at is null`;
      if (batch.length === 0 && !due) return recipients;
      recipients.push(...batch.map(({ recipient }) => recipient));
      for (const { id } of batch) await db.run(server, 'select order_notification_done($1, true)', [id]);
    }
  }

  async function order(who: Person, n: number, ip = `198.51.100.${n % 250}`): Promise<PlacedOrder> {
    const placed = await place(db, from(ip, who.identity), orderOf(store, { address: to(n) }));
    // Messages wait half a minute.
    await db.owner`
      update private.jobs set run_at = now() from order_notifications message
      where message.id::text = key and message.order_id = ${placed.id}`;
    return placed;
  }

  /** New accounts that each place an order with their own phone number. */
  async function flood(count: number, ip?: string): Promise<void> {
    const accounts = await newAccounts(count);
    for (const [n, account] of accounts.entries()) await order(account, n, ip);
  }

  test('a flood of new accounts with strangers’ numbers gets twenty an hour, and delays nobody who is known', async () => {
    await flood(runs(120, 40));
    await proveNumber(shopper, numberOf(777));
    await order(shopper, 777);
    const reached = await sent();
    expect(reached.slice(0, 10)).toContain(`+2${numberOf(777)}`);
    expect(new Set(reached).size).toBe(21);
    expect(await sent()).toEqual([]);
  });

  test('a message that waited too long goes by mail, or is reported to staff, who see that the limit was reached', async () => {
    await flood(22);
    await sent();
    const [held] = await db.owner<{ order_id: string }[]>`
      select order_id from order_notifications where tenant_id = ${store.tenantId} and held_at is not null order by created_at`;
    await db.owner`update orders set customer_email = '' where id = ${held?.order_id ?? ''}`;
    await db.owner`delete from order_notifications where tenant_id = ${store.tenantId} and channel = 'email'`;
    const counted = async () => [
      (
        await call<{ notifications_held: number }>(
          db,
          admin.assured,
          'select to_jsonb(dashboard($1)) as value',
          [store.tenantId],
        )
      ).notifications_held,
      await call<number>(db, server, 'select (operations_status()).phones_held::integer as value'),
    ];
    expect(await counted()).toEqual([2, 2]);
    await smsDue();
    await sent();
    expect(
      await db.owner`select 1 from order_notifications where tenant_id = ${store.tenantId} and failed_at is not null`,
    ).toHaveLength(0);
    await db.owner`update order_notifications set created_at = now() - interval '61 minutes' where tenant_id = ${store.tenantId}`;
    await smsDue();
    await sent();
    const mails = await db.owner`
      select kind from order_notifications where tenant_id = ${store.tenantId} and channel = 'email' and fallback_of is not null`;
    expect(mails).toHaveLength(1);
    const [untold] = await db.owner`
      select remark from order_events where order_id = ${held?.order_id ?? ''} and remark ->> 'code' = 'not_told'`;
    expect(untold?.remark).toMatchObject({ channel: 'sms', kind: 'placed', error: 'over_limit' });
  });

  test('one account reaches five strangers an hour and one client ten, so others still get theirs', async () => {
    await db.owner`update staff_settings set stranger_notifications_limit = 1000 where tenant_id = ${store.tenantId}`;
    for (let n = 0; n < 7; n += 1) await order(shopper, n);
    expect(await sent()).toHaveLength(5);
    await flood(14, '203.0.113.7');
    expect(await sent()).toHaveLength(10);
    const [newcomer] = await newAccounts(1);
    if (newcomer) await order(newcomer, 900, '203.0.113.8');
    expect(await sent()).toEqual([`+2${numberOf(900)}`]);
  });

  test('a store never exceeds its total limit, even with two servers at once, and continues an hour later', async () => {
    await db.owner`update staff_settings set phone_notifications_limit = 6, unpaid_orders_limit = null where tenant_id = ${store.tenantId}`;
    await proveNumber(shopper, numberOf(1));
    for (let n = 0; n < 9; n += 1) await order(shopper, 1);
    expect((await Promise.all([take(4), take(4), take(4)])).flat()).toHaveLength(6);
    await db.owner`update private.phone_sends set sent_at = now() - interval '61 minutes'`;
    await smsDue();
    expect(await take()).toHaveLength(3);
  });

  test('messages that others cause to a person’s number do not use up that person’s limit', async () => {
    await db.owner`update staff_settings set stranger_notifications_limit = 1000 where tenant_id = ${store.tenantId}`;
    const strangers = await newAccounts(12);
    for (const [n, stranger] of strangers.entries()) await order(stranger, 1, `192.0.2.${n}`);
    expect(await sent()).toHaveLength(10);
    await proveNumber(shopper, numberOf(1));
    await order(shopper, 1);
    expect(await sent()).toEqual([`+2${numberOf(1)}`]);
  });

  test('staff’s actions on an accepted order also reach new customers', async () => {
    await db.owner`update staff_settings set stranger_notifications_limit = 1 where tenant_id = ${store.tenantId}`;
    const accounts = await newAccounts(3);
    for (const [n, account] of accounts.entries()) {
      const { id } = await order(account, n);
      await move(db, admin.identity, id, 'confirmed', 'in_production', 'shipped');
    }
    await smsDue();
    const kinds = (await take()).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['placed', 'shipped', 'shipped', 'shipped']);
  });
});

describe('nobody blocks the stock for others without paying:', () => {
  beforeEach(async () => {
    await db.owner`delete from staff_settings where tenant_id = ${store.tenantId}`;
    await setStock(db, store.mugId, 10);
  });

  const mugs = async (who: Person, quantity: number, ip = '198.51.100.1', n = 1) => {
    const lines = [{ product_id: store.mugId, quantity }];
    const outcome = await attempt(db, from(ip, who.identity), 'select place_order($1::text::jsonb)', [
      JSON.stringify(orderOf(store, { lines, address: to(n) })),
    ]);
    return 'rows' in outcome ? 'placed' : outcome;
  };

  test('a person who has proven nothing holds half of the remaining stock, and is told how many pieces', async () => {
    const refused = await mugs(shopper, 6);
    expect(refused).toMatchObject({
      detail: 'too_many_pieces',
      message: expect.stringContaining('up to 5 of Mug for now'),
    });
    expect(await mugs(shopper, 5)).toBe('placed');
    expect(await mugs(shopper, 1)).toMatchObject({ detail: 'too_many_pieces' });
    expect(await mugs(await makePerson(db, store.tenantId), 2, '198.51.100.2', 2)).toBe('placed');
  });

  test('accounts of one client, also in one IPv6 network, count together, and other shoppers find some left', async () => {
    const accounts = await newAccounts(12);
    const outcomes = await Promise.all(accounts.map((one, n) => mugs(one, 1, `2001:db8:1:2::${n + 1}`, n)));
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(5);
    expect(await mugs(shopper, 1, '2001:db8:1:3::1', 50)).toBe('placed');
  });

  test('the last piece is available to everybody', async () => {
    await setStock(db, store.mugId, 1);
    expect(await mugs(shopper, 1)).toBe('placed');
  });

  test('a confirmed number, or a paid order, lifts the limit; a free order does not', async () => {
    const [caller, payer, free] = await newAccounts(3);
    if (!caller || !payer || !free) throw new Error('There are three');
    await proveNumber(caller, numberOf(1));
    expect(await mugs(caller, 6)).toBe('placed');
    await setStock(db, store.mugId, 10);
    const paid = await place(db, payer.identity, orderOf(store, { payment_method: 'bank_transfer' }));
    await admin.run("select record_payment($1, 'paid', 'Transfer 1')", [paid.id]);
    expect(await mugs(payer, 6, '198.51.100.2', 2)).toBe('placed');
    await setStock(db, store.mugId, 10);
    await db.owner`insert into discounts (tenant_id, code, kind, value) values (${store.tenantId}, 'ALL', 'percent', 100)`;
    await db.owner`update settings set shipping = shipping || '{"defaultShippingFee": 0}' where tenant_id = ${store.tenantId}`;
    await place(db, free.identity, orderOf(store, { discount_code: 'ALL' }));
    expect(await mugs(free, 6, '198.51.100.3', 3)).toMatchObject({ detail: 'too_many_pieces' });
  });

  test('an order that staff have confirmed no longer counts against its client', async () => {
    expect(await mugs(shopper, 5)).toBe('placed');
    const [held] = await db.owner<{ id: string }[]>`select id from orders where user_id = ${shopper.id}`;
    await move(db, admin.identity, held?.id ?? '', 'confirmed');
    expect(await mugs(await makePerson(db, store.tenantId), 3, '198.51.100.1', 2)).toBe('placed');
  });

  test('a customer’s origin is deleted with them, and after thirty days', async () => {
    expect(await mugs(shopper, 1)).toBe('placed');
    const known = () => db.owner`select 1 from private.order_clients where tenant_id = ${store.tenantId}`;
    expect(await known()).toHaveLength(1);
    await db.owner`
      update private.order_clients set created_at = now() - interval '31 days' where tenant_id = ${store.tenantId}`;
    expect(await mugs(shopper, 1)).toBe('placed');
    expect(await known()).toHaveLength(1);
    await db.owner`select private.forget_in_orders(array(select id from orders where user_id = ${shopper.id}), null)`;
    expect(await known()).toHaveLength(0);
  });
});

describe('the contact form', () => {
  const write = async (ip: string | null, email = `${randomUUID()}@example.com`) => {
    const written = await attempt(
      db,
      server,
      "select send_contact_message($1, 'Mona', $2, '', 'Hello', $3)",
      [store.tenantId, email, ip],
    );
    return 'rows' in written ? 'sent' : written.hint;
  };

  test('stays open to others while one client writes under hundreds of names', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 494; n += 1) outcomes.push(await write('203.0.113.7'));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10);
    expect(await write('203.0.113.8')).toBe('sent');
  });

  test('stays open to people who have not written yet while many clients flood it, and closes to the flooders', async () => {
    for (let n = 0; n < 250; n += 1) {
      await write(`203.0.${n % 125}.${n % 7}`);
    }
    expect(await write('203.0.1.1')).toBe('{"reason": "store"}');
    expect(await write('203.0.1.99')).toBe('sent');
    expect(await write('198.51.100.9')).toBe('sent');
    expect(await write('198.51.100.9')).toBe('{"reason": "store"}');
  });

  test('accepts five messages of one mailbox from a client, whatever its tag, and still accepts its owner’s from elsewhere', async () => {
    const outcomes: unknown[] = [];
    for (let n = 0; n < 7; n += 1) outcomes.push(await write('203.0.113.7', `mona+${n}@example.com`));
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
    expect(await write('198.51.100.9', 'mona@example.com')).toBe('sent');
  });
});

describe('orders that others place with a phone number and address', () => {
  const outcomeOf = async (who: Person) => {
    const outcome = await who.attempt('select place_order($1::text::jsonb)', [
      JSON.stringify(orderOf(store)),
    ]);
    return 'rows' in outcome ? 'placed' : outcome;
  };

  beforeEach(async () => {
    await db.owner`update staff_settings set unpaid_orders_limit = 10 where tenant_id = ${store.tenantId}`;
  });

  test('and do not pay never block their owner, proven or not', async () => {
    for (const stranger of await newAccounts(10)) expect(await outcomeOf(stranger)).toBe('placed');
    expect(await outcomeOf(shopper)).toBe('placed');
  });

  test('count if the number is proven to be theirs: a second account is no second allowance', async () => {
    const [own] = await newAccounts(1);
    if (!own) throw new Error('There is one');
    await proveNumber(own, address.phone);
    for (let n = 0; n < 10; n += 1) expect(await outcomeOf(own)).toBe('placed');
    expect(await outcomeOf(shopper)).toMatchObject({
      detail: 'too_many_unpaid',
      hint: '{"reason": "contact"}',
    });
  });
});
