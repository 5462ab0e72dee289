import { randomUUID } from 'node:crypto';
import type { Parameter } from 'embedded-supabase/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeWorker } from './approvals.ts';
import { admin, buy, db, shopper, store, storeForEachTest } from './own-store.ts';
import { makePerson, server } from './people.ts';
import { freshTenant, makeStore, orderOf, type PlacedOrder, stockOf } from './store.ts';

storeForEachTest({ alone: true });

interface PayLink {
  id: string;
  expires_at: string;
}
interface Draft {
  id: string;
  total: number;
  order_id: string | null;
}
interface View {
  state: string;
  is_draft: boolean;
  number: string | null;
  amount: number;
  total: number;
  change: number | null;
  takes_transfer: boolean;
  lines: { name: string; quantity: number; total: number }[];
}
interface Payment {
  id: string;
  order_id: string;
  amount: number;
}

const json = (value: unknown) => JSON.stringify(value);
const ofServer = async <T>(text: string, parameters: Parameter[] = []) =>
  (await db.run(server, text, parameters))[0]?.value as T;

/** A link to pay an order, and the secret of one of its copies. */
async function linkTo(orderId: string, part: number | null = null) {
  const link = await admin.value<PayLink>(
    'select to_jsonb(create_pay_link($1::text::uuid, $2::text::numeric)) as value',
    [orderId, part === null ? null : String(part)],
  );
  return { id: link.id, token: await secretOf(link.id) };
}
const secretOf = (linkId: string) =>
  admin.value<string>('select share_pay_link($1::text::uuid) as value', [linkId]);
const page = (token: string, tenantId = store.tenantId) =>
  ofServer<View>("select to_jsonb(pay_link_page($1, $2, 'en')) as value", [tenantId, token]);
const pay = (token: string, amount: number, provider = 'stripe', tenantId = store.tenantId) =>
  ofServer<Payment>("select to_jsonb(payment_by_link($1, $2, $3::text::numeric, $4, 'card')) as value", [
    tenantId,
    token,
    String(amount),
    provider,
  ]);
/** The provider says that a payment was made. */
const arrives = async (payment: Payment, { event = randomUUID() as string, provider = 'stripe' } = {}) => {
  await db.run(server, 'select payment_opened($1::text::uuid, $2, $3)', [
    payment.id,
    `s-${payment.id}`,
    'https://pay.example/',
  ]);
  return ofServer<string>(
    `select record_payment_event($1, 'paid', 'paid', p_payment_id => $2::text::uuid, p_session_id => $3,
      p_transaction_id => $4, p_amount => $5::text::bigint, p_currency => 'EGP', p_provider => $6) as value`,
    [event, payment.id, `s-${payment.id}`, `t-${event}`, String(Math.round(payment.amount * 100)), provider],
  );
};
const orderRow = async (id: string) => {
  const [row] = await db.owner`
    select status::text, payment_status::text, payment_method::text, charged::float, received::float,
      reserved_until > now() + interval '20 hours' as is_kept_long from orders where id = ${id}`;
  return row;
};
const linkState = async (id: string) => {
  const [row] =
    await db.owner`select pay_link_state(link)::text as state from pay_links link where id = ${id}`;
  return row?.state;
};
const refundsOf = (orderId: string) =>
  db.owner`select amount::float, state::text from refunds where order_id = ${orderId} order by number`;
const remarksOf = async (orderId: string) =>
  (
    await db.owner`
      select remark ->> 'code' as code from order_events where order_id = ${orderId} and remark is not null order by created_at`
  ).map(({ code }) => code);
const detail = (promise: Promise<unknown>) => promise.then(() => null).catch((error) => error.detail);

/** An order that staff made by telephone for somebody without an account. */
const byTelephone = (changes: Record<string, unknown> = {}) =>
  admin.value<PlacedOrder>('select to_jsonb(place_order_for($1::text::jsonb)) as value', [
    json(
      orderOf(store, {
        channel: 'phone',
        customer: { name: 'Hoda', phone: '01055555555', email: 'hoda@example.com' },
        payment_method: 'online',
        ...changes,
      }),
    ),
  ]);

describe('a link to pay an order', () => {
  test('shows what it is for and takes the payment of a customer without an account', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await page(token)).toMatchObject({
      state: 'open',
      number: order.number,
      amount: order.total,
      lines: [{ name: 'Ink hoodie', quantity: 1, total: 250 }],
    });
    expect(await orderRow(order.id)).toMatchObject({ status: 'awaiting_payment', is_kept_long: true });
    const payment = await pay(token, order.total);
    expect(payment).toMatchObject({ order_id: order.id, amount: order.total });
    expect(await arrives(payment)).toBe('booked');
    expect(await orderRow(order.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
    expect(await linkState(id)).toBe('paid');
    expect(await page(token)).toMatchObject({ state: 'paid', amount: 0 });
    expect(await detail(pay(token, order.total))).toBe('pay_link_ended');
  });

  test('stores no secret, and each copy of a link works', async () => {
    const { id, token } = await linkTo((await byTelephone()).id);
    const other = await secretOf(id);
    expect(other).not.toBe(token);
    expect(await page(other)).toMatchObject({ state: 'open' });
    const stored = await db.owner`select to_jsonb(kept)::text as row from private.pay_link_tokens kept`;
    expect(json(stored)).not.toContain(token);
  });

  test('is unknown in another store, with another secret, and once it was called off', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    const elsewhere = await makeStore(db, freshTenant());
    expect(await detail(page(token, elsewhere.tenantId))).toBe('unknown_pay_link');
    expect(await detail(pay(token, order.total, 'stripe', elsewhere.tenantId))).toBe('unknown_pay_link');
    expect(await detail(page(`${token.slice(0, -1)}-`))).toBe('unknown_pay_link');
    const stranger = await makePerson(db, elsewhere.tenantId, 'admin');
    for (const text of ['select share_pay_link($1::text::uuid)', 'select cancel_pay_link($1::text::uuid)'])
      expect(await stranger.refusal(text, [id])).toMatchObject({ detail: 'unknown_pay_link' });
    await admin.run('select cancel_pay_link($1::text::uuid)', [id]);
    expect(await page(token)).toMatchObject({ state: 'cancelled', amount: 0 });
    expect(await detail(pay(token, order.total))).toBe('pay_link_ended');
  });

  test('belongs to staff: customers and visitors neither make, read nor open one in the database', async () => {
    const order = await buy({ payment_method: 'online' });
    const { token } = await linkTo(order.id);
    expect(await shopper.refusal('select create_pay_link($1::text::uuid)', [order.id])).toMatchObject({
      detail: 'staff_only',
    });
    expect(await shopper.run('select id from pay_links')).toEqual([]);
    for (const text of ["select pay_link_page($1, $2, 'en')", 'select pay_link_order($1, $2)'])
      expect(await shopper.refusal(text, [store.tenantId, token])).toMatchObject({ code: '42501' });
  });

  test('has ended after its time, and no payment starts', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    await db.owner`update pay_links set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await page(token)).toMatchObject({ state: 'expired', amount: 0 });
    expect(await detail(pay(token, order.total))).toBe('pay_link_ended');
  });

  test('that is renewed keeps working where it was sent before', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    await db.owner`update pay_links set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await linkTo(order.id)).id).toBe(id);
    expect(await page(token)).toMatchObject({ state: 'open', amount: order.total });
  });

  test('paid after it ended books the money of a payment that had begun', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    const payment = await pay(token, order.total);
    await db.owner`update pay_links set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await arrives(payment)).toBe('booked');
    expect(await orderRow(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await linkState(id)).toBe('paid');
  });

  test('paid through two providers gives the second payment back', async () => {
    const order = await byTelephone();
    const { token } = await linkTo(order.id);
    const [first, second] = [await pay(token, order.total), await pay(token, order.total, 'paymob')];
    expect(first.id).not.toBe(second.id);
    await arrives(first);
    expect(await arrives(second, { provider: 'paymob' })).toBe('booked');
    expect(await refundsOf(order.id)).toEqual([{ amount: order.total, state: 'sending' }]);
  });

  test('opened in two tabs leads to one payment, and a repeated callback books it once', async () => {
    const order = await byTelephone();
    const { token } = await linkTo(order.id);
    const payments = await Promise.all([pay(token, order.total), pay(token, order.total)]);
    expect(new Set(payments.map(({ id }) => id)).size).toBe(1);
    const [payment] = payments;
    if (!payment) throw new Error('No payment started');
    expect(await arrives(payment, { event: 'evt-replayed' })).toBe('booked');
    expect(await arrives(payment, { event: 'evt-replayed' })).toBe('known');
    expect(await orderRow(order.id)).toMatchObject({ received: order.total });
    expect(await refundsOf(order.id)).toEqual([]);
  });

  test('of an order that costs something else by now asks again', async () => {
    const order = await buy();
    const { token } = await linkTo(order.id);
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      json({ add: [{ product_id: store.mugId, quantity: 1 }] }),
    ]);
    const now = await page(token);
    expect(now.amount).toBeCloseTo(order.total + 99.99, 2);
    expect(await detail(pay(token, order.total))).toBe('pay_link_changed');
    expect(await pay(token, now.amount)).toMatchObject({ amount: now.amount });
  });

  test('paid with an old amount books what came and tells staff what is missing', async () => {
    const order = await buy();
    const { id, token } = await linkTo(order.id);
    const payment = await pay(token, order.total);
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      json({ add: [{ product_id: store.mugId, quantity: 1 }] }),
    ]);
    const [edit] = await db.owner`select id from order_edits where order_id = ${order.id}`;
    await shopper.run('select decide_edit($1::text::uuid, true)', [String(edit?.id)]);
    expect(await arrives(payment)).toBe('booked');
    expect(await orderRow(order.id)).toMatchObject({ received: order.total, payment_status: 'partly_paid' });
    expect(await linkState(id)).toBe('open');
    expect(await remarksOf(order.id)).toContain('pay_link_partly');
    expect((await page(token)).amount).toBeCloseTo(99.99, 2);
  });

  test('ends with its order, and money that comes anyway goes back', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    const payment = await pay(token, order.total);
    await admin.run("select cancel_order($1::text::uuid, 'Changed her mind')", [order.id]);
    expect(await linkState(id)).toBe('cancelled');
    expect(await detail(pay(token, order.total))).toBe('pay_link_ended');
    expect(await arrives(payment)).toBe('booked');
    expect(await refundsOf(order.id)).toEqual([{ amount: order.total, state: 'sending' }]);
    expect(await remarksOf(order.id)).toContain('paid_after_cancelling');
  });

  test('keeps an unpaid order when a payment page closes, and lets it go once it has ended', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    const payment = await pay(token, order.total);
    const closed = await ofServer<string>(
      "select record_payment_event('closed', 'closed', 'closed', p_payment_id => $1::text::uuid) as value",
      [payment.id],
    );
    expect(closed).toBe('booked');
    expect(await orderRow(order.id)).toMatchObject({ status: 'awaiting_payment' });
    await db.owner`update orders set reserved_until = now() - interval '1 second' where id = ${order.id}`;
    await db.owner`update pay_links set expires_at = now() - interval '1 second' where id = ${id}`;
    await db.run(server, 'select release_expired_reservations()');
    expect(await orderRow(order.id)).toMatchObject({ status: 'cancelled' });
  });

  test('asks for a part as a deposit, and is paid with it', async () => {
    const order = await buy();
    const { id, token } = await linkTo(order.id, 100);
    expect(await page(token)).toMatchObject({ amount: 100, total: order.total });
    await arrives(await pay(token, 100));
    expect(await linkState(id)).toBe('paid');
    expect(await orderRow(order.id)).toMatchObject({ received: 100, payment_status: 'partly_paid' });
    expect(await detail(linkTo(order.id, order.total))).toBe('amount_not_due');
  });

  test('asks for the deposit that a cash order waits for', async () => {
    await db.owner`update staff_settings set cash_rules = '{"firstOrder": "deposit", "depositPercent": 20}'
      where tenant_id = ${store.tenantId}`;
    const order = await buy();
    const { token } = await linkTo(order.id);
    const { amount } = await page(token);
    expect(amount).toBeCloseTo(order.total * 0.2, 2);
    await arrives(await pay(token, amount));
    expect(await orderRow(order.id)).toMatchObject({ status: 'confirmed', received: amount });
  });

  test('is not made for an order that owes nothing', async () => {
    const order = await buy({ payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'TRX')", [order.id]);
    expect(await detail(linkTo(order.id))).toBe('not_payable');
  });
});

describe('a change that costs more', () => {
  let order: PlacedOrder;
  beforeEach(async () => {
    order = await buy({ payment_method: 'bank_transfer' });
    await admin.run("select record_payment($1::text::uuid, 'paid', 'TRX')", [order.id]);
    await admin.run('select edit_order($1::text::uuid, $2::text::jsonb)', [
      order.id,
      json({ add: [{ product_id: store.mugId, quantity: 1 }] }),
    ]);
  });
  const edit = async () => {
    const [row] = await db.owner`
      select edit.id, edit.state::text, facts.agreed_how, facts.agreed_with, facts.agreed_at is not null as is_dated,
        facts.decided_by from order_edits edit join order_edit_staff_facts facts on facts.edit_id = edit.id
      where edit.order_id = ${order.id}`;
    return row;
  };

  test('is accepted by paying its link, which shows it with its difference', async () => {
    const { token } = await linkTo(order.id);
    expect(await page(token)).toMatchObject({ amount: 99.99, change: 99.99, lines: [{}, { name: 'Mug' }] });
    const payment = await pay(token, 99.99);
    expect(await edit()).toMatchObject({ state: 'applied', agreed_how: 'link', is_dated: true });
    await arrives(payment);
    expect(await orderRow(order.id)).toMatchObject({ charged: order.total + 99.99, payment_status: 'paid' });
    expect(await remarksOf(order.id)).toContain('change_accepted_by_link');
  });

  test('is accepted by staff for a customer who agreed on the telephone, with who and when', async () => {
    const id = String((await edit())?.id);
    const agree = 'select accept_edit_by_telephone($1::text::uuid, $2)';
    expect(await admin.refusal(agree, [id, ' '])).toMatchObject({ detail: 'agreed_with_required' });
    expect(await shopper.refusal(agree, [id, 'Me'])).toMatchObject({ detail: 'staff_only' });
    await admin.run(agree, [id, 'Mona, on the number of the order']);
    expect(await edit()).toMatchObject({
      state: 'applied',
      agreed_how: 'telephone',
      agreed_with: 'Mona, on the number of the order',
      is_dated: true,
      decided_by: admin.id,
    });
    expect(await admin.refusal(agree, [id, 'Mona'])).toMatchObject({ detail: 'edit_decided' });
    const seen = await shopper.run(
      "select remark ->> 'name' as name from order_events where remark ->> 'code' = 'change_agreed_by_telephone'",
    );
    expect(seen).toEqual([{ name: 'Mona, on the number of the order' }]);
  });
});

describe('a bank transfer by a link', () => {
  const proof = async (linkId: string, folder = linkId) => {
    const name = `${store.tenantId}/${folder}/${randomUUID()}.webp`;
    await db.owner`insert into storage.objects (bucket_id, name) values ('order-photos', ${name})`;
    return name;
  };
  const announce = (token: string, amount: number, photo: string) =>
    db.run(server, 'select transfer_by_link($1, $2, $3::text::numeric, array[$4])', [
      store.tenantId,
      token,
      String(amount),
      photo,
    ]);

  test('is announced with a picture, keeps the order, and is booked by staff', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    await announce(token, order.total, await proof(id));
    expect(await orderRow(order.id)).toMatchObject({
      status: 'awaiting_payment',
      payment_method: 'bank_transfer',
    });
    expect(await page(token)).toMatchObject({ state: 'open', transfer_state: 'to_check' });
    await admin.run("select book_transfer($1::text::uuid, $2::text::numeric, 'FT1')", [
      order.id,
      String(order.total),
    ]);
    expect(await orderRow(order.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' });
    expect(await linkState(id)).toBe('paid');
  });

  test('is booked for an order that was to be paid in cash', async () => {
    const order = await buy();
    const { id, token } = await linkTo(order.id);
    await announce(token, order.total, await proof(id));
    const [due] = await admin.run('select due_by_transfer(orders)::float as due from orders where id = $1', [
      order.id,
    ]);
    expect(due).toEqual({ due: order.total });
    await admin.run("select book_transfer($1::text::uuid, $2::text::numeric, 'FT2')", [
      order.id,
      String(order.total),
    ]);
    expect(await orderRow(order.id)).toMatchObject({
      payment_status: 'paid',
      payment_method: 'cash_on_delivery',
    });
  });

  test('takes only pictures of this link, and only where the store takes transfers', async () => {
    const order = await byTelephone();
    const { id, token } = await linkTo(order.id);
    expect(await detail(announce(token, order.total, await proof(id, shopper.id)))).toBe('invalid_photos');
    await db.owner`update settings set payment = payment || '{"bankTransfer": false}' where tenant_id = ${store.tenantId}`;
    expect(await page(token)).toMatchObject({ takes_transfer: false });
    expect(await detail(announce(token, order.total, await proof(id)))).toBe('payment_closed');
  });
});

describe('store credit by a link', () => {
  const credit = (amount: number) =>
    admin.run("select adjust_store_credit($1, $2::text::uuid, $3::text::numeric, 'Sorry')", [
      store.tenantId,
      shopper.id,
      String(amount),
    ]);
  const payWithCredit = (who: typeof shopper, token: string, amount: number) =>
    who.run('select pay_link_with_credit($1, $2, $3::text::numeric)', [
      store.tenantId,
      token,
      String(amount),
    ]);

  test('pays as far as it goes, for the order’s own customer alone', async () => {
    const order = await buy();
    const { id, token } = await linkTo(order.id);
    await credit(100);
    const usable = (who: typeof shopper) =>
      who.value<number>('select credit_for_link($1, $2)::float as value', [store.tenantId, token]);
    const stranger = await makePerson(db, store.tenantId);
    expect([await usable(shopper), await usable(stranger)]).toEqual([100, 0]);
    expect(await detail(payWithCredit(stranger, token, order.total))).toBe('unknown_pay_link');
    await payWithCredit(shopper, token, order.total);
    expect(await orderRow(order.id)).toMatchObject({ received: 100, payment_status: 'partly_paid' });
    expect((await page(token)).amount).toBeCloseTo(order.total - 100, 2);
    await credit(1000);
    await payWithCredit(shopper, token, order.total - 100);
    expect(await orderRow(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await linkState(id)).toBe('paid');
  });
});

describe('a draft', () => {
  const document = (changes: Record<string, unknown> = {}) => ({
    ...orderOf(store, {
      channel: 'phone',
      customer: { name: 'Hoda', phone: '01055555555', email: 'hoda@example.com' },
    }),
    ...changes,
  });
  const save = async (changes: Record<string, unknown> = {}, reserves = false) => {
    const draft = await admin.value<Draft>(
      'select to_jsonb(save_draft($1::text::jsonb, $2::text::boolean)) as value',
      [json(document(changes)), String(reserves)],
    );
    const [link] = await db.owner`select id from pay_links where draft_id = ${draft.id}`;
    return { ...draft, linkId: String(link?.id), token: await secretOf(String(link?.id)) };
  };
  const draftRow = async (id: string) => {
    const [row] = await db.owner`
      select draft_state(draft)::text as state, order_id from order_drafts draft where id = ${id}`;
    return row;
  };

  test('reserves nothing, keeps its prices, and is an order once it is paid', async () => {
    const draft = await save({ discount_code: 'TEN' });
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(20);
    await db.owner`update products set price = 400 where id = ${store.hoodieId}`;
    await db.owner`update discounts set is_active = false where id = ${store.discountId}`;
    expect(await page(draft.token)).toMatchObject({
      state: 'open',
      is_draft: true,
      number: null,
      amount: draft.total,
      lines: [{ name: 'Ink hoodie', quantity: 1, total: 250 }],
    });
    const payment = await pay(draft.token, draft.total);
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(19);
    expect(await draftRow(draft.id)).toMatchObject({ state: 'open', order_id: payment.order_id });
    await arrives(payment);
    expect(await draftRow(draft.id)).toMatchObject({ state: 'paid' });
    const [order] = await db.owner`
      select status::text, total::float, subtotal::float, discount_total::float, customer_name, channel::text, placed_by
      from orders join order_staff_facts facts on facts.order_id = orders.id where orders.id = ${payment.order_id}`;
    expect(order).toEqual({
      status: 'confirmed',
      total: draft.total,
      subtotal: 250,
      discount_total: 25,
      customer_name: 'Hoda',
      channel: 'phone',
      placed_by: admin.id,
    });
  });

  test('costs today’s price in a draft of today', async () => {
    const draft = await save();
    await db.owner`update products set price = 400 where id = ${store.hoodieId}`;
    expect((await save()).total).toBe(draft.total + 150);
  });

  test('is refused once its goods are sold out, and nothing is booked', async () => {
    const draft = await save({ lines: [{ product_id: store.mugId, quantity: 5 }] });
    await buy({ lines: [{ product_id: store.mugId, quantity: 1 }] });
    expect(await detail(pay(draft.token, draft.total))).toBe('out_of_stock');
    expect(await draftRow(draft.id)).toMatchObject({ state: 'open', order_id: null });
    expect(await stockOf(db, store.mugId)).toBe(4);
  });

  test('reserves its goods for an hour if staff choose so, and is open again after it', async () => {
    const draft = await save({}, true);
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(19);
    const [first] = await db.owner`
      select id, reserved_until between now() + interval '55 minutes' and now() + interval '61 minutes' as is_an_hour
      from orders where id = ${draft.order_id}`;
    expect(first).toMatchObject({ is_an_hour: true });
    await db.owner`update orders set reserved_until = now() - interval '1 second' where id = ${draft.order_id}`;
    await db.run(server, 'select release_expired_reservations()');
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(20);
    expect(await db.owner`select 1 from order_notifications where order_id = ${draft.order_id}`).toEqual([]);
    expect(await page(draft.token)).toMatchObject({ state: 'open', amount: draft.total });
    const payment = await pay(draft.token, draft.total);
    expect(payment.order_id).not.toBe(draft.order_id);
    await arrives(payment);
    expect(await draftRow(draft.id)).toMatchObject({ state: 'paid', order_id: payment.order_id });
  });

  test('paid in two tabs at once is one order', async () => {
    const draft = await save();
    const payments = await Promise.all([
      pay(draft.token, draft.total),
      pay(draft.token, draft.total, 'paymob'),
      pay(draft.token, draft.total),
    ]);
    expect(new Set(payments.map(({ order_id }) => order_id)).size).toBe(1);
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(19);
  });

  test('has ended after its time, and once staff call it off with what it reserved', async () => {
    const draft = await save({}, true);
    await admin.run('select cancel_draft($1::text::uuid)', [draft.id]);
    expect(await draftRow(draft.id)).toMatchObject({ state: 'cancelled' });
    expect(await linkState(draft.linkId)).toBe('cancelled');
    expect(await stockOf(db, store.hoodieId, 'M / Black')).toBe(20);
    expect(await detail(pay(draft.token, draft.total))).toBe('pay_link_ended');
    const other = await save();
    await db.owner`update pay_links set expires_at = now() - interval '1 second' where id = ${other.linkId}`;
    expect(await detail(pay(other.token, other.total))).toBe('pay_link_ended');
  });

  test('that was paid is not called off', async () => {
    const draft = await save();
    await arrives(await pay(draft.token, draft.total));
    expect(await admin.refusal('select cancel_draft($1::text::uuid)', [draft.id])).toMatchObject({
      detail: 'draft_paid',
    });
  });

  test('gives no discount above the ceiling of who makes it', async () => {
    const clerk = await makeWorker(db, store.tenantId, ['orders.place', 'orders.discount'], {
      'orders.discount': 10,
    });
    const off = (amount: number) =>
      clerk.attempt('select save_draft($1::text::jsonb)', [
        json(document({ manual_discount: { amount, reason: 'Regular' } })),
      ]);
    expect(await off(25.01)).toMatchObject({ detail: 'above_ceiling' });
    expect(await off(25)).toMatchObject({ rows: [expect.anything()] });
  });

  test('is paid in full by its customer’s store credit', async () => {
    await db.owner`update auth.users set email_confirmed_at = now() where id = ${shopper.id}`;
    const draft = await save({ customer: { user_id: shopper.id } });
    await admin.run("select adjust_store_credit($1, $2::text::uuid, 2000, 'Sorry')", [
      store.tenantId,
      shopper.id,
    ]);
    await shopper.run('select pay_link_with_credit($1, $2, $3::text::numeric)', [
      store.tenantId,
      draft.token,
      String(draft.total),
    ]);
    expect(await draftRow(draft.id)).toMatchObject({ state: 'paid' });
    const row = await draftRow(draft.id);
    expect(await orderRow(String(row?.order_id))).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
    });
  });
});

describe('sending a link', () => {
  const send = (linkId: string, channel: string) =>
    admin.value<{ id: string }>(
      "select to_jsonb(send_pay_link($1::text::uuid, $2::text::notification_channel, 'ar')) as value",
      [linkId, channel],
    );
  const take = async (kind: string) => {
    const jobs =
      await db.owner`select id from private.jobs where kind = ${kind} and tenant_id = ${store.tenantId}`;
    const ids = `{${jobs.map(({ id }) => id).join()}}`;
    return db.run(server, 'select * from pay_links_to_send($1::text::bigint[])', [ids]);
  };

  test('gives the server its recipient, amount and a secret that works, once', async () => {
    const order = await byTelephone();
    const { id } = await linkTo(order.id);
    const message = await send(id, 'email');
    const [mail] = await take('mail_pay_link');
    expect(mail).toMatchObject({
      recipient: 'hoda@example.com',
      language: 'ar',
      number: order.number,
      person: 'Hoda',
    });
    expect(await page(String(mail?.token))).toMatchObject({ state: 'open', amount: order.total });
    await db.run(server, 'select pay_link_message_done($1::text::uuid, true)', [message.id]);
    expect(await take('mail_pay_link')).toEqual([]);
    expect(await remarksOf(order.id)).toEqual(['pay_link_made', 'pay_link_copied', 'pay_link_sent']);
  });

  test('goes to the telephone number, unless it has opted out', async () => {
    const { id } = await linkTo((await byTelephone()).id);
    await send(id, 'whatsapp');
    expect(await take('send_pay_link_whatsapp')).toMatchObject([{ recipient: '+201012345678' }]);
    await db.owner`insert into notification_opt_outs (tenant_id, channel, recipient)
      values (${store.tenantId}, 'sms', '+201012345678')`;
    expect(await detail(send(id, 'sms'))).toBe('pay_link_unreachable');
  });

  test('stops after five messages a day to one recipient', async () => {
    const { id } = await linkTo((await byTelephone()).id);
    for (let count = 0; count < 5; count += 1) await send(id, 'email');
    expect(await detail(send(id, 'email'))).toBe('pay_link_sent_enough');
    expect(await secretOf(id)).toMatch(/^[\w-]{22}$/);
  });

  test('is dropped once the link has ended', async () => {
    const { id } = await linkTo((await byTelephone()).id);
    await send(id, 'email');
    await admin.run('select cancel_pay_link($1::text::uuid)', [id]);
    expect(await take('mail_pay_link')).toEqual([]);
  });
});
