/** A change in a store's catalog, as the database broadcasts it on `catalogue:{tenant}`. */
export interface CatalogueChange {
  kind:
    | 'product'
    | 'stock'
    | 'review'
    | 'category'
    | 'banner'
    | 'question'
    | 'settings'
    | 'discount'
    | 'slot'
    | 'zone';
  action?: 'insert' | 'update' | 'delete';
  /** Ids of the changed rows; for a review, of its product. Missing when there are too many. */
  ids?: readonly string[] | null;
  /** Versions of the products, in the order of `ids`. */
  versions?: readonly number[];
  /** Categories that products were added to or removed from. */
  categories?: readonly string[];
  /** After a sale: remaining stock up to five; null for more. */
  stock?: number | null;
  /** After a sale: remaining stock of variants that are low, sold out or available again. */
  variants?: Readonly<Record<string, number>>;
  /** False when listings are unaffected. */
  affects_listings?: boolean;
}

/** Stands for all missed changes. */
export const unknownChange: CatalogueChange = { kind: 'product', ids: null };

/** The catalog data on an open page. */
export interface ShownCatalogue {
  products: readonly { id: string; version: number; stock: number }[];
  /** Whether products may be added to the page's list. */
  isListing: boolean;
  /** Kinds shown on the page, besides products, stock and reviews. */
  kinds?: readonly CatalogueChange['kind'][];
}

const displayedStock = (stock: number) => (stock > 5 ? null : stock);

/** Whether a page must be revalidated after a change; false if it already shows the change. */
export function isAffected(catalogue: ShownCatalogue, change: CatalogueChange): boolean {
  const { kind, action, ids, versions = [], affects_listings: affectsListings = true } = change;
  if (!['product', 'stock', 'review'].includes(kind)) return catalogue.kinds?.includes(kind) ?? false;
  if (!ids) return true;
  return ids.some((id, place) => {
    const product = catalogue.products.find((one) => one.id === id);
    if (!product) return catalogue.isListing && affectsListings;
    if (kind === 'review') return !catalogue.isListing;
    if (kind === 'stock') {
      if (catalogue.isListing) return affectsListings;
      return change.variants !== undefined || displayedStock(product.stock) !== (change.stock ?? null);
    }
    return action === 'delete' || product.version < (versions[place] ?? Number.POSITIVE_INFINITY);
  });
}
