import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

it('formats an address as the lines of an envelope, whatever is missing', () => {
  const address = { full_name: 'Mona Adel', street: 'Road 233', building: '9', city: 'Maadi' };
  const words = {
    floor: (at: string) => `Floor ${at}`,
    apartment: (at: string) => `Apartment ${at}`,
    listed: (parts: readonly string[]) => parts.filter(Boolean).join(', '),
    governorate: (name: string) => (name === 'Cairo' ? 'القاهرة' : name),
  };
  expect(addressLines({ ...address, governorate: 'Cairo', phone: '01012345678' }, words)).toEqual([
    ...['Mona Adel', '9 Road 233', 'Maadi, القاهرة', '01012345678'],
  ]);
  expect(addressLines({ floor: '3', apartment: '8' }, words)).toEqual(['Floor 3, Apartment 8']);
  expect(addressLines({ floor: '', apartment: '8' }, words)).toEqual(['Apartment 8']);
  expect(addressLines({}, words)).toEqual([]);
});
