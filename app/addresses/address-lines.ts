import { z } from 'zod';

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

/** Formats floor and apartment, which are often bare numbers. */
export interface AddressLabels {
  floor: (floor: string) => string;
  apartment: (apartment: string) => string;
}

/** Formats an order's address as lines. Missing parts are left out; an invalid address gives no lines. */
export function addressLines(address: unknown, labels: AddressLabels): string[] {
  const read = addressSchema.safeParse(address);
  if (!read.success) return [];
  const { full_name, phone, governorate, city, street, building, floor, apartment, landmark } = read.data;
  return [
    full_name,
    [building, street].filter(Boolean).join(' '),
    [floor && labels.floor(floor), apartment && labels.apartment(apartment)].filter(Boolean).join(', '),
    landmark,
    [city, governorate].filter(Boolean).join(', '),
    phone,
  ].filter(Boolean);
}

/** The phone number in an order's address; '' when there is none. */
export function orderPhone(address: unknown): string {
  return addressSchema.safeParse(address).data?.phone ?? '';
}
