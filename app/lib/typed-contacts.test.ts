import { describe, expect, it } from 'vitest';
import { emailText } from './text-schemas.ts';
import { cleanEmail, cleanPhone } from './typed-contacts.ts';

it.each([
  '\u202d+20 100 765 4321\u202c',
  '\u2068+201007654321\u2069',
  '+20\ufe0d1007654321',
  '+20\u00ad100\u2011765\u20134321\u200b',
  '\u200e＋２０ (100) 765.4321',
  '+٢٠ ١٠٠ ٧٦٥ ٤٣٢١',
  '+۲۰۱۰۰۷۶۵۴۳۲۱',
  '201007654321',
  '20 100 765 4321',
  '00201007654321',
  '+2001007654321',
  '+20 0100 765 4321',
  '+20(0)1007654321',
  'tel:+201007654321',
])('a phone number pasted as %j is the visible number', (pasted) => {
  expect(cleanPhone(pasted)).toBe('+201007654321');
});

describe('an email address', () => {
  const parse = (typed: string) => emailText(() => 'wrong', 200).safeParse(typed).data;

  it.each([
    ['mona@shop.example\u200f', 'mona@shop.example'],
    ['\u202amona@shop.example\u202c ', 'mona@shop.example'],
    ['mona＠shop.example', 'mona@shop.example'],
    ['mona@متجر.مصر', 'mona@xn--pgbep1f.xn--wgbh1c'],
    ['Mona@Bücher.example', 'Mona@xn--bcher-kva.example'],
  ])('typed as %j is accepted', (typed, address) => {
    expect(parse(typed)).toBe(address);
    expect(cleanEmail(cleanEmail(typed))).toBe(address);
  });

  it.each(['mona', 'mona@', 'mo na@shop.example', 'mona@shop', 'mona@متجر/مصر', 'منى@shop.example', '@a.b'])(
    'typed as %j is rejected',
    (typed) => {
      expect(parse(typed)).toBeUndefined();
    },
  );
});
