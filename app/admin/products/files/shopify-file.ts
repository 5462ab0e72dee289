import type { Json } from '#app/lib/database.types.ts';
import {
  findingColumns,
  ignoredHeadings,
  leafOf,
  type PricedVariant,
  picturesOf,
  plainLines,
  pricesOf,
  readForeign,
} from './foreign-file.ts';
import { htmlText } from './html-text.ts';
import {
  fileOptionsOf,
  type Line,
  type Reading,
  type ReadRows,
  UnreadableCell,
  UnreadableFile,
} from './import-rows.ts';
import { flagOf, integerOf } from './product-file-columns.ts';

/**
 * Headings of Shopify's product export, until 2024 and since. They are English in every store language:
 * Shopify's help in other languages names the same columns
 * (help.shopify.com/ja/manual/products/import-export/using-csv).
 */
const headings = {
  handle: ['handle', 'url_handle'],
  title: ['title'],
  body: ['body_(html)', 'description'],
  vendor: ['vendor'],
  category: ['product_category'],
  type: ['type'],
  tags: ['tags'],
  seoTitle: ['seo_title'],
  seoDescription: ['seo_description'],
  published: ['published', 'published_on_online_store'],
  status: ['status'],
  sku: ['variant_sku', 'sku'],
  barcode: ['variant_barcode', 'barcode'],
  grams: ['variant_grams', 'weight_value_(grams)'],
  stock: ['variant_inventory_qty', 'inventory_quantity'],
  price: ['variant_price', 'price'],
  original_price: ['variant_compare_at_price', 'compare_at_price'],
  image: ['image_src', 'product_image_url'],
  place: ['image_position'],
  imageText: ['image_alt_text'],
  variantImage: ['variant_image', 'variant_image_url'],
  gift: ['gift_card'],
  weightUnit: ['variant_weight_unit', 'weight_unit_for_display'],
  tracker: ['variant_inventory_tracker', 'inventory_tracker'],
} as const;

type Heading = keyof typeof headings;

const options = [1, 2, 3].map((place) => ({ name: `option${place}_name`, value: `option${place}_value` }));

/** Headings that only Shopify uses. */
const marks = [
  ...[
    'body_(html)',
    'variant_grams',
    'variant_inventory_qty',
    'variant_inventory_policy',
    'variant_compare_at_price',
  ],
  ...['variant_fulfillment_service', 'variant_requires_shipping', 'published_on_online_store', 'url_handle'],
];

/** Returns whether headings are those of Shopify's product export. */
export function isShopifyFile(columns: readonly string[]): boolean {
  const has = (heading: Heading) => headings[heading].some((name) => columns.includes(name));
  return (has('handle') && has('title')) || marks.some((heading) => columns.includes(heading));
}

/** Returns a cell; Shopify prefixes numeric text with an apostrophe. */
const cellOf = (line: Line, heading: Heading) =>
  (headings[heading].map((name) => line.cell(name)).find(Boolean) ?? '').trim();
const codeOf = (line: Line, heading: 'sku' | 'barcode') => cellOf(line, heading).replace(/^'/, '');

/** Returns the first of a product's lines with a value in a column. */
const firstFilled = (lines: readonly Line[], heading: Heading) =>
  lines.find((line) => cellOf(line, heading)) ?? lines[0];

/**
 * Reads a Shopify product export: lines with the same handle are one product, some with only a picture.
 * @throws UnreadableFile
 */
export function readShopifyFile(
  head: readonly string[],
  columns: readonly string[],
  cells: readonly Line[],
): ReadRows {
  const lines = plainLines(cells, columns, headings.body, [...headings.image, ...headings.variantImage]);
  if (!headings.handle.some((name) => columns.includes(name))) throw new UnreadableFile('csvNoHandle');
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const handle = cellOf(line, 'handle').toLowerCase();
    const group = groups.get(handle);
    if (group) group.push(line);
    else groups.set(handle, [line]);
  }
  const tracks = headings.tracker.some((name) => columns.includes(name));
  const untracked = lines.filter((line) => tracks && hasVariant(line) && !cellOf(line, 'tracker'));
  const usedColumns = new Set<string>([
    ...Object.values(headings).flat(),
    ...options.flatMap(({ name, value }) => [name, value]),
  ]);
  return {
    ...readForeign(
      [...groups.values()],
      nameIn,
      (group, reading) => readProduct(group, reading, (line) => !untracked.includes(line)),
      // Titles may repeat in Shopify, but the import matches products by name.
      (group) => `${nameIn(group)} (${group[0] ? cellOf(group[0], 'handle') : ''})`,
    ),
    unknown: ignoredHeadings(head, columns, lines, usedColumns),
    untracked: new Set(untracked.map(({ row }) => row)),
  };
}

const nameIn = (lines: readonly Line[]) => {
  const line = firstFilled(lines, 'title');
  return line ? cellOf(line, 'title') || cellOf(line, 'handle') : '';
};

function readProduct(lines: readonly Line[], reading: Reading, isCounted: (line: Line) => boolean) {
  const cell = (heading: Heading) => {
    const line = firstFilled(lines, heading);
    if (line) reading(line, heading);
    return line ? cellOf(line, heading) : '';
  };
  const gift = cell('gift');
  if (gift && flagOf(gift)) throw new UnreadableCell({ messageKey: 'csvGiftCard' });
  const names = options.map(({ name }) => lines.map((line) => line.cell(name).trim()).find(Boolean) ?? '');
  // Shopify's placeholder option for products without options.
  const isDefaultOption =
    names[0] === 'Title' &&
    lines.every((line) => /^(default title)?$/i.test(line.cell('option1_value').trim()));
  const optionNames = isDefaultOption ? [] : names.filter(Boolean);
  const variants = lines
    .filter(hasVariant)
    .map((line) => readVariant(line, optionNames, reading, isCounted(line)));
  const pictures = lines
    .filter((line) => cellOf(line, 'image'))
    .toSorted((one, other) => Number(cellOf(one, 'place')) - Number(cellOf(other, 'place')));
  const [firstPicture] = pictures;
  if (firstPicture) reading(firstPicture, 'image');
  const images = picturesOf(pictures.map((line) => cellOf(line, 'image')));
  const published = cell('published');
  const type = cell('type');
  return {
    set: {
      name: nameIn(lines),
      description: htmlText(cell('body')),
      brand: cell('vendor'),
      ...findingColumns({
        tags: cell('tags'),
        title: cell('seoTitle'),
        description: cell('seoDescription'),
        address: cell('handle') ? `/products/${cell('handle')}` : '',
      }),
      ...(fileOptionsOf(optionNames, variants).some(({ kind }) => kind === 'type') || !type
        ? {}
        : { type: JSON.stringify([type]) }),
      is_active: (published === '' || flagOf(published)) && /^(active)?$/i.test(cell('status')),
      images,
      ...(images.length > 0
        ? {
            image_alts: Object.fromEntries(
              pictures.flatMap((line) =>
                cellOf(line, 'imageText') ? [[cellOf(line, 'image'), cellOf(line, 'imageText')]] : [],
              ),
            ),
          }
        : {}),
    },
    category: leafOf(cell('category')) || type,
    optionNames,
    variants,
  };
}

const hasVariant = (line: Line) =>
  options.some(({ value }) => line.cell(value).trim()) ||
  Boolean(cellOf(line, 'price') || cellOf(line, 'sku'));

function readVariant(
  line: Line,
  optionNames: readonly string[],
  reading: Reading,
  isCounted: boolean,
): PricedVariant {
  reading(line, 'options');
  const values = optionNames.map((name, at) => {
    const value = line.cell(`option${at + 1}_value`).trim();
    if (!value) throw new UnreadableCell({ messageKey: 'csvOptionValue', value: name });
    return value;
  });
  reading(line, 'price');
  const prices = pricesOf(cellOf(line, 'price'), cellOf(line, 'original_price'));
  const columns: Record<string, Json> = {};
  const [stock, grams] = [cellOf(line, 'stock'), cellOf(line, 'grams')];
  reading(line, 'stock');
  // Shopify's stock is negative when oversold, and 0 when not tracked.
  if (stock && isCounted) columns.stock = stock.startsWith('-') ? 0 : integerOf(stock);
  reading(line, 'weight_grams');
  if (grams) columns.weight_grams = integerOf(grams.replace(/\.\d+$/, ''));
  reading(line, 'image');
  const [image] = picturesOf([cellOf(line, 'variantImage')]);
  if (image) columns.image = image;
  if (codeOf(line, 'sku')) columns.sku = codeOf(line, 'sku');
  if (codeOf(line, 'barcode')) columns.barcode = codeOf(line, 'barcode');
  return { ...columns, ...prices, row: line.row, options: values };
}
