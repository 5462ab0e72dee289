import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailText } from './text-schemas.ts';
import { cleanCode, cleanEmail, cleanPhone, cleanSearch, cleanText, cutText } from './typed-text.ts';

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

it.each(['SUMMER-10\u200b', '\u200fSUMMER-10', '\u2068SUMMER\u201310\u2069', ' summer -１０ ', 'SUMMER-١٠'])(
  'a code pasted as %j is the visible code',
  (pasted) => {
    expect(cleanCode(pasted).toUpperCase()).toBe('SUMMER-10');
  },
);

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

it('a search term is one line of visible characters', () => {
  expect(cleanSearch(' black\n\thoodie\u0000\ud83d ', 100)).toBe('black hoodie');
  expect(cleanSearch('hoo\u200bdie\u00ad', 100)).toBe('hoodie');
});

it('a text loses invisible characters, but keeps those that shape its letters and direction', () => {
  expect(cleanText('\ufeff Line\r\none\u0000\ud83d \u202eend\u202c\u200f ')).toBe('Line\none\ufffd end');
  for (const text of ['👩‍👩‍👧', '❤️', 'می‌خواهم', 'شارع ٤٥\u200f, 7B\nالدور ٣'])
    expect(cleanText(text)).toBe(text);
});

describe('a truncated text', () => {
  it('ends before an emoji, a flag or a letter with marks that does not fit', () => {
    expect(cutText('aa😀', 3)).toBe('aa');
    expect(cutText('a👩‍👩‍👧b', 6)).toBe('a');
    expect(cutText('🇪🇬🇪🇬', 6)).toBe('🇪🇬');
    expect(cutText('aسَّ', 2)).toBe('a');
    expect(cutText('short', 5)).toBe('short');
  });

  it('is never longer than requested, is a prefix of the text and has no half of a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat({ max: 12 }), (text, longest) => {
        const cut = cutText(text, longest);
        expect(cut.length).toBeLessThanOrEqual(longest);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
