import type Stripe from 'stripe';
import type { Environment } from '../environment.ts';

/** What reaches the payment provider, and the secret its webhook events are signed with. */
export interface CardPayments {
  stripe: Stripe;
  webhookSecret: string;
}

type Settings = Pick<Environment, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

/** Whether the environment names a payment provider: without one, card payment is not offered. */
export function takesCards({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Settings): boolean {
  return STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRET !== undefined;
}

/** The provider's own client, loaded only where it is used; null when no account is configured. */
export async function cardPayments(environment: Settings): Promise<CardPayments | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL } = environment;
  if (!key || !webhookSecret) return null;
  const { default: Client } = await import('stripe');
  const api = new URL(STRIPE_API_URL);
  const stripe = new Client(key, {
    host: api.hostname,
    port: api.port || (api.protocol === 'https:' ? 443 : 80),
    protocol: api.protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
  });
  return { stripe, webhookSecret };
}
