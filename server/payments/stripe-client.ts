import type Stripe from 'stripe';
import type { Environment } from '../environment.ts';

/** The provider's client, and the secret that signs its webhooks. */
export interface CardPayments {
  stripe: Stripe;
  webhookSecret: string;
}

type Settings = Pick<Environment, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>;

/** Loads the provider's client; null when none is configured. */
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
