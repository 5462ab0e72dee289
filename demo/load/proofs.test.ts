import { expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { hasDemo, readStore } from './demo-files.ts';

const demoBrands = presets.filter(({ id }) => hasDemo(id));
const stores = await Promise.all(demoBrands.map(({ id }) => readStore(id)));

it.each(stores)('every product of $id says on its card what it is trusted for', ({ store, products }) => {
  const shown = (store.attributes ?? []).filter(({ on_card }) => on_card).map(({ name }) => name);
  expect(shown).not.toEqual([]);
  const silent = products.filter((product) => !shown.some((name) => name in (product.attributes ?? {})));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
