import { createHmac, randomBytes } from 'node:crypto';
import { stringify } from 'node:querystring';
import { z } from 'zod';
import {
  type Announcement,
  type Answer,
  type Attempt,
  type ProviderStub,
  payPage,
  sendCallback,
  serveStub,
} from './provider-stub.ts';

const sessionSchema = z.object({
  merchantId: z.string(),
  order: z.string().min(1),
  amount: z.string().regex(/^\d+\.\d\d$/),
  currency: z.literal('EGP'),
  expireAt: z.iso.datetime(),
  allowedMethods: z.enum(['card', 'wallet', 'bank_installments']),
  merchantRedirect: z.url(),
  serverWebhook: z.url(),
  display: z.enum(['en', 'ar']),
});

const signatureKeys = [
  'amount',
  'channel',
  'currency',
  'kashierOrderId',
  'merchantOrderId',
  'method',
  'status',
  'transactionId',
];

/** A server that answers like Kashier as far as the store asks it: sessions, its page, refunds by its order, callbacks. */
export async function startKashierStub(): Promise<ProviderStub> {
  const merchantId = 'MID-1-1';
  const apiKey = randomBytes(8).toString('hex');
  const secretKey = randomBytes(8).toString('hex');
  /** What became of each session, its order at Kashier, and what was refunded of it, in piastres. */
  const states = new Map<
    string,
    { status: string; orderId: string; amount: number; currency: string; back: number }
  >();
  const server = await serveStub(answer, () => stub.hangs);
  const stub: ProviderStub = {
    name: 'kashier',
    url: server.url,
    environment: {
      KASHIER_API_URL: server.url,
      KASHIER_ORDERS_URL: server.url,
      KASHIER_MERCHANT_ID: merchantId,
      KASHIER_API_KEY: apiKey,
      KASHIER_SECRET_KEY: secretKey,
      KASHIER_METHODS: 'card,wallet',
    },
    option: 'kashier_wallet',
    attempts: [],
    refunds: [],
    refundsEnd: 'done',
    failNext: 0,
    hangs: false,
    losesRefundAnswer: false,
    callbackUrl: '',
    pay(attempt, { amount = attempt.amount, currency = attempt.currency } = {}) {
      Object.assign(stateOf(attempt), { status: 'SUCCESS', amount, currency });
      return announce('pay', attempt, { status: 'SUCCESS', amount, currency });
    },
    decline(attempt) {
      stateOf(attempt).status = 'FAILED';
      return announce('pay', attempt, { status: 'FAILED' });
    },
    puzzle(attempt) {
      stateOf(attempt).status = 'UNDER_REVIEW';
      return announce('pay', attempt, { status: 'UNDER_REVIEW' });
    },
    giveBack(attempt, amount) {
      refund(attempt, amount);
      return announce('refund', attempt, { status: 'SUCCESS', amount });
    },
    forge({ query, headers, body }) {
      const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> };
      const uncovered = { ...data, signatureKeys: ['merchantOrderId', 'channel'] };
      const signed = sign(uncovered);
      return [
        { query, headers: {}, body },
        { query, headers: { 'x-kashier-signature': '' }, body },
        { query, headers: { 'x-kashier-signature': '0'.repeat(64) }, body },
        { query, headers, body: JSON.stringify({ event, data: { ...data, amount: 1 } }) },
        { query, headers, body: JSON.stringify({ event, data: { ...data, merchantOrderId: 'mine' } }) },
        // Signed rightly, but over nothing that says what was paid.
        {
          query,
          headers: { 'x-kashier-signature': signed },
          body: JSON.stringify({ event, data: uncovered }),
        },
        { query, headers, body: '[]' },
      ];
    },
    close: server.close,
  };

  function stateOf(attempt: Attempt) {
    const state = states.get(attempt.id);
    if (!state) throw new Error(`No session ${attempt.id}`);
    return state;
  }

  function refund(attempt: Attempt, amount: number): void {
    stateOf(attempt).back += amount;
    stub.refunds.push({ attempt, amount });
  }

  const sign = (data: Record<string, unknown>) => {
    const keys = z.array(z.string()).parse(data.signatureKeys).toSorted();
    const text = stringify(Object.fromEntries(keys.map((key) => [key, String(data[key])])));
    return createHmac('sha256', apiKey).update(text).digest('hex');
  };

  function announce(
    event: string,
    attempt: Attempt,
    {
      status,
      amount = attempt.amount,
      currency = attempt.currency,
    }: { status: string; amount?: number; currency?: string },
  ): Announcement {
    const data = {
      merchantOrderId: attempt.reference,
      kashierOrderId: stateOf(attempt).orderId,
      transactionId: `TX-${randomBytes(6).toString('hex')}`,
      method: attempt.method,
      channel: 'online | mobile & web',
      status,
      amount: amount / 100,
      currency,
      signatureKeys,
    };
    return {
      query: '',
      headers: { 'content-type': 'application/json', 'x-kashier-signature': sign(data) },
      body: JSON.stringify({ event, data }),
    };
  }

  async function answer(
    request: { method?: string; headers: object },
    url: URL,
    text: string,
  ): Promise<Answer> {
    const page = /^\/session\/(\w+)(?:\/(pay|decline))?$/.exec(url.pathname);
    if (page) return sessionPage(page[1] ?? '', page[2]);
    if (stub.failNext > 0) {
      stub.failNext -= 1;
      return { status: 500, body: { error: 'busy' } };
    }
    const headers = new Map(Object.entries(request.headers));
    if (headers.get('authorization') !== secretKey) return { status: 401 };
    const body: unknown = text ? JSON.parse(text) : {};
    if (url.pathname === '/v3/payment/sessions' && request.method === 'POST') return openSession(body);
    const session = /^\/v3\/payment\/sessions\/(\w+)\/payment$/.exec(url.pathname);
    if (session) {
      const state = states.get(session[1] ?? '');
      if (!state) return { status: 404 };
      const { status, orderId, amount, currency } = state;
      return { body: { data: { status, orderId, amount: (amount / 100).toFixed(2), currency } } };
    }
    const order = /^\/v3\/orders\/([\w-]+)$/.exec(url.pathname);
    const attempt = stub.attempts.find((one) => stateOf(one).orderId === order?.[1]);
    if (!attempt) return { status: 404 };
    return request.method === 'PUT'
      ? giveBack(attempt, body)
      : { body: { response: { totalRefundedAmount: stateOf(attempt).back / 100 } } };
  }

  function openSession(body: unknown): Answer {
    const asked = sessionSchema.safeParse(body);
    if (!asked.success || asked.data.merchantId !== merchantId) return { status: 400 };
    const { order, amount, currency, allowedMethods, merchantRedirect } = asked.data;
    const id = randomBytes(12).toString('hex');
    const attempt: Attempt = {
      id,
      url: `${stub.url}/session/${id}`,
      amount: Math.round(Number(amount) * 100),
      currency,
      reference: order,
      returnUrl: merchantRedirect,
      method: allowedMethods,
    };
    stub.attempts.push(attempt);
    states.set(id, {
      status: 'CREATED',
      orderId: `KO-${id.slice(0, 8)}`,
      amount: attempt.amount,
      currency,
      back: 0,
    });
    return { status: 201, body: { _id: id, sessionUrl: attempt.url, status: 'CREATED' } };
  }

  function giveBack(attempt: Attempt, body: unknown): Answer {
    const asked = z
      .object({
        apiOperation: z.literal('REFUND'),
        transaction: z.object({ amount: z.string().regex(/^\d+\.\d\d$/) }),
      })
      .parse(body);
    const amount = Math.round(Number(asked.transaction.amount) * 100);
    const state = stateOf(attempt);
    if (stub.refundsEnd === 'refused' || state.status !== 'SUCCESS' || state.back + amount > state.amount)
      return { status: 400 };
    if (stub.refundsEnd === 'pending') {
      return {
        body: { status: 'PENDING', response: { transactionId: `TX-${randomBytes(6).toString('hex')}` } },
      };
    }
    refund(attempt, amount);
    if (stub.losesRefundAnswer) {
      stub.losesRefundAnswer = false;
      return { status: 500 };
    }
    return {
      body: { status: 'SUCCESS', response: { transactionId: `TX-${randomBytes(6).toString('hex')}` } },
    };
  }

  async function sessionPage(id: string, action: string | undefined): Promise<Answer> {
    const attempt = stub.attempts.find((one) => one.id === id);
    if (!attempt) return { status: 404 };
    if (!action) return { html: payPage('Kashier', attempt, `/session/${id}/pay`, `/session/${id}/decline`) };
    const announcement = action === 'pay' ? stub.pay(attempt) : stub.decline(attempt);
    await sendCallback(stub.callbackUrl, announcement);
    return { location: attempt.returnUrl };
  }

  return stub;
}
