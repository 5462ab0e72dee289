import { expect, it } from 'vitest';
import { ibanOf } from './iban.ts';

it.each([
  ['IBAN EG380019000500000000263180002', 'EG380019000500000000263180002'],
  ['Bank of the Nile\nIBAN: EG38 0019 0005 0000 0000 2631 8000 2\nSouk', 'EG380019000500000000263180002'],
  ['EG38 0019 0005 0000 0000 2631 8000 2 NBE CAIRO', 'EG380019000500000000263180002'],
  ['الآيبان EG38-0019-0005-0000-0000-2631-8000-2', 'EG380019000500000000263180002'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
])('the IBAN in %j is %s', (bankDetails, iban) => {
  expect(ibanOf(bankDetails)).toBe(iban);
});

it.each(['', 'Account 1000 2345 6789, Bank of the Nile', 'Wallet 0100 123 4567'])(
  '%j has no IBAN',
  (bankDetails) => {
    expect(ibanOf(bankDetails)).toBeNull();
  },
);
