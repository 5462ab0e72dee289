import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { defaultLanguage, languages } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { requireSession, type Session, type SessionBackend } from '../backend/session.ts';
import {
  createEndpoints,
  type Endpoints,
  jsonBody,
  limitBody,
  refuseOtherMethods,
  tooManyTries,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { ForgedCallback, ProviderError } from './payment-provider.ts';
import type { PaymentAccounts } from './payment-providers.ts';
import type { Payments } from './payments.ts';

/** Path of Stripe's callbacks; other providers use `/payments/<provider>/callback`. */
export const webhookPath = '/payments/webhook';
/** Per shopper; the confirmation page polls every few seconds. */
const callsPerMinute = 40;
const largestBody = { callback: 512 * 1024, call: 4 * 1024 };

const callSchema = z.object({
  order: z.uuid(),
  /** Checkout option such as `paymob_wallet`; defaults to the first configured one. */
  option: z.string().max(60).nullable().default(null),
  /** Pounds; defaults to everything that is due. */
  amount: z.number().positive().optional(),
  /** Language of the page to return to. */
  language: z.enum(languages).default(defaultLanguage),
});

interface EndpointOptions {
  payments: Payments;
  admin: SupabaseClient<Database>;
  backend: SessionBackend;
  log: Logger;
}

interface CallbackOptions extends Pick<EndpointOptions, 'payments' | 'log'> {
  accounts: PaymentAccounts;
}

const UNREACHABLE = 'The payment service does not answer. Try again in a moment.';
const translate = (error: Error) =>
  error instanceof ProviderError ? new HttpError(502, UNREACHABLE) : error;

/**
 * Payment endpoints, each with a bearer access token; 502 when the provider fails:
 * - `POST /payments/start` ({order, option, amount, language} → {url} of the payment page)
 * - `POST /payments/update` ({order} → {declined}): reads the order's payments from their providers
 * - `POST /payments/send-refunds` ({order}): sends pending refunds to the provider now
 * - `POST /payments/settle-holds` ({order}): captures or releases held amounts now
 */
export function paymentEndpoints({ payments, admin, backend, log }: EndpointOptions): Endpoints {
  // Each call is forwarded to the provider, which limits requests per account.
  const withinLimit = rateLimit(admin, 'payment_calls', { times: callsPerMinute, seconds: 60 });
  const session = requireSession(backend);
  const call = jsonBody(callSchema, { largest: largestBody.call, message: 'Name the order.' });

  /**
   * Returns the store of an order.
   * @throws HttpError unless it is the shopper's own, and for too many calls
   */
  async function storeOfOwn({ person, user }: Session, orderId: string): Promise<string> {
    const { data } = await person
      .from('orders')
      .select('tenant_id')
      .eq('id', orderId)
      .eq('user_id', user.id)
      .maybeSingle();
    if (!data) throw new HttpError(404, 'This order does not exist.', { details: 'unknown_order' });
    if (!(await withinLimit(user.id))) throw tooManyTries();
    return data.tenant_id;
  }

  const endpoints = createEndpoints(log, { unexpected: { status: 500, message: UNREACHABLE }, translate });
  endpoints.post('/payments/start', session, call, async (c) => {
    const { order, option, amount, language } = c.var.body;
    const tenantId = await storeOfOwn(c.var.session, order);
    const url = await payments.start({
      orderId: order,
      tenantId,
      userId: c.var.session.user.id,
      option,
      amount,
      language,
      pageAt: (tenantId, path) => c.env.pageOf(tenantId, path, language),
      callbackAt: (tenantId, path) => c.env.pageOf(tenantId, path),
    });
    return c.json({ url });
  });
  endpoints.post('/payments/update', session, call, async (c) => {
    const { order } = c.var.body;
    await storeOfOwn(c.var.session, order);
    return c.json({ declined: await payments.update(order) });
  });
  endpoints.post('/payments/send-refunds', session, call, async (c) => {
    await payments.sendRefunds(c.var.session.person, c.var.body.order);
    return c.json({});
  });
  endpoints.post('/payments/settle-holds', session, call, async (c) => {
    await payments.settleHolds(c.var.session.person, c.var.body.order);
    return c.json({});
  });
  return refuseOtherMethods(endpoints);
}

/**
 * The providers' signed callbacks. Answers 400 for a wrong signature. Answers 502 when the provider cannot be
 * read, and 503 when the event could not be recorded, so that the provider sends it again.
 */
export function paymentCallbacks({ accounts, payments, log }: CallbackOptions): Endpoints {
  async function receive(name: string, url: string, headers: Record<string, string>, body: Buffer) {
    const ofProvider = accounts.all.filter(({ provider }) => provider.name === name);
    if (ofProvider.length === 0) throw new HttpError(404, 'There is no such payment provider here.');
    const query = new URL(url).searchParams;
    // The signature tells whose account it is.
    for (const { provider, tenantIds } of ofProvider) {
      const pointer = await provider.verify({ headers, query, body }).catch((error: unknown) => {
        if (error instanceof ForgedCallback) return 'forged' as const;
        throw error;
      });
      if (pointer === 'forged') continue;
      // A callback is only a pointer: the payment's outcome is read from the provider with the account's key.
      if (pointer) await payments.look(provider, pointer, { tenantIds });
      return { received: true };
    }
    log.warn({ provider: name }, 'a payment callback is not signed by its provider');
    throw new HttpError(400, 'The signature is not the provider’s.');
  }

  const callbacks = createEndpoints(log, { unexpected: { status: 503, message: UNREACHABLE }, translate });
  const limit = limitBody(largestBody.callback);
  callbacks.post(webhookPath, limit, async (c) =>
    c.json(await receive('stripe', c.req.url, c.req.header(), Buffer.from(await c.req.arrayBuffer()))),
  );
  callbacks.post('/payments/:provider{[a-z][a-z0-9]*}/callback', limit, async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer());
    return c.json(await receive(c.req.param('provider'), c.req.url, c.req.header(), body));
  });
  return refuseOtherMethods(callbacks);
}
