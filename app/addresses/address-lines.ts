import { z } from 'zod';
import type { SavedAddress } from './addresses-data.ts';
import type { AddressLabels } from './use-address-labels.ts';

const text = z.string().catch('');
const addressSchema = z.object({
  full_name: text,
  phone: text,
  governorate: text,
  city: text,
  street: text,
  building: text,
  floor: text,
  apartment: text,
  landmark: text,
});

/** Formats an order's address as lines. Missing parts are left out; an invalid address gives no lines. */
export function addressLines(address: unknown, labels: Omit<AddressLabels, 'named'>): string[] {
  const read = addressSchema.safeParse(address);
  if (!read.success) return [];
  const { full_name, phone, governorate, city, street, building, floor, apartment, landmark } = read.data;
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

/** The phone number in an order's address; '' when there is none. */
export function orderPhone(address: unknown): string {
  return addressSchema.safeParse(address).data?.phone ?? '';
}
