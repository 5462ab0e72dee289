import { newAddress } from '#app/addresses/address-form.ts';
import type { SavedAddress } from '#app/addresses/addresses-data.ts';
import type { Place } from '#app/shipping/chosen-place.ts';
import type { CheckoutDraft } from './checkout-draft.ts';

/** What was chosen and is there no more. */
export type Lapsed = 'address' | 'payment';

interface RestoredChoices {
  addressId: string;
  /** An option of the checkout. */
  payment: string | null;
  lapsed: Lapsed[];
}

/**
 * The address and payment of a draft, or the first ones where they are no longer offered. Without one, the address is in
 * the place where the shopper wants things delivered: a new one where no saved address is there.
 */
export function restoredChoices(
  draft: CheckoutDraft,
  addresses: readonly (Pick<SavedAddress, 'id'> & Partial<Place>)[],
  payments: readonly string[],
  place: Place | null = null,
): RestoredChoices {
  const addressIds = [...addresses.map(({ id }) => id), newAddress];
  const addressId = addressIds.find((id) => id === draft.addressId);
  const there = addresses.find(
    ({ governorate, city }) => governorate === place?.governorate && city === place?.city,
  );
  const first = place && !draft.addressId ? (there?.id ?? newAddress) : addressIds[0];
  const payment = payments.find((option) => option === draft.payment);
  return {
    addressId: addressId ?? first ?? newAddress,
    payment: payment ?? payments[0] ?? null,
    lapsed: [
      ...(draft.addressId && !addressId ? (['address'] as const) : []),
      ...(draft.payment && !payment ? (['payment'] as const) : []),
    ],
  };
}
