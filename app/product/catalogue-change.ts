/** A change in a store's catalogue, as the database broadcasts it on `catalogue:{tenant}`. */
export interface CatalogueChange {
  kind: 'product' | 'stock' | 'review' | 'category' | 'banner' | 'settings' | 'discount' | 'slot';
  action?: 'insert' | 'update' | 'delete';
  /** The rows that changed; of a review its product. Missing where there were too many to name. */
  ids?: readonly string[] | null;
  /** The products' versions, in the order of their ids. */
  versions?: readonly number[];
  /** Of a sale: the pieces left, up to five; null where there are more. */
  stock?: number | null;
  /** Of a sale: the pieces left of each variant that is nearly or wholly sold out, or available again. */
  variants?: Readonly<Record<string, number>>;
  /** False where lists show the same as before. */
  lists?: boolean;
}

/** Stands for all changes that were missed. */
export const unknownChange: CatalogueChange = { kind: 'product', ids: null };

/** What an open page shows of the catalogue. */
export interface ShownCatalogue {
  products: readonly { id: string; version: number; stock: number }[];
  /** The page is a list, into which others may come. */
  lists: boolean;
  /** Kinds beside products, their stock and reviews that the page shows. */
  kinds?: readonly CatalogueChange['kind'][];
}

/** Whether a page shows a product as it was before a change. */
export function isOlder({ products }: ShownCatalogue, { ids, versions = [] }: CatalogueChange): boolean {
  return products.some(({ id, version }) => version < (versions[ids?.indexOf(id) ?? -1] ?? 0));
}

const left = (stock: number) => (stock > 5 ? null : stock);

/** Whether a page that shows this has to be read again after a change; not when it shows the change already. */
export function isAffected(shown: ShownCatalogue, change: CatalogueChange): boolean {
  const { kind, action, ids, versions = [], lists = true } = change;
  if (!['product', 'stock', 'review'].includes(kind)) return shown.kinds?.includes(kind) ?? false;
  if (!ids) return true;
  return ids.some((id, place) => {
    const product = shown.products.find((one) => one.id === id);
    if (!product) return shown.lists && lists;
    if (kind === 'review') return !shown.lists;
    if (kind === 'stock') {
      if (shown.lists) return lists;
      return change.variants !== undefined || left(product.stock) !== (change.stock ?? null);
    }
    return action === 'delete' || product.version < (versions[place] ?? Number.POSITIVE_INFINITY);
  });
}
