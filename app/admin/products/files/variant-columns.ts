import { cleanAscii, cleanCode } from '#app/lib/typed-ascii.ts';
import { isValidUrl } from '#app/product/parse-values.ts';
import { UnreadableCell } from './import-rows.ts';
import { amountOf, type CellRules, flagOf, integerOf, type StoredVariant } from './product-file-columns.ts';

type VariantColumn = CellRules & {
  /** Database column. */
  column:
    | 'sku'
    | 'barcode'
    | 'price'
    | 'original_price'
    | 'cost'
    | 'stock'
    | 'weight_grams'
    | 'image'
    | 'is_active';
  write: (variant: StoredVariant) => string;
};

const codeOf = (column: 'sku' | 'barcode', read: (cell: string) => string): VariantColumn => ({
  column,
  write: (variant) => variant[column] ?? '',
  read,
  cleared: null,
});

/** Heading of what a piece costs the store, in files of those who may see it. */
export const costHeading = 'variant_cost';

/** Columns of a variant in order, after its options. */
export const variantFileColumns: Readonly<Record<string, VariantColumn>> = {
  sku: codeOf('sku', cleanAscii),
  barcode: codeOf('barcode', cleanCode),
  variant_price: {
    column: 'price',
    write: ({ price }) => String(price ?? ''),
    read: amountOf,
    cleared: null,
  },
  variant_original_price: {
    column: 'original_price',
    write: ({ original_price }) => String(original_price ?? ''),
    read: amountOf,
    cleared: null,
  },
  [costHeading]: { column: 'cost', write: ({ cost }) => String(cost ?? ''), read: amountOf, cleared: null },
  variant_stock: { column: 'stock', write: ({ stock }) => String(stock), read: integerOf },
  weight_grams: {
    column: 'weight_grams',
    write: ({ weight_grams }) => String(weight_grams ?? ''),
    read: integerOf,
    cleared: null,
  },
  variant_image: {
    column: 'image',
    write: ({ image }) => image ?? '',
    read: (cell) => {
      if (!isValidUrl(cell.trim())) throw new UnreadableCell({ messageKey: 'csvAddress' });
      return cell.trim();
    },
    cleared: null,
  },
  sold: { column: 'is_active', write: ({ is_active }) => (is_active ? 'yes' : 'no'), read: flagOf },
};

/** Positions of a product's options. */
export const optionPlaces = [1, 2, 3] as const;

/** Headings of a variant's options and columns. */
export const variantHeadings = [
  ...optionPlaces.flatMap((place) => [`option${place}_name`, `option${place}_value`]),
  ...Object.keys(variantFileColumns),
];
