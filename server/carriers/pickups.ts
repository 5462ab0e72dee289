import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import { HttpError } from '../http/http-error.ts';
import { type Carrier, CarrierRefusal } from './carrier.ts';

interface Pickup {
  admin: SupabaseClient<Database>;
  carrier: Carrier;
  store: string;
  code: string;
  day: string;
}

/**
 * Books a pick-up of a store's waiting shipments, at most once per day; a repeated request gets the same
 * answer. If the carrier did not answer, the call is made again, and the day is still taken only once.
 * @throws CarrierRefusal, CarrierSilence
 */
export async function bookPickup({ admin, carrier, store, code, day }: Pickup): Promise<{ day: string }> {
  if (!carrier.pickups) throw new HttpError(409, 'This courier comes by itself.');
  const key = { tenant_id: store, carrier: code, day };
  const known = await admin.from('carrier_pickups').select('carrier_reference').match(key).maybeSingle();
  if (known.error) throw new Error(`A pick-up could not be read: ${known.error.code}`);
  if (known.data?.carrier_reference) return { day };
  const waiting = await admin
    .from('carrier_bookings')
    .select('shipment_id, shipments!inner(state)', { count: 'exact', head: true })
    .match({ tenant_id: store, carrier: code, state: 'booked', 'shipments.state': 'packed' });
  const asked = await admin.from('carrier_pickups').upsert(key, { onConflict: 'tenant_id,carrier,day' });
  if (asked.error) throw new Error(`A pick-up could not be kept: ${asked.error.code}`);
  const reference = await carrier.pickups
    .book(day, Math.max(1, waiting.count ?? 1))
    .catch(async (error: unknown) => {
      if (error instanceof CarrierRefusal && !known.data)
        await admin.from('carrier_pickups').delete().match(key);
      throw error;
    });
  const kept = await admin.from('carrier_pickups').update({ carrier_reference: reference }).match(key);
  if (kept.error) throw new Error(`A pick-up could not be kept: ${kept.error.code}`);
  return { day };
}
