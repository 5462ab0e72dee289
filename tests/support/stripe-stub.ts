import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, serveRequests } from './stub-server.ts';

type Fields = Record<string, string>;

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  customer_email: string | null;
  metadata: Fields;
  payment_intent: string | null;
  expires_at: number;
  url: string;
  success_url: string;
  cancel_url: string;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  status: 'succeeded' | 'requires_capture' | 'canceled';
  capture_method: 'automatic' | 'manual';
  amount: number;
  amount_received: number;
  amount_capturable: number;
  currency: string;
  created: number;
}

interface Refund {
  id: string;
  object: 'refund';
  status: 'succeeded' | 'pending' | 'failed';
  amount: number;
  currency: string;
  payment_intent: string;
  metadata: Fields;
  created: number;
}

export interface StripeStub {
  url: string;
  secretKey: string;
  webhookSecret: string;
  sessions: Map<string, Session>;
  intents: Map<string, Intent>;
  refunds: Refund[];
  /** Initial states of the next refunds. */
  refundsEnd: Refund['status'];
  /** Number of API responses that fail before it recovers. */
  failNext: number;
  /** API requests never get a response. */
  hangs: boolean;
  /** Webhook URL; none while empty. */
  webhookUrl: string;
  pay(session: Session): Session;
  /** Authorizes a payment without capturing it. */
  hold(session: Session): Session;
  /** Captures a part of a hold, which releases the rest. */
  capture(session: Session, amount: number): Intent;
  /** Releases a hold. */
  cancel(session: Session): Intent;
  /** Outcomes of the next captures. */
  capturesEnd: 'done' | 'refused' | 'lost';
  expire(session: Session): Session;
  /** Refunds a part of a payment in the provider's dashboard. */
  giveBack(session: Session, amount: number, metadata?: Fields): Refund;
  /** A signed webhook event. */
  announce(type: string, object: object, id?: string): { body: string; signature: string };
  close(): Promise<void>;
}

const idOf = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;

/**
 * A server that imitates the parts of Stripe's API that the store uses: checkouts (create, retrieve, expire),
 * partial and full refunds, idempotency keys, and a page where a person pays or goes back.
 */
export async function startStripeStub(): Promise<StripeStub> {
  const byKey = new Map<string, { asked: string; answer: object }>();
  const { url, close } = await serveRequests(respond);

  const stub: StripeStub = {
    url,
    secretKey: `sk_test_${randomBytes(8).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(8).toString('hex')}`,
    sessions: new Map(),
    refunds: [],
    intents: new Map(),
    capturesEnd: 'done',
    refundsEnd: 'succeeded',
    failNext: 0,
    hangs: false,
    webhookUrl: '',
    pay(session) {
      const { amount_total: amount } = session;
      const made = open(session, { status: 'succeeded', amount_received: amount });
      return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: made.id });
    },
    hold(session) {
      const held = { status: 'requires_capture', capture_method: 'manual' } as const;
      const made = open(session, { ...held, amount_capturable: session.amount_total });
      return Object.assign(session, { status: 'complete', payment_intent: made.id });
    },
    capture(session, amount) {
      const made = intentOf(session);
      if (made.status !== 'requires_capture' || amount > made.amount_capturable)
        throw new Error('So much is not held');
      return Object.assign(made, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
    },
    cancel(session) {
      const made = intentOf(session);
      if (made.status !== 'requires_capture') throw new Error('Nothing is held');
      return Object.assign(made, { status: 'canceled', amount_capturable: 0 });
    },
    expire: (session) => Object.assign(session, { status: 'expired' }),
    giveBack(session, amount, metadata = {}) {
      const refund: Refund = {
        id: idOf('re'),
        object: 'refund',
        status: stub.refundsEnd,
        amount,
        currency: session.currency,
        payment_intent: session.payment_intent ?? '',
        metadata,
        created: now(),
      };
      stub.refunds.unshift(refund);
      return refund;
    },
    announce(type, object, id = idOf('evt')) {
      const body = JSON.stringify({ id, object: 'event', type, data: { object } });
      const at = Math.floor(Date.now() / 1000);
      const proof = createHmac('sha256', stub.webhookSecret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${proof}` };
    },
    close,
  };

  const now = () => Math.floor(Date.now() / 1000);

  function open(session: Session, state: Partial<Intent>): Intent {
    if (session.status !== 'open') throw new Error(`A ${session.status} checkout takes no money`);
    const made: Intent = {
      id: idOf('pi'),
      object: 'payment_intent',
      status: 'succeeded',
      capture_method: 'automatic',
      amount: session.amount_total,
      amount_received: 0,
      amount_capturable: 0,
      currency: session.currency,
      created: now(),
      ...state,
    };
    stub.intents.set(made.id, made);
    return made;
  }

  function intentOf(session: Session): Intent {
    const made = stub.intents.get(session.payment_intent ?? '');
    if (!made) throw new Error('Nobody paid');
    return made;
  }

  const expanded = (session: Session) => ({
    ...session,
    payment_intent: stub.intents.get(session.payment_intent ?? '') ?? null,
  });

  const charged = ({ id, amount, amount_received, currency, created, status }: Intent) => ({
    id: id.replace('pi', 'ch'),
    object: 'charge',
    payment_intent: id,
    amount,
    amount_captured: amount_received,
    amount_refunded: refundsOf(id)
      .filter((one) => one.status === 'succeeded')
      .reduce((sum, one) => sum + one.amount, 0),
    currency,
    created,
    paid: true,
    captured: status === 'succeeded',
  });

  async function respond(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const page = /^\/c\/(cs_\w+)(\/pay)?$/.exec(pathname);
    if (page) return checkoutPage(stub.sessions.get(page[1] ?? ''), Boolean(page[2]), response);
    if (request.headers.authorization !== `Bearer ${stub.secretKey}`) {
      return fail(response, 401, 'invalid_request_error', 'api_key_invalid');
    }
    if (stub.hangs) return;
    if (stub.failNext > 0) {
      stub.failNext -= 1;
      return fail(response, 503, 'api_error', 'busy');
    }
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = request.method === 'POST' ? byKey.get(key) : undefined;
    if (known && known.asked !== text)
      return fail(response, 400, 'idempotency_error', 'idempotency_key_in_use');
    if (known) return send(response, 200, known.answer);
    const fields = Object.fromEntries(request.method === 'GET' ? searchParams : new URLSearchParams(text));
    const answer = act(request.method ?? 'GET', pathname, fields);
    if ('refused' in answer) return fail(response, answer.status, 'invalid_request_error', answer.refused);
    if (request.method === 'POST' && key) byKey.set(key, { asked: text, answer });
    if (stub.capturesEnd === 'lost' && pathname.endsWith('/capture'))
      return fail(response, 503, 'api_error', 'busy');
    return send(response, 200, answer);
  }

  function act(method: string, path: string, fields: Fields): object | { refused: string; status: number } {
    if (method === 'GET' && path === '/v1/account') return { id: 'acct_1', object: 'account' };
    if (method === 'POST' && path === '/v1/checkout/sessions') return openSession(fields);
    const [, id, action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(path) ?? [];
    const session = stub.sessions.get(id ?? '');
    if (session && action === 'expire' && method === 'POST') {
      if (session.status !== 'open') return { refused: 'session_not_open', status: 400 };
      return stub.expire(session);
    }
    if (session && method === 'GET') return expanded(session);
    if (path === '/v1/checkout/sessions') {
      const found = [...stub.sessions.values()].filter((one) => one.payment_intent === fields.payment_intent);
      return { object: 'list', data: found.map(expanded), has_more: false };
    }
    const [, intentId, todo] = /^\/v1\/payment_intents\/(\w+)\/(capture|cancel)$/.exec(path) ?? [];
    const paid = [...stub.sessions.values()].find((one) => intentId && one.payment_intent === intentId);
    if (paid) {
      const held = intentOf(paid);
      const amount = Number(fields.amount_to_capture ?? held.amount_capturable);
      const isOver = held.status !== 'requires_capture' || amount > held.amount_capturable;
      if (isOver || (todo === 'capture' && stub.capturesEnd === 'refused'))
        return { refused: 'payment_intent_unexpected_state', status: 400 };
      return todo === 'capture' ? stub.capture(paid, amount) : stub.cancel(paid);
    }
    if (path === '/v1/charges') {
      const data = [...stub.intents.values()].map(charged);
      return { object: 'list', data, has_more: false };
    }
    if (path === '/v1/refunds' && method === 'POST') return openRefund(fields);
    const refund = stub.refunds.find(({ id: known }) => path === `/v1/refunds/${known}`);
    if (refund) return refund;
    if (path === '/v1/refunds') {
      const asked = fields.payment_intent;
      const data = (asked ? refundsOf(asked) : stub.refunds).slice(0, Number(fields.limit ?? 10));
      return { object: 'list', data, has_more: false };
    }
    return { refused: 'resource_missing', status: 404 };
  }

  function openSession(fields: Fields): Session | { refused: string; status: number } {
    const at = Math.floor(Date.now() / 1000);
    const expires = Number(fields.expires_at);
    if (expires < at + 30 * 60 || expires > at + 24 * 3600)
      return { refused: 'expires_at_invalid', status: 400 };
    const price = 'line_items[0][price_data]';
    const id = idOf('cs_test');
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(fields[`${price}[unit_amount]`]) * Number(fields['line_items[0][quantity]']),
      currency: fields[`${price}[currency]`] ?? '',
      customer_email: fields.customer_email ?? null,
      metadata: { payment_id: fields['metadata[payment_id]'] ?? '' },
      expires_at: expires,
      url: `${url}/c/${id}`,
      success_url: fields.success_url ?? '',
      cancel_url: fields.cancel_url ?? '',
    };
    stub.sessions.set(id, session);
    return session;
  }

  function openRefund(fields: Fields): Refund | { refused: string; status: number } {
    const paid = [...stub.sessions.values()].find((one) => one.payment_intent === fields.payment_intent);
    if (!paid?.payment_intent) return { refused: 'resource_missing', status: 404 };
    const gone = refundsOf(paid.payment_intent).filter(({ status }) => status !== 'failed');
    const left = gone.reduce((rest, { amount }) => rest - amount, intentOf(paid).amount_received);
    const amount = Number(fields.amount ?? left);
    if (left === 0) return { refused: 'charge_already_refunded', status: 400 };
    if (amount > left) return { refused: 'amount_too_large', status: 400 };
    return stub.giveBack(paid, amount, { refund_id: fields['metadata[refund_id]'] ?? '' });
  }

  /** Newest first. */
  function refundsOf(paymentIntent: string | undefined): Refund[] {
    return stub.refunds.filter((one) => one.payment_intent === paymentIntent);
  }

  /** The provider's page: a button to pay and a way back. */
  async function checkoutPage(session: Session | undefined, paying: boolean, response: ServerResponse) {
    if (!session) return fail(response, 404, 'invalid_request_error', 'resource_missing');
    if (!paying) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<!doctype html><html lang="en"><title>Checkout</title><link rel="icon" href="data:,">
        <h1>Pay ${session.amount_total / 100} ${session.currency.toUpperCase()}</h1>
        <p><a href="/c/${session.id}/pay">Pay</a></p><p><a href="${session.cancel_url}">Back</a></p></html>`,
      );
      return;
    }
    stub.pay(session);
    if (stub.webhookUrl) {
      const { body, signature } = stub.announce('checkout.session.completed', session);
      await fetch(stub.webhookUrl, { method: 'POST', headers: { 'stripe-signature': signature }, body });
    }
    response.writeHead(303, { location: session.success_url }).end();
  }

  return stub;
}

function send(response: ServerResponse, status: number, body: object): void {
  sendJson(response, status, body);
}

function fail(response: ServerResponse, status: number, type: string, code: string): void {
  send(response, status, { error: { type, code, message: `Refused: ${code}` } });
}
