interface ProductColumn {
  name: string;
  /**
   * - `list`: text that holds a list (docs/product.md, Products)
   * - `option`: such a list, derived from the product's options
   * - `count`: derived from its variants
   * - `amount`: pounds
   * - `addresses`: URLs
   * - `texts`: a `text[]` column
   * - `own`: text that only the form uses
   */
  kind: 'text' | 'own' | 'list' | 'option' | 'count' | 'amount' | 'percent' | 'flag' | 'addresses' | 'texts';
  /** Maximum number of characters in the form. */
  longest?: number;
  /** Maximum number of texts. */
  most?: number;
  /** Initial value of a flag. */
  initially?: boolean;
  /** Not read by shoppers. */
  staffOnly?: true;
}

/**
 * The columns of a product. Its form, files, reads and normalization use this list, in this order; their labels for
 * staff are in `admin-products.json`. `private.product_columns()` is the database's list.
 */
const columns = [
  { name: 'name', kind: 'text', longest: 200 },
  { name: 'description', kind: 'text', longest: 20_000 },
  { name: 'price', kind: 'amount' },
  { name: 'original_price', kind: 'amount' },
  { name: 'discount', kind: 'percent' },
  { name: 'stock', kind: 'count' },
  { name: 'unit', kind: 'text', longest: 40 },
  { name: 'brand', kind: 'text', longest: 120 },
  // The kind of product, if its types are not an option: files have it in `type`.
  { name: 'product_type', kind: 'own', longest: 200, staffOnly: true },
  { name: 'type', kind: 'option' },
  { name: 'size', kind: 'option' },
  { name: 'color', kind: 'option' },
  { name: 'material', kind: 'list', longest: 1000 },
  { name: 'gender', kind: 'list', longest: 150 },
  { name: 'is_active', kind: 'flag', initially: true, staffOnly: true },
  { name: 'featured', kind: 'flag', initially: false },
  { name: 'is_new', kind: 'flag', initially: true },
  { name: 'restocks', kind: 'flag', initially: true },
  { name: 'images', kind: 'addresses' },
  { name: 'videos', kind: 'addresses' },
  { name: 'tags', kind: 'texts', longest: 255, most: 250, staffOnly: true },
  { name: 'seo_title', kind: 'text', longest: 200 },
  { name: 'seo_description', kind: 'text', longest: 1000 },
  // The address that staff chose; shoppers read `page_slugs`.
  { name: 'slug', kind: 'text', longest: 80, staffOnly: true },
  // Paths of the product on another platform.
  { name: 'old_paths', kind: 'texts', longest: 500, most: 50, staffOnly: true },
] as const satisfies readonly ProductColumn[];

type Column = (typeof columns)[number];
type Kind = Column['kind'];
type ColumnOf<K extends Kind> = Extract<Column, { kind: K }>;

/** Name of a product's column of these kinds. */
export type ColumnName<K extends Kind = Kind> = ColumnOf<K>['name'];

/** The columns of a product, in order. */
export const productColumns: readonly Column[] = columns;

/** The columns of a kind, in order. */
export const productColumnsOf = <K extends Kind>(kind: K): ColumnOf<K>[] =>
  columns.filter((column): column is ColumnOf<K> => column.kind === kind);

/** Builds an object with an entry for each column of a kind. */
export function byColumn<K extends Kind, Value>(
  kind: K,
  of: (column: ColumnOf<K>) => Value,
): Record<ColumnName<K>, Value> {
  return Object.fromEntries(productColumnsOf(kind).map((column) => [column.name, of(column)])) as Record<
    ColumnName<K>,
    Value
  >;
}

type Joined<Columns extends readonly ProductColumn[], Text extends string = ''> = Columns extends readonly [
  infer First extends ProductColumn,
  ...infer Rest extends readonly ProductColumn[],
]
  ? Joined<
      Rest,
      First extends { staffOnly: true } ? Text : Text extends '' ? First['name'] : `${Text}, ${First['name']}`
    >
  : Text;

/** Column list for shoppers, for a `select`. */
export const shownColumns = columns
  .filter((column) => !('staffOnly' in column))
  .map(({ name }) => name)
  .join(', ') as Joined<typeof columns>;
