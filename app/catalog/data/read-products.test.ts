import { expect, it } from 'vitest';
import type { CardProduct } from '#app/product/product.ts';
import { soldOutLast } from './read-products.ts';

it('sold-out products stand after the others, each group in its order', () => {
  const product = (id: string, stock: number) => ({ id, stock }) as CardProduct;
  const shown = soldOutLast([product('a', 0), product('b', 3), product('c', 0), product('d', 1)]);
  expect(shown.map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
});
