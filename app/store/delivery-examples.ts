import type { SupabaseClient } from '@supabase/supabase-js';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';

/** What delivery of goods to a place costs, in pounds. */
export interface DeliveryExample {
  governorate: Enums<'governorate'>;
  goods: number;
  /** Empty where the store does not deliver. */
  options: { method: Enums<'shipping_method'>; fee: number }[];
}

/** A small and a large order, to the capital and to the far end of the country. */
const cases = (['Cairo', 'Aswan'] as const).flatMap((governorate) =>
  [100, 5_000].map((goods) => ({ governorate, goods })),
);

/** Quotes examples as the cart does. @throws BackendError */
export function deliveryExamples(
  supabase: SupabaseClient<Database>,
  tenantId: string,
): Promise<DeliveryExample[]> {
  return Promise.all(
    cases.map(async ({ governorate, goods }) => {
      const quoted = await supabase.rpc('shipping_options', {
        p_tenant_id: tenantId,
        p_governorate: governorate,
        p_city: '',
        p_subtotal: goods,
      });
      return { governorate, goods, options: dataOf(quoted).map(({ method, fee }) => ({ method, fee })) };
    }),
  );
}
