import { expect, it } from 'vitest';
import { markEarly } from './compile-early.ts';
import { earlyChunks } from './shared-chunks.ts';

const chunk = (name: string) => ({ type: 'chunk' as const, name, code: 'run();' });

it('only the chunks of nearly every visit are compiled while they arrive, and one that is missing is named', () => {
  const bundle = {
    'entry.js': chunk('entry.client'),
    'shelf-1.js': chunk('shelf'),
    'cart-1.js': chunk('cart.route'),
    'font.woff2': { type: 'asset' as const },
  };
  expect(markEarly(bundle, ['entry.client', 'shelf', 'parts'])).toEqual(['parts']);
  expect(bundle['entry.js'].code).toBe('//# allFunctionsCalledOnLoad\nrun();');
  expect(bundle['shelf-1.js'].code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  expect(bundle['cart-1.js'].code).toBe('run();');
});

it('those are what pages share and the pages themselves', () => {
  expect(earlyChunks).toEqual([
    ...['entry.client', 'shelf', 'parts', 'listing'],
    ...['home.route', 'shop.route', 'product.route'],
  ]);
});
