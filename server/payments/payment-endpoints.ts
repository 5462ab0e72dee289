import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { defaultLanguage, languages } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { type Session, sessionOf } from '../backend/session.ts';
import { HttpError } from '../http/http-error.ts';
import type { OriginReader } from '../http/origin.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { ForgedCallback, ProviderError } from './payment-provider.ts';
import type { PaymentAccounts } from './payment-providers.ts';
import type { Payments } from './payments.ts';

/** Path of Stripe's callbacks; those of other providers come to `/payments/<provider>/callback`. */
export const webhookPath = '/payments/webhook';
const address = /^\/payments\/(start|update|send-refunds|settle-holds)$/;
const callbackAddress = /^\/payments\/([a-z][a-z0-9]*)\/callback$/;
/** Per shopper; the confirmation page polls every few seconds. */
const callsPerMinute = 40;
const largestBody = { callback: 512 * 1024, call: 4 * 1024 };

const callSchema = z.object({
  order: z.uuid(),
  /** How to pay, as `paymob_wallet`; the first way that is configured without it. */
  option: z.string().max(60).nullable().default(null),
  /** Pounds, when it is not everything that the order owes. */
  amount: z.number().positive().optional(),
  /** Of the page to come back to. */
  language: z.enum(languages).default(defaultLanguage),
});

interface EndpointOptions {
  accounts: PaymentAccounts;
  payments: Payments;
  /** Client with the secret key, for the rate limit. */
  admin: SupabaseClient<Database>;
  backend: Pick<BackendConnection, 'internalUrl' | 'publishableKey' | 'fetch'>;
  pageOf: OriginReader['pageOf'];
  log: Logger;
}

/**
 * Handles `POST /payments/start` ({order, option, amount, language} → {url} of the payment page), `/payments/update` ({order}
 * → {declined}: updates its payments from their providers) `/payments/send-refunds` ({order}: asks the provider now for
 * what is on its way back) and `/payments/settle-holds` ({order}: takes or lets go now what banks hold for it, as staff asked for), each with a bearer access token, and the providers' signed callbacks. Responds 401 without a
 * session; 403, 404 or 409 with message, details and hint for database refusals; 502 when the provider fails, also when it cannot be
 * asked about what it announced, so that it announces it again; 503 for an event
 * that could not be booked; 429 when rate-limited; 400 for an invalid signature.
 */
export function paymentEndpoints({ accounts, payments, admin, backend, pageOf, log }: EndpointOptions) {
  // Each call is forwarded to the provider, which limits requests per account.
  const withinLimit = rateLimit(admin, 'payment_calls', { times: callsPerMinute, seconds: 60 });

  async function call(action: string, request: IncomingMessage): Promise<object> {
    const session = await sessionOf(backend, request);
    const parsed = callSchema.safeParse(asJson(await bodyOf(request, largestBody.call)));
    if (!parsed.success) throw new HttpError(400, 'Name the order.');
    const { order, option, amount, language } = parsed.data;
    if (action === 'send-refunds' || action === 'settle-holds') {
      await (action === 'send-refunds' ? payments.sendRefunds : payments.settleHolds)(session.person, order);
      return {};
    }
    const { userId, tenantId } = await shopperOf(session, order);
    if (!(await withinLimit(userId))) throw new HttpError(429, 'Too many tries. Wait a minute.');
    if (action === 'start') {
      const pageAt = (tenantId: string, path: string) => pageOf(request, tenantId, path, language);
      const callbackAt = (tenantId: string, path: string) => pageOf(request, tenantId, path);
      return {
        url: await payments.start({
          orderId: order,
          tenantId,
          userId,
          option,
          amount,
          language,
          pageAt,
          callbackAt,
        }),
      };
    }
    return { declined: await payments.update(order) };
  }

  async function callback(name: string, query: URLSearchParams, request: IncomingMessage): Promise<object> {
    const ofProvider = accounts.all.filter(({ provider }) => provider.name === name);
    if (ofProvider.length === 0) throw new HttpError(404, 'There is no such payment provider here.');
    const body = await bodyOf(request, largestBody.callback);
    // The signature says whose account it is.
    for (const { provider, tenantIds } of ofProvider) {
      const pointer = await provider
        .verify({ headers: request.headers, query, body })
        .catch((error: unknown) => {
          if (error instanceof ForgedCallback) return 'forged' as const;
          throw error;
        });
      if (pointer === 'forged') continue;
      // A callback only points: what became of the payment is asked of the provider with the account's own key.
      if (pointer) await payments.look(provider, pointer, { tenantIds });
      return { received: true };
    }
    log.warn({ provider: name }, 'a payment callback is not signed by its provider');
    throw new HttpError(400, 'The signature is not the provider’s.');
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const url = URL.parse(request.url ?? '', 'http://store');
    const path = url?.pathname ?? '';
    const action = address.exec(path)?.[1];
    const provider = path === webhookPath ? 'stripe' : callbackAddress.exec(path)?.[1];
    if (!action && !provider) return false;
    const send = (status: number, body: object) => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    };
    if (request.method !== 'POST') {
      send(405, { message: 'Only POST.' });
      return true;
    }
    const answer = action
      ? call(action, request)
      : callback(provider ?? '', url?.searchParams ?? new URLSearchParams(), request);
    return answer.then(
      (body) => send(200, body),
      (error: unknown) => {
        if (error instanceof HttpError) {
          send(error.status, { message: error.message, ...error.refusal });
          return;
        }
        const atProvider = error instanceof ProviderError;
        const err = atProvider ? { provider: error.provider, ...error.detail } : error;
        log.error({ err, action: action ?? 'callback' }, 'a payment request failed');
        // A provider sends a callback again that was not booked, as while the database was busy.
        send(atProvider ? 502 : action ? 500 : 503, {
          message: 'The payment service does not answer. Try again in a moment.',
        });
      },
    );
  };
}

/** Returns the person of a session, and the order's store, if they own the order. */
async function shopperOf({ person, user }: Session, orderId: string) {
  const { data } = await person
    .from('orders')
    .select('tenant_id')
    .eq('id', orderId)
    .eq('user_id', user.id)
    .maybeSingle();
  if (!data) throw new HttpError(404, 'This order does not exist.', { details: 'unknown_order', hint: null });
  return { userId: user.id, tenantId: data.tenant_id };
}

async function bodyOf(request: IncomingMessage, largest: number): Promise<Buffer> {
  const body = await readBody(request, largest);
  if (!body) throw new HttpError(413, 'This is too much.');
  return body;
}
