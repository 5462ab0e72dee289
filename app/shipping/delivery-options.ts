import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { PublicSettings } from '#app/store/public-settings.ts';
import type { PromisedDays } from './arrival.ts';
import type { Place } from './chosen-place.ts';

/** What is delivered, as far as its fee depends on it. */
export interface DeliveredGoods {
  /** Pounds. */
  subtotal: number;
  /** As far as the store says what its products weigh. */
  grams: number;
}

/** A way to deliver to a place; amounts are pounds. */
export interface DeliveryOption extends PromisedDays {
  method: 'standard' | 'express';
  /** What the order would pay. */
  fee: number;
  /** The amount from which it is free; null where it never is. */
  free_from: number | null;
}

/** A way to deliver as it is shown: with words of its own instead of what it costs and how many days it takes. */
export type ShownDelivery = DeliveryOption & { cost?: string; time?: string };

/** What a store offers in general, by its settings, for goods of some pounds. */
export function generalDelivery(shipping: PublicSettings['shipping'], subtotal: number): DeliveryOption[] {
  const { freeShippingThreshold: freeFrom, defaultShippingFee, expressShippingFee } = shipping;
  return [
    {
      method: 'standard',
      fee: freeFrom !== null && subtotal >= freeFrom ? 0 : defaultShippingFee,
      free_from: freeFrom,
      days_from: shipping.standardDaysFrom,
      days_to: shipping.standardDaysTo,
    },
    {
      method: 'express',
      fee: expressShippingFee,
      free_from: null,
      days_from: shipping.expressDaysFrom,
      days_to: shipping.expressDaysTo,
    },
  ];
}

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
