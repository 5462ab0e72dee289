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
  'orderReference',
  'status',
  'transactionId',
  'transactionResponseMessage',
];

/** The string that Kashier signs, as the npm package query-string 7 serializes it. */
function kashierText(data: Record<string, unknown>): string {
  const escaped = (value: unknown) =>
    encodeURIComponent(String(value)).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return z
    .array(z.string())
    .parse(data.signatureKeys)
    .toSorted()
    .filter((key) => data[key] !== undefined)
    .map((key) => (data[key] === null ? escaped(key) : `${escaped(key)}=${escaped(data[key])}`))
    .join('&');
}

interface Movement {
  transactionId: string;
  operation: 'pay' | 'authorize' | 'capture' | 'void' | 'refund';
  status: string;
  amount: number;
  currency: string;
}

interface State {
  /** The page's. */
  status: string;
  orderId: string;
  transactions: Movement[];
}

/** A server that imitates the parts of Kashier that the store uses: sessions, its page, refunds by its order, callbacks. */
export async function startKashierStub(): Promise<ProviderStub> {
  const merchantId = 'MID-1-1';
  const apiKey = randomBytes(8).toString('hex');
  const secretKey = randomBytes(8).toString('hex');
  /** The state of each session, its Kashier order, and its transactions, in piastres. */
  const states = new Map<string, State>();
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
    ...untouched(),
    pay: (attempt, paid) => moved(attempt, 'pay', 'SUCCESS', paid),
    decline: (attempt) => moved(attempt, 'pay', 'FAILURE'),
    puzzle: (attempt) => moved(attempt, 'pay', 'UNDER_REVIEW'),
    giveBack(attempt, amount) {
      if (stub.sum(attempt) < amount) throw new Error('So much was not paid');
      return refund(attempt, amount);
    },
    hold: (attempt, paid) => moved(attempt, 'authorize', 'SUCCESS', paid),
    capture: (attempt, amount) => moved(attempt, 'capture', 'SUCCESS', { amount }),
    void: (attempt) => moved(attempt, 'void', 'SUCCESS'),
    sum(attempt) {
      const done = stateOf(attempt).transactions.filter(({ status }) => status === 'SUCCESS');
      const total = (...operations: string[]) =>
        done
          .filter(({ operation }) => operations.includes(operation))
          .reduce((sum, { amount }) => sum + amount, 0);
      const isVoided = done.some(({ operation }) => operation === 'void');
      return isVoided ? 0 : total('pay', 'capture') - total('refund');
    },
    strangers(attempt) {
      // Signed bodies of other events, and of orders that are not the store's.
      const pay = announce('pay', attempt, movement('pay', 'SUCCESS', attempt));
      const { data } = JSON.parse(pay.body) as { data: Record<string, unknown> };
      const foreign = { ...data, merchantOrderId: 'somebody-else' };
      return [
        ...['refund', 'void', 'capture'].map((event) => ({ ...pay, body: JSON.stringify({ event, data }) })),
        {
          query: '',
          headers: { 'content-type': 'application/json', 'x-kashier-signature': sign(foreign) },
          body: JSON.stringify({ event: 'pay', data: foreign }),
        },
      ];
    },
    forge({ query, headers, body }) {
      const { event, data } = JSON.parse(body) as { event: string; data: Record<string, unknown> };
      const uncovered = { ...data, signatureKeys: ['amount', 'channel'] };
      const signed = sign(uncovered);
      return [
        { query, headers: {}, body },
        { query, headers: { 'x-kashier-signature': '' }, body },
        { query, headers: { 'x-kashier-signature': '0'.repeat(64) }, body },
        { query, headers, body: JSON.stringify({ event, data: { ...data, amount: 1 } }) },
        { query, headers, body: JSON.stringify({ event, data: { ...data, merchantOrderId: 'mine' } }) },
        // Validly signed, but over nothing that identifies the payment.
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

  const movement = (
    operation: Movement['operation'],
    status: string,
    { amount, currency }: { amount: number; currency: string },
  ): Movement => ({
    transactionId: `TX-${randomBytes(6).toString('hex')}`,
    operation,
    status,
    amount,
    currency,
  });

  /** An order is paid or held once, captured up to the held amount, and voided only before a capture or refund. */
  function requirePossible(attempt: Attempt, operation: Movement['operation'], amount: number): void {
    const done = (name: string) =>
      stateOf(attempt).transactions.filter((one) => one.operation === name && one.status === 'SUCCESS');
    const total = (name: string) => done(name).reduce((sum, one) => sum + one.amount, 0);
    const isPaid = done('pay').length > 0;
    const isHeld = done('authorize').length > 0;
    const isPossible = {
      pay: !isPaid && !isHeld,
      authorize: !isPaid && !isHeld,
      capture: isHeld && total('capture') + amount <= total('authorize'),
      void: isPaid ? total('refund') === 0 : isHeld && total('capture') === 0,
      refund: stub.sum(attempt) >= amount,
    }[operation];
    if (!isPossible || done('void').length > 0) throw new Error(`Kashier takes no ${operation} here`);
  }

  /** Records a transaction at Kashier and sends its callback. */
  function moved(
    attempt: Attempt,
    operation: Movement['operation'],
    status: string,
    paid: { amount?: number; currency?: string } = {},
  ): Announcement {
    if (status === 'SUCCESS') requirePossible(attempt, operation, paid.amount ?? attempt.amount);
    const made = movement(operation, status, {
      amount: paid.amount ?? attempt.amount,
      currency: paid.currency ?? attempt.currency,
    });
    const state = stateOf(attempt);
    state.transactions.push(made);
    state.status = status;
    return announce(operation, attempt, made);
  }

  function refund(attempt: Attempt, amount: number, status = 'SUCCESS'): Announcement {
    const paid = stateOf(attempt).transactions.find(({ status: end }) => end === 'SUCCESS');
    stub.refunds.push({ attempt, amount });
    return moved(attempt, 'refund', status, { amount, ...(paid ? { currency: paid.currency } : {}) });
  }

  const sign = (data: Record<string, unknown>) =>
    createHmac('sha256', apiKey).update(kashierText(data)).digest('hex');

  function announce(event: string, attempt: Attempt, made: Movement): Announcement {
    const data = {
      merchantOrderId: attempt.reference,
      kashierOrderId: stateOf(attempt).orderId,
      transactionId: made.transactionId,
      method: attempt.method,
      channel: 'online | mobile & web',
      status: made.status,
      amount: made.amount / 100,
      currency: made.currency,
      transactionResponseMessage: "Approved (00) – it's done!*",
      orderReference: null,
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
      return { body: { data: { status: state.status, orderId: state.orderId } } };
    }
    const inquiry = /^\/payments\/orders\/([\w-]+)$/.exec(url.pathname);
    if (inquiry) return orderAnswer(stub.attempts.find(({ reference }) => reference === inquiry[1]));
    const order = /^\/v3\/orders\/([\w-]+)$/.exec(url.pathname);
    const attempt = stub.attempts.find((one) => stateOf(one).orderId === order?.[1]);
    if (!attempt || request.method !== 'PUT') return { status: 404 };
    return operate(attempt, body);
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
      transactions: [],
    });
    return { status: 201, body: { _id: id, sessionUrl: attempt.url, status: 'CREATED' } };
  }

  /** Kashier's order reconciliation; for an order without attempts it responds 200 and reports that there is none. */
  function orderAnswer(attempt: Attempt | undefined): Answer {
    const state = attempt && stateOf(attempt);
    if (!state || state.transactions.length === 0)
      return { body: { status: 'FAILURE', messages: { en: 'Order is not exist' } } };
    const total = (...operations: string[]) =>
      state.transactions
        .filter(({ operation, status }) => operations.includes(operation) && status === 'SUCCESS')
        .reduce((sum, { amount }) => sum + amount, 0) / 100;
    return {
      body: {
        response: {
          merchantId,
          orderId: state.orderId,
          merchantOrderId: attempt.reference,
          totalRefundedAmount: total('refund'),
          totalCapturedAmount: total('pay', 'capture'),
          totalAuthorizedAmount: total('pay', 'authorize').toFixed(2),
          transactions: state.transactions.map((one) => ({ ...one, amount: one.amount / 100 })),
          status: state.status,
        },
      },
    };
  }

  function operate(attempt: Attempt, body: unknown): Answer {
    const asked = z
      .object({
        apiOperation: z.enum(['REFUND', 'CAPTURE', 'VOID']),
        transaction: z.object({
          amount: z
            .string()
            .regex(/^\d+\.\d\d$/)
            .optional(),
          targetTransactionId: z.string().optional(),
        }),
      })
      .parse(body);
    const amount = Math.round(Number(asked.transaction.amount ?? 0) * 100);
    const { transactions } = stateOf(attempt);
    if (asked.apiOperation !== 'REFUND') {
      if (stub.capturesEnd === 'refused' && asked.apiOperation === 'CAPTURE') return { status: 400 };
      try {
        if (asked.apiOperation === 'VOID') stub.void(attempt);
        else stub.capture(attempt, amount);
      } catch {
        return { status: 400 };
      }
      return stub.capturesEnd === 'lost' ? { status: 500 } : { body: { status: 'SUCCESS' } };
    }
    if (stub.refundsEnd === 'refused' || stub.sum(attempt) < amount) return { status: 400 };
    refund(attempt, amount, stub.refundsEnd === 'pending' ? 'PENDING' : 'SUCCESS');
    if (stub.losesRefundAnswer) {
      stub.losesRefundAnswer = false;
      return { status: 500 };
    }
    const { transactionId, status } = transactions.at(-1) ?? {};
    return { body: { status, response: { transactionId } } };
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
