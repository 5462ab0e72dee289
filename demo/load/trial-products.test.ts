import { expect, it } from 'vitest';
import { brands } from '../../app/brands/brands.ts';
import { readStore } from './demo-files.ts';
import { trialProducts } from './trial-products.ts';

it.each(brands.map(({ id }) => id))(
  '%s tries out twelve products of as many categories as it has',
  async (id) => {
    const store = await readStore(id);
    const products = trialProducts(store);
    expect(new Set(products.map(({ name }) => name)).size).toBe(12);
    expect(new Set(products.map(({ category }) => category)).size).toBe(
      Math.min(12, new Set(store.products.map(({ category }) => category)).size),
    );
  },
);
