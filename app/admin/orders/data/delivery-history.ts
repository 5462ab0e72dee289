import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const record = z.object({ delivered: z.number(), refused: z.number() });

/** How many parcels were accepted, and how many came back without being accepted. */
export type DeliveryRecord = z.output<typeof record>;

/** Reads the parcels of a person and those to a phone number; null of what is not known. @throws BackendError */
export async function readDeliveryHistory(
  customerId: string | null,
  phone: string,
): Promise<{ person: DeliveryRecord | null; phone: DeliveryRecord | null }> {
  const supabase = await loadSupabase();
  const tenant = { p_tenant_id: pageTenant() };
  const [person, number] = await Promise.all([
    customerId ? supabase.rpc('delivery_record', { ...tenant, p_user_id: customerId }) : null,
    phone ? supabase.rpc('delivery_record', { ...tenant, p_phone: phone }) : null,
  ]);
  return {
    person: person && record.parse(dataOf(person)),
    phone: number && record.parse(dataOf(number)),
  };
}
