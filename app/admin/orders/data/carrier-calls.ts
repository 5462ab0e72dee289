import { z } from 'zod';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { answersOf, type ShipmentAnswer, type ShipmentOutcome } from './shipment-calls.ts';

const refusal = z
  .object({ message: z.string(), details: z.string().nullish(), hint: z.string().nullish() })
  .catch({ message: '' });
const carriersSchema = z.object({
  carriers: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Environment variables that the account needs on the server. */
      needs: z.array(z.string()),
      configured: z.boolean(),
      calls_back: z.boolean(),
      has_pickups: z.boolean(),
    }),
  ),
});

/** A carrier with an API, and whether the store has an account with it. */
export type CarrierAccount = z.infer<typeof carriersSchema>['carriers'][number];

async function ask(path: string, body?: object): Promise<Response> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const response = await fetch(`/carriers${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.ok) return response;
  throw new BackendError(refusal.parse(await response.json().catch(() => null)), response.status);
}

/** Reads the carriers with an API, and whether a store, by default the page's, has an account. @throws BackendError */
export async function readCarriers(tenantId = pageTenant()): Promise<CarrierAccount[]> {
  const query = new URLSearchParams({ store: tenantId });
  return carriersSchema.parse(await (await ask(`?${query}`)).json()).carriers;
}

/**
 * Registers shipments with a carrier; a refused one does not stop the others.
 * @param districts the carrier's district, by shipment, where the address does not determine it
 * @throws BackendError
 */
export async function bookShipments(
  carrier: string,
  shipments: readonly string[],
  districts: Readonly<Record<string, string>> = {},
): Promise<ShipmentAnswer[]> {
  const outcomes = await sendOnce(
    `book_shipments ${carrier} ${shipments.join(' ')}`,
    async (request): Promise<ShipmentOutcome[]> =>
      (await ask('/book', { carrier, shipments, districts, request })).json(),
  );
  return answersOf(outcomes);
}

/** Downloads the carriers' labels of shipments as one file. @throws BackendError */
export async function saveLabels(shipments: readonly string[]): Promise<void> {
  const file = await (await ask('/labels', { shipments })).blob();
  saveFile('labels.pdf', file, 'application/pdf');
}

/** Reads the days on which a carrier offers pickups. @throws BackendError */
export async function readPickupDays(carrier: string): Promise<string[]> {
  const query = new URLSearchParams({ store: pageTenant(), carrier });
  return z.object({ days: z.array(z.string()) }).parse(await (await ask(`/days?${query}`)).json()).days;
}

/** Requests a pickup on a day. @throws BackendError */
export async function askForPickup(carrier: string, day: string): Promise<void> {
  await ask('/pickups', { store: pageTenant(), carrier, day });
}

/** Reads a carrier's districts in a governorate. @throws BackendError */
export async function readDistricts(carrier: string, governorate: string) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('carrier_areas')
      .select('district_id, district, district_ar')
      .eq('carrier', carrier)
      .filter('governorate', 'eq', governorate)
      .eq('delivers', true)
      .order('district')
      .limit(1000),
  );
}
