import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanSearch, cleanText, cutText } from './typed-text.ts';

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
