import { expect, it } from 'vitest';
import { slugOf, slugsOf } from './page-slugs.ts';

it('names a row in a language, in the default one, or by its id', () => {
  const row = { id: 'a1', page_slugs: { en: 'black-hoodie', ar: 'هودي-أسود' } };
  expect(slugsOf(row)).toEqual({ en: 'black-hoodie', ar: 'هودي-أسود' });
  expect(slugsOf({ id: 'a1', page_slugs: { en: 'mug' } })).toEqual({ en: 'mug', ar: 'mug' });
  for (const page_slugs of [{}, null, undefined, 'x']) expect(slugOf({ id: 'a1', page_slugs })).toBe('a1');
  expect(slugOf({})).toBe('');
});
