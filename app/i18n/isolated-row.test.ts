import bidiFactory from 'bidi-js';
import { expect, it } from 'vitest';
import { isolatedRow } from './isolated-row.ts';

const bidi = bidiFactory();

/** A text as displayed on a line that takes its direction from its first letter, as in a `bdi`. */
function shown(text: string): string {
  const letters = /\p{L}/u.exec(text)?.[0] ?? '';
  const direction = /[\u0600-\u06ff]/.test(letters) ? 'rtl' : 'ltr';
  const order = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, direction));
  return order
    .map((at) => text[at])
    .join('')
    .replaceAll(/[\u2066-\u2069]/g, '');
}
const turned = (text: string) => [...text].reverse().join('');

it('keeps the order of the parts of an address, whatever script the first is in', () => {
  expect(shown(isolatedRow(['Maadi', 'القاهرة'], 'ar'))).toBe(`${turned('القاهرة')} ،Maadi`);
  expect(shown(isolatedRow(['المعادي', 'Cairo'], 'en'))).toBe(`${turned('المعادي')}, Cairo`);
  expect(shown(isolatedRow(['12 Road 9', 'شقة 8', 'Maadi'], 'ar'))).toBe(
    `Maadi ،8 ${turned('شقة')} ،12 Road 9`,
  );
});

it('adds nothing to a left-to-right row without Arabic letters, and nothing to an empty one', () => {
  expect(isolatedRow(['Maadi', '', 'Cairo'], 'en')).toBe('Maadi, Cairo');
  expect(isolatedRow(['', ''], 'ar')).toBe('');
});
