import type { SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { expect } from 'vitest';
import type { Database, Json } from '../../app/lib/database.types.ts';
import { checkLedger } from '../../scripts/ledger-check.ts';
import { readEnvironment } from '../../server/environment.ts';
import type { EndpointEnv } from '../../server/http/endpoints.ts';
import { runAllDueJobs } from '../../server/jobs/jobs.ts';
import { paymentCallbacks, paymentEndpoints, webhookPath } from '../../server/payments/payment-endpoints.ts';
import { type PaymentAccounts, paymentAccounts } from '../../server/payments/payment-providers.ts';
import { type Payments, payments } from '../../server/payments/payments.ts';
import { makeStore, orderOf, type Store } from '../database/store.ts';
import { startTestBackend, type TestBackend } from './backend.ts';
import { clientAt } from './client.ts';
import { type Customer, signUpIn } from './customer.ts';
import { keptLog } from './kept-log.ts';
import type { Announcement } from './provider-stub.ts';
import { type StripeStub, startStripeStub } from './stripe-stub.ts';

export type { Customer };

export interface PayingStore {
  backend: TestBackend;
  stub: StripeStub;
  payments: Payments;
  /** Does pending work: refunds, payments without a callback, and holds. */
  updateDue(): Promise<void>;
  accounts: PaymentAccounts;
  /** Client with the secret key. */
  admin: SupabaseClient<Database>;
  log: Logger;
  store: Store;
  /** The whole log, as text. */
  logged(): string;
  /** A signed-in person with an account in the store. */
  person(role?: 'user' | 'admin'): Promise<Customer>;
  /** Places an order to be paid by card. */
  order(customer: Customer): Promise<{ id: string; total: number }>;
  /** Calls one of the payment endpoints. */
  call(
    action: string,
    body: object,
    customer?: Customer,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Refunds an order's payment in full and sends the refund to its provider; returns the code of a refusal. */
  giveBack(orderId: string, somebody: Customer): Promise<string | null>;
  /** Sends a webhook event; its signature may be forged. */
  announce(type: string, object: object, id?: string, signature?: string): Promise<number>;
  /** Sends a callback to a provider's endpoint. */
  callback(provider: string, announcement: Announcement): Promise<number>;
  /** The current order. */
  read(orderId: string): Promise<{ status: string; payment_status: string }>;
  /** Closes it and checks that its ledgers balance. */
  close(): Promise<void>;
}

/**
 * Starts a backend, a Stripe stub and the payment endpoints between them.
 * @param others environment variables that configure further providers
 */
export async function startPayingStore(
  tenantId: string,
  others: Record<string, string> = {},
): Promise<PayingStore> {
  const [backend, stub] = await Promise.all([
    startTestBackend({ auth: { mailerAutoconfirm: true } }),
    startStripeStub(),
  ]);
  const accounts = await paymentAccounts(
    readEnvironment({
      STRIPE_SECRET_KEY: stub.secretKey,
      STRIPE_WEBHOOK_SECRET: stub.webhookSecret,
      STRIPE_API_URL: stub.url,
      ...others,
    }),
    () => [tenantId],
  );
  const admin = clientAt(backend.url, backend.secretKey);
  const { log, logged } = keptLog();
  const paying = payments({ accounts, admin, log });
  const store = await makeStore(backend, tenantId);
  const connection = { internalUrl: backend.url, publishableKey: backend.publishableKey, fetch };
  const endpoints = new Hono<EndpointEnv>()
    .route('/', paymentEndpoints({ payments: paying, admin, log, backend: connection }))
    .route('/', paymentCallbacks({ accounts, payments: paying, log }));
  const post = async (path: string, body: string, headers: Record<string, string>) =>
    endpoints.request(
      path,
      { method: 'POST', headers, body },
      { pageOf: (id: string, path: string) => `http://${id}.localhost${path}` },
    );

  const paid: PayingStore = {
    backend,
    stub,
    payments: paying,
    async updateDue() {
      await runAllDueJobs({ admin, log, handlers: paying.refunds });
      await paying.updateDue();
    },
    accounts,
    admin,
    log,
    store,
    logged,
    person: (role) => signUpIn(backend, tenantId, role),
    async order({ client }) {
      const document = orderOf(store, { payment_method: 'online' }) as { [key: string]: Json };
      const { data, error } = await client.rpc('place_order', { p_order: document });
      if (error) throw new Error(error.message);
      return data as { id: string; total: number };
    },
    async call(action, body, customer) {
      const headers: Record<string, string> = customer ? { authorization: `Bearer ${customer.token}` } : {};
      const answer = await post(`/payments/${action}`, JSON.stringify(body), headers);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async giveBack(orderId, somebody) {
      const { error } = await somebody.client.rpc('request_refund', {
        p_order_id: orderId,
        p_reason: 'Out of thread',
      });
      if (error) return error.details;
      const { status } = await paid.call('send-refunds', { order: orderId }, somebody);
      if (status !== 200) throw new Error(`Refunds were not sent: ${status}`);
      return null;
    },
    async announce(type, object, id, signature) {
      const made = stub.announce(type, object, id);
      const headers = { 'stripe-signature': signature ?? made.signature };
      return (await post(webhookPath, made.body, headers)).status;
    },
    async callback(provider, { query, headers, body }) {
      return (await post(`/payments/${provider}/callback${query}`, body, headers)).status;
    },
    async read(orderId) {
      const [row] = await backend.owner<{ status: string; payment_status: string }[]>`
        select status::text, payment_status::text from orders where id = ${orderId}`;
      if (!row) throw new Error('No such order');
      return row;
    },
    async close() {
      expect(await checkLedger(backend.owner)).toEqual([]);
      await stub.close();
      await backend.close();
    },
  };
  return paid;
}
