import { type CarrierVariables, type Environment, suffixOf } from '../environment.ts';
import { bosta } from './bosta.ts';
import type { Carrier } from './carrier.ts';
import { mylerz } from './mylerz.ts';

/** Carriers with an API, and the variables each one needs. */
export const knownCarriers = {
  bosta: { name: 'Bosta', needs: ['BOSTA_API_KEY'] },
  mylerz: { name: 'Mylerz', needs: ['MYLERZ_USERNAME', 'MYLERZ_PASSWORD'] },
} as const satisfies Record<string, { name: string; needs: readonly (keyof CarrierVariables)[] }>;

export type CarrierCode = keyof typeof knownCarriers;

export const isCarrierCode = (code: string): code is CarrierCode => Object.hasOwn(knownCarriers, code);

export const carrierCodes = Object.keys(knownCarriers).filter(isCarrierCode);

type Settings = Pick<
  Environment,
  keyof CarrierVariables | 'BOSTA_API_URL' | 'MYLERZ_API_URL' | 'storeVariables'
>;

export interface CarrierAccounts {
  /** A store's account with a carrier; undefined if it has none. */
  carrierOf(tenantId: string, code: CarrierCode): Carrier | undefined;
  tenantIds: readonly string[];
}

interface Options {
  /** Reads the present stores. */
  tenantIds: () => readonly string[];
  /** URL for a carrier's callbacks; undefined if carriers cannot reach this server. */
  callbackUrlOf: (code: CarrierCode) => string | undefined;
  /** In milliseconds. */
  timeout?: number;
}

/** Carrier accounts per store: its own, or the one shared by all stores. */
export function carrierAccounts(
  environment: Settings,
  { tenantIds, callbackUrlOf, timeout }: Options,
): CarrierAccounts {
  const { storeVariables: own } = environment;
  const made = new Map<string, Carrier | undefined>();
  const carrierFor = (tenantId: string, code: CarrierCode): Carrier | undefined => {
    const needed = knownCarriers[code].needs;
    const variables = [own.get(suffixOf(tenantId)), environment].find(
      (one) => one !== undefined && needed.every((name) => one[name] !== undefined),
    );
    if (!variables) return undefined;
    const waits = timeout === undefined ? {} : { timeout };
    const { BOSTA_API_KEY, MYLERZ_USERNAME, MYLERZ_PASSWORD } = variables;
    if (code === 'bosta' && BOSTA_API_KEY)
      return bosta({
        apiKey: BOSTA_API_KEY,
        webhookSecret: variables.BOSTA_WEBHOOK_SECRET ?? environment.BOSTA_WEBHOOK_SECRET,
        apiUrl: environment.BOSTA_API_URL,
        callbackUrl: callbackUrlOf(code),
        locationId: variables.BOSTA_LOCATION_ID,
        ...waits,
      });
    if (code === 'mylerz' && MYLERZ_USERNAME && MYLERZ_PASSWORD)
      return mylerz({
        username: MYLERZ_USERNAME,
        password: MYLERZ_PASSWORD,
        apiUrl: environment.MYLERZ_API_URL,
        warehouse: variables.MYLERZ_WAREHOUSE,
        ...waits,
      });
    return undefined;
  };
  return {
    get tenantIds() {
      return tenantIds();
    },
    carrierOf(tenantId, code) {
      if (!tenantIds().includes(tenantId)) return undefined;
      const key = `${code} ${tenantId}`;
      // Cached, because an account may hold a login.
      if (!made.has(key)) made.set(key, carrierFor(tenantId, code));
      return made.get(key);
    },
  };
}
