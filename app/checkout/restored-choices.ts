import { newAddress } from '#app/addresses/address-form.ts';
import type { SavedAddress } from '#app/addresses/addresses-data.ts';
import type { CheckoutDraft } from './checkout-draft.ts';

/** What was chosen and is there no more. */
export type Lapsed = 'address' | 'payment';

interface RestoredChoices {
  addressId: string;
  /** An option of the checkout. */
  payment: string | null;
  lapsed: Lapsed[];
}

/** The address and payment of a draft, or the first ones where they are no longer offered. */
export function restoredChoices(
  draft: CheckoutDraft,
  addresses: readonly Pick<SavedAddress, 'id'>[],
  payments: readonly string[],
): RestoredChoices {
  const addressIds = [...addresses.map(({ id }) => id), newAddress];
  const addressId = addressIds.find((id) => id === draft.addressId);
  const payment = payments.find((option) => option === draft.payment);
  return {
    addressId: addressId ?? addressIds[0] ?? newAddress,
    payment: payment ?? payments[0] ?? null,
    lapsed: [
      ...(draft.addressId && !addressId ? (['address'] as const) : []),
      ...(draft.payment && !payment ? (['payment'] as const) : []),
    ],
  };
}
