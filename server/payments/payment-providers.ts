import type { Environment } from '../environment.ts';
import { kashierProvider } from './kashier.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymobProvider } from './paymob.ts';
import { stripeProvider } from './stripe.ts';

/** Every provider there is, each null where its keys are not set. A further one is a file and its line here. */
const providers: readonly ((
  environment: Environment,
) => PaymentProvider | null | Promise<PaymentProvider | null>)[] = [
  stripeProvider,
  paymobProvider,
  kashierProvider,
];

export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;

/** Providers that are configured, by name. */
export async function paymentProviders(environment: Environment): Promise<PaymentProviders> {
  const made = await Promise.all(providers.map((provider) => provider(environment)));
  return new Map(made.flatMap((provider) => (provider ? [[provider.name, provider]] : [])));
}

/** Options of the checkout that are configured, as `paymob_wallet`. */
export const onlineOptionsOf = (configured: PaymentProviders): string[] =>
  [...configured.values()].flatMap(({ name, methods }) => methods.map((method) => `${name}_${method}`));
