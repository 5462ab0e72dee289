import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import {
  type Announcement,
  type Answer,
  type Attempt,
  type ProviderStub,
  payPage,
  sendCallback,
  serveStub,
  untouched,
} from './provider-stub.ts';

const intentionSchema = z.object({
  amount: z.number().int().positive(),
  currency: z.literal('EGP'),
  payment_methods: z.array(z.number().int()).min(1),
  items: z.array(z.object({ name: z.string(), amount: z.number().int(), quantity: z.number().int() })).min(1),
  billing_data: z.object({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    email: z.string().min(1),
    phone_number: z.string().min(1),
  }),
  special_reference: z.string().min(1),
  expiration: z.number().int().positive(),
  notification_url: z.url(),
  redirection_url: z.url(),
});

interface Transaction {
  id: number;
  amount_cents: number;
  created_at: string;
  currency: string;
  error_occured: boolean;
  has_parent_transaction: boolean;
  integration_id: number;
  is_3d_secure: boolean;
  is_auth: boolean;
  is_capture: boolean;
  is_refunded: boolean;
  is_standalone_payment: boolean;
  is_voided: boolean;
  parent_transaction: number | null;
  is_void: boolean;
  is_refund: boolean;
  captured_amount: number;
  profile_id: number;
  order: { id: number; merchant_order_id: string };
  owner: number;
  pending: boolean;
  source_data: { pan: string; sub_type: string; type: string };
  success: boolean;
  refunded_amount_cents: number;
}

const integrations: Record<string, string> = { '101': 'card', '102': 'wallet', '103': 'instalments' };

/**
 * A server that imitates the parts of Paymob that the store uses: intentions, the unified checkout, inquiries, partial
 * refunds, and callbacks signed over twenty values.
 */
export async function startPaymobStub(): Promise<ProviderStub> {
  const keys = {
    secret: `egy_sk_test_${randomBytes(8).toString('hex')}`,
    public: `egy_pk_test_${randomBytes(8).toString('hex')}`,
    api: randomBytes(8).toString('hex'),
    hmac: randomBytes(8).toString('hex').toUpperCase(),
    token: randomBytes(8).toString('hex'),
  };
  const transactions: Transaction[] = [];
  const bySecret = new Map<string, Attempt>();
  let lastId = 1_000;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const server = await serveStub(answer, () => stub.hangs);
  const stub: ProviderStub = {
    name: 'paymob',
    url: server.url,
    environment: {
      PAYMOB_API_URL: server.url,
      PAYMOB_SECRET_KEY: keys.secret,
      PAYMOB_PUBLIC_KEY: keys.public,
      PAYMOB_API_KEY: keys.api,
      PAYMOB_HMAC_SECRET: keys.hmac,
      PAYMOB_WALLET_INTEGRATION: '102',
      PAYMOB_INSTALMENTS_INTEGRATION: '103',
    },
    option: 'paymob_wallet',
    ...untouched(),
    pay(attempt, paid = {}) {
      return announce(transact(attempt, { success: true, ...amountOf(paid) }));
    },
    decline: (attempt) => announce(transact(attempt, { success: false, error_occured: true })),
    puzzle: (attempt) => announce(transact(attempt, { success: true, pending: true })),
    giveBack(attempt, amount) {
      const paid = paidOf(attempt).find((one) => one.amount_cents - one.refunded_amount_cents >= amount);
      if (!paid) throw new Error('So much was not paid');
      return announce(refund(attempt, paid, amount));
    },
    hold: (attempt, paid = {}) =>
      announce(
        transact(attempt, { success: true, is_auth: true, is_standalone_payment: false, ...amountOf(paid) }),
      ),
    capture(attempt, amount) {
      const held = heldOf(attempt, amount);
      if (!held) throw new Error('So much is not held');
      return announce(capture(attempt, held, amount));
    },
    void(attempt) {
      const held = transactionsOf(attempt).find(
        ({ is_auth, success, is_voided, captured_amount }) =>
          is_auth && success && !is_voided && captured_amount === 0,
      );
      const target =
        held ?? paidOf(attempt).findLast(({ refunded_amount_cents }) => refunded_amount_cents === 0);
      if (!target) throw new Error('There is nothing to void');
      return announce(voided(attempt, target));
    },
    sum: (attempt) =>
      paidOf(attempt).reduce((total, paid) => total + paid.amount_cents - paid.refunded_amount_cents, 0),
    strangers(attempt) {
      const other = { ...attempt, id: String(nextId()), reference: 'somebody-else' };
      return [
        announce(transact(attempt, { success: true, integration_id: 999 })),
        announce(transact(other, { success: true })),
        announce({ ...transact(other, { success: true }), id: nextId() }),
      ];
    },
    forge({ query, body, headers }) {
      const { obj } = JSON.parse(body) as { obj: Transaction };
      const altered = { obj: { ...obj, amount_cents: obj.amount_cents + 1 } };
      const other = { obj: { ...obj, order: { ...obj.order, id: obj.order.id + 1 } } };
      return [
        { query: '', headers, body },
        { query: '?hmac=', headers, body },
        { query: `?hmac=${'0'.repeat(128)}`, headers, body },
        { query: query.slice(0, -2), headers, body },
        { query, headers, body: JSON.stringify(altered) },
        { query, headers, body: JSON.stringify(other) },
        { query, headers, body: '{"obj": {"success": true}}' },
        { query, headers, body: 'success=true' },
      ];
    },
    close: server.close,
  };

  const amountOf = ({ amount, currency }: { amount?: number; currency?: string }) => ({
    ...(amount === undefined ? {} : { amount_cents: amount }),
    ...(currency ? { currency } : {}),
  });
  const transactionsOf = (attempt: Attempt) =>
    transactions.filter(({ order }) => String(order.id) === attempt.id);

  const integrationOf = ({ method }: Attempt) =>
    Number(Object.entries(integrations).find(([, name]) => name === method)?.[0]);
  /** Payments and captures that were not voided. */
  const paidOf = (attempt: Attempt) =>
    transactionsOf(attempt).filter(
      ({ success, pending, is_auth, is_void, is_refund, is_voided, integration_id }) =>
        success &&
        !pending &&
        !is_auth &&
        !is_void &&
        !is_refund &&
        !is_voided &&
        integration_id === integrationOf(attempt),
    );
  const heldOf = (attempt: Attempt, amount: number) =>
    transactionsOf(attempt).find(
      ({ is_auth, success, is_voided, amount_cents, captured_amount }) =>
        is_auth && success && !is_voided && amount_cents - captured_amount >= amount,
    );

  function capture(attempt: Attempt, held: Transaction, amount: number): Transaction {
    held.captured_amount += amount;
    return transact(attempt, {
      amount_cents: amount,
      success: true,
      is_capture: true,
      is_standalone_payment: false,
      has_parent_transaction: true,
      parent_transaction: held.id,
    });
  }

  function voided(attempt: Attempt, target: Transaction): Transaction {
    target.is_voided = true;
    return transact(attempt, {
      amount_cents: target.amount_cents,
      success: true,
      is_void: true,
      has_parent_transaction: true,
      parent_transaction: target.id,
    });
  }

  function transact(attempt: Attempt, over: Partial<Transaction>): Transaction {
    const transaction: Transaction = {
      id: nextId(),
      amount_cents: attempt.amount,
      // UTC without an offset.
      created_at: new Date().toISOString().replace('Z', '000'),
      currency: attempt.currency,
      error_occured: false,
      has_parent_transaction: false,
      integration_id: integrationOf(attempt),
      parent_transaction: null,
      is_void: false,
      is_refund: false,
      captured_amount: 0,
      profile_id: 11883,
      is_3d_secure: true,
      is_auth: false,
      is_capture: false,
      is_refunded: false,
      is_standalone_payment: true,
      is_voided: false,
      order: { id: Number(attempt.id), merchant_order_id: attempt.reference },
      owner: 302852,
      pending: false,
      source_data: { pan: '2346', sub_type: 'MasterCard', type: 'card' },
      success: false,
      refunded_amount_cents: 0,
      ...over,
    };
    transactions.push(transaction);
    return transaction;
  }

  function refund(attempt: Attempt, paid: Transaction, amount: number): Transaction {
    paid.refunded_amount_cents += amount;
    paid.is_refunded = paid.refunded_amount_cents === paid.amount_cents;
    stub.refunds.push({ attempt, amount });
    return transact(attempt, {
      amount_cents: amount,
      currency: paid.currency,
      success: true,
      is_refund: true,
      has_parent_transaction: true,
      parent_transaction: paid.id,
    });
  }

  function announce(obj: Transaction): Announcement {
    const { source_data } = obj;
    const text = [
      ...[
        obj.amount_cents,
        obj.created_at,
        obj.currency,
        obj.error_occured,
        obj.has_parent_transaction,
        obj.id,
      ],
      ...[obj.integration_id, obj.is_3d_secure, obj.is_auth, obj.is_capture, obj.is_refunded],
      ...[obj.is_standalone_payment, obj.is_voided, obj.order.id, obj.owner, obj.pending],
      ...[source_data.pan, source_data.sub_type, source_data.type, obj.success],
    ].join('');
    const hmac = createHmac('sha512', keys.hmac).update(text).digest('hex');
    return {
      query: `?hmac=${hmac}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'TRANSACTION', obj }),
    };
  }

  async function answer(
    request: { method?: string; headers: object },
    url: URL,
    text: string,
  ): Promise<Answer> {
    const headers = new Map(Object.entries(request.headers));
    const page = /^\/unifiedcheckout\/(?:(pay|decline)\/)?$/.exec(url.pathname);
    if (page) return checkoutPage(url, page[1]);
    if (stub.failNext > 0) {
      stub.failNext -= 1;
      return { status: 500, body: { detail: 'busy' } };
    }
    const body: unknown = text ? JSON.parse(text) : {};
    const bySecretKey = headers.get('authorization') === `Token ${keys.secret}`;
    if (url.pathname === '/v1/intention/') return bySecretKey ? openIntention(body) : { status: 401 };
    if (url.pathname === '/api/auth/tokens') {
      const known = z.object({ api_key: z.literal(keys.api) }).safeParse(body).success;
      return known ? { status: 201, body: { token: keys.token, profile: { id: 11883 } } } : { status: 403 };
    }
    if (url.pathname === '/api/ecommerce/orders/transaction_inquiry') {
      const asked = z.object({ auth_token: z.literal(keys.token), order_id: z.string() }).safeParse(body);
      if (!asked.success) return { status: 401 };
      const last = transactions.filter(({ order }) => String(order.id) === asked.data.order_id).at(-1);
      return last ? { body: last } : { status: 404, body: { detail: 'Not found.' } };
    }
    const one = /^\/api\/acceptance\/transactions\/(\d+)$/.exec(url.pathname);
    if (one) {
      const known = transactions.find(({ id }) => String(id) === one[1]);
      if (headers.get('authorization') !== `Bearer ${keys.token}`) return { status: 401 };
      return known ? { body: known } : { status: 404 };
    }
    if (url.pathname === '/api/acceptance/void_refund/refund')
      return bySecretKey ? giveBack(body) : { status: 401 };
    if (url.pathname === '/api/acceptance/capture') return bySecretKey ? captureOf(body) : { status: 401 };
    if (url.pathname === '/api/acceptance/void_refund/void')
      return bySecretKey ? voidOf(body) : { status: 401 };
    return { status: 404 };
  }

  function openIntention(body: unknown): Answer {
    const asked = intentionSchema.safeParse(body);
    if (!asked.success) return { status: 400, body: { detail: asked.error.message } };
    const { amount, currency, special_reference, redirection_url, payment_methods, items } = asked.data;
    if (items.reduce((sum, item) => sum + item.amount * item.quantity, 0) !== amount)
      return { status: 400, body: { detail: 'The items are not the amount.' } };
    const method = integrations[String(payment_methods[0])];
    if (!method) return { status: 404, body: { detail: 'Integration ID does not exist in our system.' } };
    if (stub.attempts.some(({ reference }) => reference === special_reference))
      return { status: 400, body: { special_reference: ['duplicate'] } };
    const secret = `egy_csk_test_${randomBytes(8).toString('hex')}`;
    const id = nextId();
    const attempt: Attempt = {
      id: String(id),
      url: `${stub.url}/unifiedcheckout/?publicKey=${keys.public}&clientSecret=${secret}`,
      amount,
      currency,
      reference: special_reference,
      returnUrl: redirection_url,
      method,
    };
    stub.attempts.push(attempt);
    bySecret.set(secret, attempt);
    return { status: 201, body: { id: `pi_${secret}`, client_secret: secret, intention_order_id: id } };
  }

  const attemptOf = (transaction: Transaction | undefined) =>
    stub.attempts.find(({ id }) => id === String(transaction?.order.id));

  function captureOf(body: unknown): Answer {
    const asked = z.object({ transaction_id: z.coerce.number(), amount_cents: z.number().int() }).parse(body);
    const held = transactions.find(({ id, is_auth }) => id === asked.transaction_id && is_auth);
    const attempt = attemptOf(held);
    if (!held || !attempt) return { status: 404 };
    const left = held.amount_cents - held.captured_amount;
    if (stub.capturesEnd === 'refused' || held.is_voided || asked.amount_cents > left)
      return { status: 400, body: { message: 'Cannot capture' } };
    const made = capture(attempt, held, asked.amount_cents);
    stub.outbox.push(announce(made));
    return stub.capturesEnd === 'lost' ? { status: 500 } : { status: 201, body: made };
  }

  function voidOf(body: unknown): Answer {
    const asked = z.object({ transaction_id: z.coerce.number() }).parse(body);
    const target = transactions.find(({ id }) => id === asked.transaction_id);
    const attempt = attemptOf(target);
    if (!target || !attempt) return { status: 404 };
    if (target.is_voided || target.captured_amount > 0)
      return { status: 400, body: { message: 'Cannot void' } };
    const made = voided(attempt, target);
    stub.outbox.push(announce(made));
    return { status: 201, body: made };
  }

  function giveBack(body: unknown): Answer {
    const asked = z.object({ transaction_id: z.coerce.number(), amount_cents: z.number().int() }).parse(body);
    const paid = transactions.find(({ id, success }) => id === asked.transaction_id && success);
    const attempt = stub.attempts.find(({ id }) => id === String(paid?.order.id));
    if (!paid || !attempt) return { status: 404 };
    if (stub.refundsEnd === 'refused' || asked.amount_cents > paid.amount_cents - paid.refunded_amount_cents)
      return { status: 400, body: { message: 'Full Amount has been already refunded' } };
    const made = refund(attempt, paid, asked.amount_cents);
    if (stub.refundsEnd === 'pending') Object.assign(made, { pending: true, success: false });
    stub.outbox.push(announce(made));
    if (stub.losesRefundAnswer) {
      stub.losesRefundAnswer = false;
      return { status: 500 };
    }
    return { status: 201, body: made };
  }

  /** The page that a shopper is redirected to. Paymob sends its callback first, then redirects back with the outcome in the URL. */
  async function checkoutPage(url: URL, action: string | undefined): Promise<Answer> {
    const secret = url.searchParams.get('clientSecret') ?? '';
    const attempt = bySecret.get(secret);
    if (!attempt || url.searchParams.get('publicKey') !== keys.public) return { status: 404 };
    if (!action) {
      const to = (name: string) =>
        `/unifiedcheckout/${name}/?publicKey=${keys.public}&amp;clientSecret=${secret}`;
      return { html: payPage('Paymob', attempt, to('pay'), to('decline')) };
    }
    const announcement = action === 'pay' ? stub.pay(attempt) : stub.decline(attempt);
    await sendCallback(stub.callbackUrl, announcement);
    const back = new URL(attempt.returnUrl);
    back.searchParams.set('success', String(action === 'pay'));
    return { location: back.href };
  }

  return stub;
}
