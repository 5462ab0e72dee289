import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const record = z.object({ delivered: z.number(), refused: z.number() }).nullable();

/** What became of a customer's parcels, and of those to a phone number; null of what is not known. */
export const deliveryHistory = z.object({ customer: record, phone: record });

/** How many parcels were accepted, and how many came back without being accepted. */
export type DeliveryRecord = NonNullable<z.output<typeof record>>;
export type DeliveryHistory = z.output<typeof deliveryHistory>;

/** Reads what became of the parcels of a customer, and of those to a phone number. @throws BackendError */
export async function readDeliveryHistory(customerId: string | null, phone = ''): Promise<DeliveryHistory> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('delivery_record', {
    p_tenant_id: pageTenant(),
    ...(customerId && { p_user_id: customerId }),
    p_phone: phone,
  });
  return deliveryHistory.parse(dataOf(answer));
}
