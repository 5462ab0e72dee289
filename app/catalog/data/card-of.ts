import { LRUCache } from 'lru-cache';
import type { Storefront } from '#app/lib/context.ts';
import { cardProduct } from '../card/card-product.ts';
import type { CardProduct } from '../product.ts';
import { storeBrand } from './store-brand.ts';

/** Most cards that are remembered, of all stores. */
const mostRemembered = 5_000;

/** Cards by store and row. Most rows of a listing were read before, for other listings. */
const cards = new LRUCache<string, CardProduct>({ max: mostRemembered });

/** The card of a product of the store, from a row in any shape: the same object for the same row, so that it is rendered once. */
export function cardOf(store: Storefront, row: object): CardProduct {
  const key = `${store.tenantId} ${JSON.stringify(row)}`;
  const known = cards.get(key);
  if (known) return known;
  const card = cardProduct(row, storeBrand(store).productsOptions);
  cards.set(key, card);
  return card;
}
