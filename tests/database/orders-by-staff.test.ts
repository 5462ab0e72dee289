import { randomInt, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, buy, db, points, shopper, store, storeForEachTest } from './own-store.ts';
import { anonymous, errorMessage, makePerson, server } from './people.ts';
import { takeMails } from './queued-notifications.ts';
import { address, call, freshTenant, makeStore, move, orderOf, type PlacedOrder } from './store.ts';

storeForEachTest({ alone: true });

describe('an order placed by staff', () => {
  // A number that no other test has confirmed.
  let phone: string;
  beforeEach(() => {
    phone = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  });

  const placeFor = (changes: Record<string, unknown>) =>
    admin.value<PlacedOrder & Record<string, unknown>>(
      'select to_jsonb(place_order_for($1::text::jsonb)) as value',
      [
        JSON.stringify(
          orderOf(store, { channel: 'phone', customer: { name: 'Hoda', phone: '01055555555' }, ...changes }),
        ),
      ],
    );
  const refused = async (changes: Record<string, unknown>, who = admin.identity) =>
    (
      await errorMessage(db, who, 'select place_order_for($1::text::jsonb)', [
        JSON.stringify(
          orderOf(store, { channel: 'phone', customer: { name: 'Hoda', phone: '01055555555' }, ...changes }),
        ),
      ])
    ).detail;

  test('for a person without an account has their name, and says who placed it and where', async () => {
    const order = await placeFor({
      customer: { name: 'Hoda', phone: '01055555555', email: 'Hoda@example.com' },
    });
    expect(order).toMatchObject({
      user_id: null,
      channel: 'phone',
      customer_name: 'Hoda',
      customer_email: 'hoda@example.com',
      status: 'pending',
    });
    const [event] = await db.owner`select actor from order_events where order_id = ${order.id}`;
    expect(event).toEqual({ actor: 'staff' });
    const [facts] = await db.owner`select placed_by from order_staff_facts where order_id = ${order.id}`;
    expect(facts).toEqual({ placed_by: admin.id });
  });

  test('counts its buyer among the customers who bought, once for all formats of their number', async () => {
    await placeFor({ address: { ...address, phone: '01055555555' } });
    await placeFor({ address: { ...address, phone: '+20 (0)105 555 5555' } });
    await buy();
    const span = [store.tenantId] as const;
    const today = 'private.shop_time()::date, private.shop_time()::date';
    const [totals] = await admin.run(`select customers::int from report_totals($1, ${today})`, [...span]);
    expect(totals).toEqual({ customers: 2 });
    const buyers = await admin.run(
      `select user_id, name, orders::int from report_customers($1, ${today}) order by orders desc`,
      [...span],
    );
    expect(buyers).toEqual([
      { user_id: null, name: 'Hoda', orders: 2 },
      { user_id: shopper.id, name: expect.any(String), orders: 1 },
    ]);
  });

  test('belongs to the customer who has confirmed the number or the address', async () => {
    await db.owner`update auth.users set phone = ${`2${phone}`}, phone_confirmed_at = now() where id = ${shopper.id}`;
    expect(await placeFor({ customer: { name: 'Hoda', phone } })).toMatchObject({ user_id: shopper.id });
    const email = `mona-${randomUUID()}@example.com`;
    await db.owner`update auth.users set email = ${email.replace('@', `+${store.tenantId}@`)} where id = ${shopper.id}`;
    await db.owner`update profiles set email = ${email} where id = ${shopper.id}`;
    const customer = { name: 'Hoda', email: email.toUpperCase() };
    expect(await placeFor({ customer })).toMatchObject({ user_id: shopper.id });
    expect(await placeFor({ customer: { user_id: shopper.id } })).toMatchObject({ user_id: shopper.id });
  });

  test('belongs to nobody if the number or the address is unconfirmed', async () => {
    await db.owner`insert into profile_phones (user_id, tenant_id, phone) select id, tenant_id, ${phone} from profiles where id = ${shopper.id}`;
    expect(await placeFor({ customer: { name: 'Hoda', phone } })).toMatchObject({ user_id: null });
    const [profile] = await db.owner`select email from profiles where id = ${shopper.id}`;
    await db.owner`update auth.users set email_confirmed_at = null, phone = ${`2${phone}`} where id = ${shopper.id}`;
    const customer = { name: 'Hoda', phone, email: String(profile?.email) };
    const order = await placeFor({ customer });
    expect(order).toMatchObject({ user_id: null, customer_email: profile?.email });
    expect(await shopper.run('select id from orders')).toEqual([]);
    expect(await refused({ customer: { user_id: shopper.id } })).toBe('customer_not_proven');
    expect(await refused({ customer, points: 10 })).toBe('insufficient_points');
    expect(await refused({ customer, store_credit: 10 })).toBe('insufficient_credit');
  });

  test('mails no unconfirmed address of an account', async () => {
    await db.owner`update auth.users set email_confirmed_at = null, phone = ${`2${phone}`}, phone_confirmed_at = now()
      where id = ${shopper.id}`;
    expect(await placeFor({ customer: { name: 'Hoda', phone } })).toMatchObject({
      user_id: shopper.id,
      customer_email: '',
    });
  });

  test('suggests only accounts that have confirmed the number or address', async () => {
    await db.owner`insert into profile_phones (user_id, tenant_id, phone) select id, tenant_id, ${phone} from profiles where id = ${shopper.id}`;
    const proven = async (typed: string, who = admin) =>
      (await who.run('select proven_customers($1, $2) as id', [store.tenantId, typed])).map(({ id }) => id);
    expect(await proven(phone)).toEqual([]);
    await db.owner`update auth.users set phone = ${`2${phone}`}, phone_confirmed_at = now() where id = ${shopper.id}`;
    expect(await proven(`+2${phone}`)).toEqual([shopper.id]);
    expect(await proven(phone.slice(0, 7))).toEqual([]);
    expect(await shopper.refusal('select proven_customers($1, $2)', [store.tenantId, phone])).toMatchObject({
      detail: 'staff_only',
    });
  });

  /** Takes due messages, as if half a minute had passed. */
  const takeNotifications = async () => {
    await db.owner`update private.jobs set run_at = now() where kind = 'send_email' and attempts = 0`;
    return call<{ order: { id: string }; link: string | null }[]>(db, server, takeMails);
  };

  test('is shown by its notification’s link, without an account, and in an account once its owner adds it', async () => {
    const order = await placeFor({
      customer: { name: 'Hoda', phone: '01055555555', email: 'hoda@example.com' },
    });
    const taken = await takeNotifications();
    const link = taken.find((message) => message.order.id === order.id)?.link ?? '';
    const shown = (token: string) =>
      call<object | null>(
        db,
        anonymous,
        'select (select to_jsonb(found) from order_by_link($1) found) as value',
        [token],
      );
    expect(link).toMatch(/^[\w-]{22}$/);
    const seen = await shown(link);
    expect(seen).toMatchObject({
      number: order.number,
      status: 'pending',
      lines: [{ quantity: 1 }],
      shipments: [],
    });
    expect(JSON.stringify(seen)).not.toMatch(/Hoda|hoda@example|0105555/);
    expect(await shown(`${link}0`)).toBeNull();
    const claim = (token: string): [string, string[]] => ['select claim_order($1) as value', [token]];
    const elsewhere = await makeStore(db, freshTenant());
    const stranger = await makePerson(db, elsewhere.tenantId);
    expect(await stranger.refusal(...claim(link))).toMatchObject({ detail: 'no_profile' });
    expect(await shopper.refusal(...claim(`${link}0`))).toMatchObject({
      detail: 'unknown_order_link',
    });
    expect(await shopper.run('select id from orders')).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect(await shopper.value(...claim(link))).toBe(order.id);
    expect(await shopper.run('select id from orders')).toEqual([{ id: order.id }]);
    expect(await shown(link)).toBeNull();
    const neighbour = await makePerson(db, store.tenantId);
    expect(await neighbour.refusal(...claim(link))).toMatchObject({
      detail: 'unknown_order_link',
    });
    await move(db, admin.identity, order.id, 'confirmed', 'in_production', 'shipped', 'delivered');
    expect(await points()).toEqual([250, 0]);
    const late = await placeFor({
      customer: { name: 'Hoda', phone: '01055555555', email: 'hoda@example.com' },
    });
    const again = await takeNotifications();
    await db.owner`update private.order_links set created_at = now() - interval '61 days' where order_id = ${late.id}`;
    const old = again.find((message) => message.order.id === late.id)?.link ?? '';
    expect(await shopper.refusal(...claim(old))).toMatchObject({
      detail: 'unknown_order_link',
    });
  });

  test('with an account has no link that could show it to another', async () => {
    const order = await placeFor({ customer: { user_id: shopper.id } });
    const taken = await takeNotifications();
    expect(taken.find((message) => message.order.id === order.id)?.link).toBeNull();
  });

  test('accepts a discount with a reason, which its lines share to the piastre', async () => {
    const order = await placeFor({
      manual_discount: { amount: 10, reason: 'A friend of the house' },
      lines: [
        { product_id: store.mugId, quantity: 1 },
        { product_id: store.hoodieId, quantity: 1, size: 'M', color: 'Black' },
        { product_id: store.hoodieId, quantity: 1, size: 'L', color: 'Black' },
      ],
    });
    expect(order).toMatchObject({ manual_discount: 10, total: 589.99, charged: 589.99 });
    const [shared] = await db.owner`
      select sum(discount_share)::float8 as shared from order_lines where order_id = ${order.id}`;
    expect(shared).toEqual({ shared: 10 });
  });

  test('keeps its free delivery if staff’s discount takes it below the threshold', async () => {
    await db.owner`update settings set shipping = shipping || '{"freeShippingThreshold": 250}' where tenant_id = ${store.tenantId}`;
    const manual_discount = { amount: 10, reason: 'A friend of the house' };
    expect(await placeFor({ manual_discount, expected_total: 240 })).toMatchObject({ total: 240 });
  });

  test('is refused with a message if its price differs from what staff saw, including their discount', async () => {
    const manual_discount = { amount: 10, reason: 'A friend of the house' };
    expect(await placeFor({ manual_discount, expected_total: 270 })).toMatchObject({ total: 270 });
    await db.owner`update products set price = 260 where id = ${store.hoodieId}`;
    const refusal = await admin.refusal('select place_order_for($1::text::jsonb)', [
      JSON.stringify(
        orderOf(store, {
          channel: 'phone',
          customer: { name: 'Hoda', phone: '01055555555' },
          manual_discount,
          expected_total: 270,
        }),
      ),
    ]);
    expect(refusal).toMatchObject({ detail: 'price_changed', message: expect.stringContaining('280') });
  });

  test('is the same one when it is sent twice', async () => {
    const document = { idempotency_key: 'the-same-key' };
    const first = await placeFor(document);
    const again = await placeFor(document).catch((error: unknown) => error);
    // The address and lines are the same, so the document is too.
    expect(again).toMatchObject({ id: first.id });
  });

  test('is refused if something is missing, wrong or not for the caller', async () => {
    expect(await refused({ channel: 'web' })).toBe('channel_required');
    expect(await refused({ customer: { name: '', phone: '01055555555' } })).toBe('invalid_customer');
    expect(await refused({ customer: { name: 'Hoda', phone: '123' } })).toBe('invalid_customer');
    expect(await refused({ customer: { user_id: randomUUID() } })).toBe('unknown_person');
    expect(await refused({ manual_discount: { amount: 5 } })).toBe('reason_required');
    expect(await refused({ manual_discount: { amount: -5, reason: 'x' } })).toBe('invalid_manual_discount');
    expect(await refused({ manual_discount: { amount: 250.01, reason: 'x' } })).toBe(
      'manual_discount_too_high',
    );
    expect(await refused({}, shopper.identity)).toBe('staff_only');
    expect(await db.owner`select 1 from orders where tenant_id = ${store.tenantId}`).toEqual([]);
  });

  test('accepts no staff discount from a shopper', async () => {
    expect(await buy({ manual_discount: { amount: 100, reason: 'Mine' } })).toMatchObject({ total: 280 });
  });
});
