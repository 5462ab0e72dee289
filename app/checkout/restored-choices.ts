import { newAddress } from '#app/addresses/address-form.ts';
import type { SavedAddress } from '#app/addresses/addresses-data.ts';
import type { Place } from '#app/shipping/chosen-place.ts';
import type { CheckoutDraft } from './checkout-draft.ts';

/** A choice that is no longer available. */
export type Lapsed = 'address' | 'payment';

interface RestoredChoices {
  addressId: string;
  /** An option of the checkout. */
  payment: string | null;
  lapsed: Lapsed[];
}

/**
 * The draft's address and payment, or the first ones if they are no longer offered. Without a draft, an address in the
 * shopper's delivery place: a saved one there, or a new one.
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
