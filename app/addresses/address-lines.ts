import type { OrderAddress } from '#app/lib/json-columns.ts';
import type { SavedAddress } from './addresses-data.ts';
import type { AddressLabels } from './use-address-labels.ts';

/** Formats an order's address as lines; missing parts are left out. */
export function addressLines(address: OrderAddress, labels: Omit<AddressLabels, 'named'>): string[] {
  const { full_name = '', phone = '', governorate = '', city = '', street = '' } = address;
  const { building = '', floor = '', apartment = '', landmark = '' } = address;
  return [
    full_name,
    [building, street].filter(Boolean).join(' '),
    labels.listed([floor && labels.floor(floor), apartment && labels.apartment(apartment)]),
    landmark,
    labels.listed([city, labels.governorate(governorate)]),
    phone,
  ].filter(Boolean);
}

/** Formats an address as one line, with building, floor and apartment. */
export function addressLine(
  address: Pick<SavedAddress, 'street' | 'building' | 'floor' | 'apartment' | 'place' | 'governorate'>,
  labels: Omit<AddressLabels, 'named'>,
): string {
  const { street, building, floor, apartment, place, governorate } = address;
  return labels.listed([
    `${building} ${street}`.trim(),
    floor && labels.floor(floor),
    apartment && labels.apartment(apartment),
    place,
    labels.governorate(governorate),
  ]);
}
