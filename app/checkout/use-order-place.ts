import { useEffect, useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type Address, type AddressInput, newAddress } from '#app/addresses/address-form.ts';
import type { SavedAddress } from '#app/addresses/addresses-data.ts';
import type { OrderPlace } from './order-document.ts';

/** An order's destination: the quote's argument, and the place itself; `settling` while it is being typed. */
interface PlaceOfOrder {
  place: OrderPlace | null;
  governorate: string;
  city: string;
  settling: boolean;
}

/**
 * The order's destination, from the selected saved address or the form of a new one. A typed city counts once typing
 * pauses.
 */
export function useOrderPlace(
  addresses: readonly SavedAddress[],
  addressId: string,
  form: UseFormReturn<AddressInput, unknown, Address>,
): PlaceOfOrder {
  const [governorate = '', typed = ''] = useWatch({ control: form.control, name: ['governorate', 'city'] });
  const city = useRested(typed.trim());
  const saved = addresses.find(({ id }) => id === addressId);
  return useMemo(() => {
    if (saved)
      return { place: { id: saved.id }, governorate: saved.governorate, city: saved.city, settling: false };
    const isTyped = addressId === newAddress && governorate !== '';
    return {
      place: isTyped ? { governorate, city } : null,
      governorate: isTyped ? governorate : '',
      city: isTyped ? city : '',
      settling: isTyped && city !== typed.trim(),
    };
  }, [saved, addressId, governorate, city, typed]);
}

/** A text, debounced. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 400);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
