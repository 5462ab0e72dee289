import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { PromisedDays } from './arrival.ts';
import type { Place } from './chosen-place.ts';

/** The goods to deliver, as far as the fee depends on them. */
export interface DeliveredGoods {
  /** Pounds. */
  subtotal: number;
  /** Total of the known weights. */
  grams: number;
}

/** A delivery method for a place; amounts are pounds. */
export interface DeliveryOption extends PromisedDays {
  method: 'standard' | 'express';
  /** The order's fee. */
  fee: number;
  /** Amount from which it is free; null if it never is. */
  free_from: number | null;
}

/** A delivery method for display, optionally with texts that replace its cost and days. */
export type ShownDelivery = DeliveryOption & { cost?: string; time?: string };

/** How a store delivers goods to a place; nothing where it does not. @throws BackendError */
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
