import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Place } from './chosen-place.ts';
import type { DeliveredGoods, DeliveryOption } from './delivery-options.ts';

/** Reads a store's delivery methods for a place; empty if there are none. @throws BackendError */
export async function readDeliveryOptions(
  store: StoreContext,
  { governorate, city }: Place,
  { subtotal, grams }: DeliveredGoods,
): Promise<DeliveryOption[]> {
  store.tag('zones', 'settings');
  return dataOf(
    await store.supabase.rpc('shipping_options', {
      p_tenant_id: store.tenantId,
      p_governorate: governorate,
      p_city: city,
      p_subtotal: subtotal,
      p_grams: grams,
    }),
  );
}
