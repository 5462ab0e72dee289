import { expect, it } from 'vitest';
import { addressForm } from './address-form.ts';

it('limits the length of each line', () => {
  const long = 'x'.repeat(300);
  const { error } = addressForm.safeParse({
    full_name: long,
    phone: '0100 123 4567',
    governorate: 'Cairo',
    city: long,
    street: long,
    building: long,
    floor: long,
    apartment: long,
    landmark: long,
  });
  expect(error?.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'full_name: Use at most 120 characters.',
    'city: Use at most 80 characters.',
    'street: Use at most 200 characters.',
    'building: Use at most 40 characters.',
    'floor: Use at most 20 characters.',
    'apartment: Use at most 20 characters.',
    'landmark: Use at most 200 characters.',
  ]);
});
