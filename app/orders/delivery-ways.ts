import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { fields } from '#app/product/parse-values.ts';
import type { FullOrder } from './read-orders.ts';

/** A way to deliver to an address, and its fee in pounds. */
export type DeliveryWay = Awaited<ReturnType<typeof readDeliveryWays>>[number];

/** Reads how so much is delivered to an order's address once more; empty where it is not. @throws BackendError */
export async function readDeliveryWays({ address }: Pick<FullOrder, 'address'>, grams: number) {
  const { governorate, city } = fields(address);
  const supabase = await loadSupabase();
  return dataOf(
    await supabase.rpc('shipping_options', {
      p_tenant_id: pageTenant(),
      p_governorate: String(governorate ?? ''),
      p_city: String(city ?? ''),
      p_grams: grams,
    }),
  );
}
