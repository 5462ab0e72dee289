import type { PublicSettings } from '#app/store/public-settings.ts';
import type { DeliveryOption } from './delivery-options.ts';

/**
 * The store's delivery methods, by its settings, while no place is known; `subtotal` in pounds. Pages and carts show them
 * before the database is asked, whose `private.flat_rates` is the same (tests/database/shared-rules.test.ts).
 */
export function generalDelivery(
  shipping: PublicSettings['shipping'],
  subtotal: number,
): [standard: DeliveryOption, express: DeliveryOption] {
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
