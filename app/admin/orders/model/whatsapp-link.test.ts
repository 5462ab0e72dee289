import { expect, it } from 'vitest';
import { whatsAppLink } from './whatsapp-link.ts';

it.each([
  ['01001234567', '201001234567'],
  ['+20 100 123 4567', '201001234567'],
  ['+966 50 123 4567', '966501234567'],
  ['00966501234567', '966501234567'],
])('writes to %s as %s', (phone, digits) => {
  expect(whatsAppLink(phone, 'Yes & no')).toBe(`https://wa.me/${digits}?text=Yes%20%26%20no`);
});
