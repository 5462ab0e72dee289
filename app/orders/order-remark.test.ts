import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import englishOrderRemarks from '#app/i18n/texts/en/order-remarks.json';
import { remarkText } from './order-remark.ts';

const schemas = join(import.meta.dirname, '../../supabase/schemas');
const sql = globSync(`${schemas}/**/*.sql`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it('each remark that the database writes into the history of an order has a sentence, and vice versa', () => {
  const written = [
    ...sql.matchAll(/remark_(?:on_(?:order|move)|of_staff)\([^']*'([a-z_]+)'/g),
    ...sql.matchAll(/'code', '([a-z_]+)', '(?:kind|number)'/g),
    ...sql.matchAll(/'\{"code": "([a-z_]+)"\}'/g),
  ].map(([, code]) => code);
  expect([...new Set(written)].toSorted()).toEqual(Object.keys(englishOrderRemarks).toSorted());
});

it('a remark is shown with its values, or with their translations', () => {
  expect(remarkText({ code: 'size_replacement', number: 'IN-1' })).toBe('Replacement in another size: IN-1');
  const announced = { code: 'other_amount_announced', outcome: 'paid', amount: 1250.5, currency: 'EGP' };
  expect(remarkText(announced)).toBe(
    'The provider announced a payment of 1,250.5 EGP, which is not the amount of this order.',
  );
  const untold = { code: 'not_told', channel: 'sms', kind: 'shipped', error: 'not_set_up' };
  expect(remarkText(untold, { channel: 'SMS', kind: 'parcel on its way', error: 'It is off.' })).toBe(
    'The customer was not told by SMS: parcel on its way. It is off.',
  );
});

it('null and unknown codes show nothing', () => {
  for (const remark of [null, { code: 'of_tomorrow' }]) expect(remarkText(remark)).toBe('');
});
