import {
  findingColumns,
  ignoredHeadings,
  picturesOf,
  plainLines,
  pricesOf,
  readForeign,
} from './foreign-file.ts';
import { htmlText } from './html-text.ts';
import { type Line, type Reading, type ReadRows, UnreadableCell } from './import-rows.ts';
import { integerOf } from './product-file-columns.ts';

const places = [1, 2] as const;
const imageHeadings = Array.from({ length: 10 }, (_, index) => `image${index + 1}`);
const headings = [
  ...[
    'title',
    'description',
    'price',
    'currency_code',
    'quantity',
    'materials',
    'tags',
    'sku',
    ...imageHeadings,
  ],
  ...places.flatMap((place) => ['type', 'name', 'values'].map((of) => `variation_${place}_${of}`)),
];

/** Returns whether headings are those of an Etsy listings file. */
export function isEtsyFile(columns: readonly string[]): boolean {
  return ['title', 'currency_code', 'quantity'].every((heading) => columns.includes(heading));
}

const cellOf = (line: Line, heading: string) => line.cell(heading).trim();
const listOf = (cell: string) => cell.split(',').flatMap((entry) => entry.trim() || []);

/**
 * Reads an Etsy listings file, one listing per line. It has one price and one quantity for all variations,
 * which share the quantity evenly.
 */
export function readEtsyFile(
  head: readonly string[],
  columns: readonly string[],
  cells: readonly Line[],
): ReadRows {
  const lines = plainLines(cells, columns, ['description'], imageHeadings);
  return {
    ...readForeign(
      lines.map((line) => [line]),
      ([line]) => (line ? cellOf(line, 'title') : ''),
      readListing,
    ),
    unknown: ignoredHeadings(head, columns, lines, new Set(headings)),
  };
}

function readListing([line]: readonly Line[], reading: Reading) {
  if (!line) throw new Error('A product has at least one line');
  reading(line, 'price');
  const currency = cellOf(line, 'currency_code').toUpperCase();
  if (currency && currency !== 'EGP')
    throw new UnreadableCell({ messageKey: 'csvCurrency', value: currency });
  const prices = pricesOf(cellOf(line, 'price'), '');
  reading(line, 'stock');
  const quantity = cellOf(line, 'quantity');
  const pieces = quantity ? integerOf(quantity) : null;
  const options = places.flatMap((place) => {
    const values = [...new Set(listOf(cellOf(line, `variation_${place}_values`)))];
    const name = cellOf(line, `variation_${place}_name`) || cellOf(line, `variation_${place}_type`);
    return values.length > 0 ? [{ name, values }] : [];
  });
  reading(line, 'options');
  if (options.some(({ name }) => name === '')) throw new UnreadableCell({ messageKey: 'csvOptionName' });
  const combinations = options.reduce<string[][]>(
    (found, { values }) => found.flatMap((chosen) => values.map((value) => [...chosen, value])),
    [[]],
  );
  const skus = listOf(cellOf(line, 'sku'));
  reading(line, 'image');
  const images = picturesOf(imageHeadings.map((heading) => cellOf(line, heading)));
  const materials = listOf(cellOf(line, 'materials'));
  return {
    set: {
      name: cellOf(line, 'title'),
      description: htmlText(cellOf(line, 'description')),
      ...findingColumns({ tags: cellOf(line, 'tags'), title: '', description: '', address: '' }),
      ...(materials.length > 0 ? { material: JSON.stringify(materials) } : {}),
      images,
    },
    category: '',
    optionNames: options.map(({ name }) => name),
    variants: combinations.map((chosen, place) => ({
      row: line.row,
      options: chosen,
      ...prices,
      ...(pieces === null
        ? {}
        : {
            stock: Math.floor(pieces / combinations.length) + (place < pieces % combinations.length ? 1 : 0),
          }),
      // Either one SKU per variation, or one for the listing.
      ...(skus.length === combinations.length ? { sku: skus[place] ?? '' } : {}),
    })),
  };
}
