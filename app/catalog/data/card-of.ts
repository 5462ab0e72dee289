import { LRUCache } from 'lru-cache';
import type { Storefront } from '#app/lib/context.ts';
import { cardColumns } from '../card/card-columns.ts';
import { cardProduct } from '../card/card-product.ts';
import type { CardProduct } from '../product.ts';
import { storeBrand } from './store-brand.ts';

/** Most cards that are remembered, of all stores. */
const mostRemembered = 5_000;

type NamesIn<List> = List extends `${infer First}, ${infer Rest}` ? First | NamesIn<Rest> : List;
type CardField = NamesIn<typeof cardColumns>;

const cardFields = cardColumns.split(', ') as CardField[];

/** The row of a product, with what its card is made of. */
export type CardRow = { readonly id: string } & { readonly [Field in CardField]: unknown };

interface Made {
  row: CardRow;
  category: string;
  card: CardProduct;
}

/** Cards by store and product. Most rows of a listing were read before, for other listings. */
const cards = new LRUCache<string, Made>({ max: mostRemembered });

/**
 * The card of a product of the store, its values in any shape: the same object for as long as they are the same, so that it
 * is rendered once.
 * @param category the name of its category, or ''
 */
export function cardOf(store: Storefront, row: CardRow, category: string): CardProduct {
  const key = `${store.tenantId} ${row.id}`;
  const known = cards.get(key);
  if (known?.category === category && cardFields.every((field) => alike(known.row[field], row[field]))) {
    return known.card;
  }
  const card = cardProduct({ ...row, category }, storeBrand(store).productsOptions);
  cards.set(key, { row, category, card });
  return card;
}

/** Cards by the text of their row. Ids are in it, so no two stores have one alike. */
const listed = new LRUCache<string, CardProduct>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_, text) => text.length,
});

/** The card of a product of the store, from the text of its row with the name of its category, as listings have it. */
export function cardIn(store: Storefront, text: string): CardProduct {
  const known = listed.get(text);
  if (known) return known;
  const row = JSON.parse(text) as CardRow & { category_name: string | null };
  const card = cardOf(store, row, row.category_name ?? '');
  listed.set(text, card);
  return card;
}

/** Whether two values of a column are the same; lists are by what they hold. */
function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return (
    Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => alike(item, b[i]))
  );
}
