import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import type { Database } from '../../app/lib/database.types.ts';
import { hasDemo, readStore } from './demo-files.ts';
import { countTrialProducts, trialProducts } from './trial-products.ts';

it.each(presets.map(({ id }) => id).filter((id) => hasDemo(id)))(
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

it('a store that the demo has nothing for has no products to try out', async () => {
  const nobody = createClient<Database>('http://127.0.0.1:1', 'no-key');
  expect(await countTrialProducts('saltpan', nobody, { relativeUrls: true })).toBeNull();
});
