import { type Environment, type StoreVariables, suffixOf } from '../environment.ts';
import { kashierProvider } from './kashier.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymobProvider } from './paymob.ts';
import { stripeProvider } from './stripe.ts';

interface KnownProvider {
  /** Null if its keys are not set. */
  make(environment: Environment): PaymentProvider | null | Promise<PaymentProvider | null>;
  /** The environment with a store's own keys, without those of the shared account; null if the store has none. */
  own(environment: Environment, store: StoreVariables): Environment | null;
}

/** All supported providers. To add one, write its file and add an entry here. */
const knownProviders: readonly KnownProvider[] = [
  {
    make: stripeProvider,
    own: (environment, { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }) =>
      STRIPE_SECRET_KEY ? { ...environment, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } : null,
  },
  {
    make: paymobProvider,
    own: (environment, store) =>
      store.PAYMOB_SECRET_KEY
        ? {
            ...environment,
            PAYMOB_SECRET_KEY: store.PAYMOB_SECRET_KEY,
            PAYMOB_PUBLIC_KEY: store.PAYMOB_PUBLIC_KEY,
            PAYMOB_API_KEY: store.PAYMOB_API_KEY,
            PAYMOB_HMAC_SECRET: store.PAYMOB_HMAC_SECRET,
            PAYMOB_CARD_INTEGRATION: store.PAYMOB_CARD_INTEGRATION,
            PAYMOB_WALLET_INTEGRATION: store.PAYMOB_WALLET_INTEGRATION,
            PAYMOB_INSTALMENTS_INTEGRATION: store.PAYMOB_INSTALMENTS_INTEGRATION,
          }
        : null,
  },
  {
    make: kashierProvider,
    own: (environment, { KASHIER_MERCHANT_ID, KASHIER_API_KEY, KASHIER_SECRET_KEY, KASHIER_METHODS }) =>
      KASHIER_MERCHANT_ID
        ? { ...environment, KASHIER_MERCHANT_ID, KASHIER_API_KEY, KASHIER_SECRET_KEY, KASHIER_METHODS }
        : null,
  },
];

/** A provider account, and the stores that use it. */
interface PaymentAccount {
  provider: PaymentProvider;
  tenantIds: readonly string[];
  /** Whether it belongs to a single store. */
  isOwn: boolean;
}

export type PaymentAccounts = ReturnType<typeof groupedAccounts>;

/**
 * Provider accounts per store: its own, or the one shared by all stores.
 * @param tenantIds reads the present stores; those made later share an account
 */
export async function paymentAccounts(
  environment: Environment,
  tenantIds: () => readonly string[],
): Promise<PaymentAccounts> {
  const atStart = tenantIds();
  const accounts = await Promise.all(
    knownProviders.map(async ({ make, own }) => {
      const ofStores = await Promise.all(
        atStart.map(async (tenantId) => {
          const store = environment.storeVariables.get(suffixOf(tenantId));
          const variables = store ? own(environment, store) : null;
          const tenantIds: readonly string[] = [tenantId];
          return { provider: variables && (await make(variables)), tenantIds, isOwn: true };
        }),
      );
      const withOwn = new Set(ofStores.flatMap((one) => (one.provider ? one.tenantIds : [])));
      const shared = {
        provider: await make(environment),
        get tenantIds(): readonly string[] {
          return tenantIds().filter((id) => !withOwn.has(id));
        },
        isOwn: false,
      };
      return [shared, ...ofStores];
    }),
  );
  return groupedAccounts(
    accounts.flat().filter((account): account is PaymentAccount => account.provider !== null),
  );
}

function groupedAccounts(accounts: readonly PaymentAccount[]) {
  const accountsOf = (tenantId: string) => accounts.filter(({ tenantIds }) => tenantIds.includes(tenantId));
  return {
    all: accounts,
    /** Providers configured for a store. */
    providersOf: (tenantId: string): PaymentProvider[] =>
      accountsOf(tenantId).map(({ provider }) => provider),
    /** Configured checkout options of a store, such as `paymob_wallet`. */
    optionsOf: (tenantId: string): string[] =>
      accountsOf(tenantId).flatMap(({ provider }) =>
        provider.methods.map((method) => `${provider.name}_${method}`),
      ),
    /** Names of providers with which a store has its own account. */
    ownOf: (tenantId: string): string[] =>
      accountsOf(tenantId).flatMap(({ provider, isOwn }) => (isOwn ? [provider.name] : [])),
  };
}
