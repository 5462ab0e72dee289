import type { Json } from '#app/lib/database.types.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { optionFields } from '#app/product/option-fields.ts';
import { optionKinds } from '#app/product/product-options.ts';
import { readValue } from '../../attributes/attribute-text.ts';
import {
  type FoundBy,
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
import { type Line, type Reading, type ReadRows, UnreadableCell } from './import-rows.ts';
import { flagOf, integerOf } from './product-file-columns.ts';
import { englishHeading } from './woocommerce-headings.ts';

const headings = [
  'id',
  'type',
  'sku',
  'gtin,_upc,_ean,_or_isbn',
  'name',
  'published',
  'is_featured?',
  'short_description',
  'description',
  'date_sale_price_starts',
  'in_stock?',
  'stock',
  'sale_price',
  'regular_price',
  'categories',
  'images',
  'parent',
  'position',
  'brands',
  'tags',
];

/** Columns of plugins with search engine titles and descriptions: Yoast, Rank Math, SEOPress, All in One SEO. */
const seoTitles = ['_yoast_wpseo_title', 'rank_math_title', '_seopress_titles_title', '_aioseo_title'];
const seoDescriptions = [
  ...['_yoast_wpseo_metadesc', 'rank_math_description', '_seopress_titles_desc', '_aioseo_description'],
];
const metaHeading = (name: string) => `meta:_${name}`;
/** Columns of plugins with the address of a product's page, or its last segment. */
const addresses = ['permalink', 'product_url'];
const slugs = ['slug', 'handle'];

/** Grams per unit of weight. */
const units: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.59237, oz: 28.349523125 };
const weight = /^weight_\((kg|g|lbs|oz)\)$/;

/** Product columns that an attribute of this name fills, unless it is an option. */
const factColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(optionFields.filter((field) => field !== 'type').map((field) => [field, field])),
  colour: 'color',
};

/** Headings that only WooCommerce uses; which of them a file has is chosen at the export. */
const marks = [
  ...[
    'regular_price',
    'is_featured?',
    'visibility_in_catalog',
    'in_stock?',
    'date_sale_price_starts',
    'tax_status',
  ],
  ...['backorders_allowed?', 'sold_individually?', 'attribute_1_name', 'attribute_1_value(s)'],
];

/** Returns whether headings are those of a WooCommerce product export, in any of its languages. */
export function isWooCommerceFile(columns: readonly string[]): boolean {
  const english = columns.map(englishHeading);
  return english.includes('name') && marks.some((heading) => english.includes(heading));
}

/** Splits a list in which commas within entries are escaped with a backslash. */
const listOf = (cell: string) =>
  cell
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter(Boolean);

const cellOf = (line: Line, heading: string) => line.cell(heading).trim();
/** 1 and "backorder" are for sale, 0 is not. */
const isInStock = (line: Line) => /^(1|backorder|yes|true)$/i.test(cellOf(line, 'in_stock?'));
const isSoldOut = (line: Line) => /^(0|no|false)$/i.test(cellOf(line, 'in_stock?'));
const kindsOf = (line: Line) => listOf(cellOf(line, 'type').toLowerCase());
const isVariation = (line: Line) => kindsOf(line).includes('variation');

/** Returns the attributes of a line with their values. */
function attributesOf(line: Line, places: readonly number[]): { name: string; values: string[] }[] {
  return places.flatMap((place) => {
    const name = cellOf(line, `attribute_${place}_name`);
    return name ? [{ name, values: listOf(cellOf(line, `attribute_${place}_value(s)`)) }] : [];
  });
}

/**
 * Reads a WooCommerce product export: variable products, with the variations that name them as parent.
 * Attributes that are not options are imported where the store has a column or an attribute of that name.
 */
export function readWooCommerceFile(
  head: readonly string[],
  headingsOfFile: readonly string[],
  cells: readonly Line[],
  attributes: readonly Attribute[],
): ReadRows {
  const columns = headingsOfFile.map(englishHeading);
  const lines = plainLines(cells, columns, ['short_description', 'description'], ['images']);
  const places = columns.flatMap((column) => {
    const place = column.match(/^attribute_(\d+)_name$/)?.[1];
    return place ? [Number(place)] : [];
  });
  const products = lines.filter((line) => !isVariation(line));
  const groups = new Map(products.map((line) => [line, [line]]));
  const byName = new Map(
    products.flatMap((line) => [
      [`id:${cellOf(line, 'id')}`, line] as const,
      ...(cellOf(line, 'sku') ? [[cellOf(line, 'sku').toLowerCase(), line] as const] : []),
    ]),
  );
  for (const line of lines.filter(isVariation)) {
    const parent = byName.get(cellOf(line, 'parent').toLowerCase());
    if (parent) groups.get(parent)?.push(line);
    else groups.set(line, [line]);
  }
  const weighed = columns.find((column) => weight.test(column)) ?? '';
  const usedColumns = new Set([
    ...headings,
    ...[...seoTitles, ...seoDescriptions].map(metaHeading),
    ...addresses,
    ...slugs,
    weighed,
    ...places.flatMap((place) =>
      ['name', 'value(s)', 'visible', 'global', 'default'].map((of) => `attribute_${place}_${of}`),
    ),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const ignoredAttributes = new Set<string>();
  const read = readForeign(
    [...groups.values()],
    ([line]) => (line ? cellOf(line, 'name') : ''),
    (group, reading) =>
      readProduct(group, reading, {
        places,
        weighed,
        today,
        attributes,
        onIgnored: (name) => ignoredAttributes.add(name),
      }),
  );
  // In stock without a number: neither the line nor, for a variation, its product counts pieces.
  const uncounted = [...groups.values()].flatMap(([parent, ...variations]) =>
    (variations.length > 0 ? variations : parent ? [parent] : []).filter((line) => {
      const counts = [cellOf(line, 'stock'), parent ? cellOf(parent, 'stock') : ''];
      return isInStock(line) && counts.every((stock) => stock === '' || stock.toLowerCase() === 'parent');
    }),
  );
  return {
    ...read,
    untracked: new Set(uncounted.map(({ row }) => row)),
    unknown: [
      ...ignoredHeadings(head, columns, lines, usedColumns),
      ...[...ignoredAttributes].map((name) => `Attribute: ${name}`),
    ],
  };
}

type Context = {
  places: readonly number[];
  /** Heading of the weight column. */
  weighed: string;
  /** As '2026-11-25'. */
  today: string;
  attributes: readonly Attribute[];
  /** Called for attributes that are ignored. */
  onIgnored: (name: string) => void;
};

/** Reads a product's search data; WooCommerce pages are under /product by default. */
function foundBy(line: Line): FoundBy {
  const firstOf = (names: readonly string[]) => names.map((name) => cellOf(line, name)).find(Boolean) ?? '';
  const slug = firstOf(slugs);
  return {
    tags: listOf(cellOf(line, 'tags')).join('\n'),
    title: firstOf(seoTitles.map(metaHeading)),
    description: firstOf(seoDescriptions.map(metaHeading)),
    address: firstOf(addresses) || (slug && `/product/${slug}`),
  };
}

function readProduct(lines: readonly Line[], reading: Reading, context: Context) {
  const [first, ...variations] = lines;
  if (!first) throw new Error('A product has at least one line');
  const kinds = kindsOf(first);
  reading(first, 'type');
  if (isVariation(first)) throw new UnreadableCell({ messageKey: 'csvParent' });
  // Without this column, which is optional in the export, every product is simple.
  const isSold = kinds.length === 0 || kinds.some((kind) => kind === 'simple' || kind === 'variable');
  if (!isSold || kinds.includes('downloadable')) {
    throw new UnreadableCell({ messageKey: 'csvKind' });
  }
  const attributes = attributesOf(first, context.places);
  const chosen = new Set(
    variations.flatMap((line) => attributesOf(line, context.places).map(({ name }) => name.toLowerCase())),
  );
  const options = attributes.filter(({ name }) => chosen.has(name.toLowerCase()));
  if (variations.length > 0 && options.length === 0)
    throw new UnreadableCell({ messageKey: 'csvOptionName' });
  const set: Record<string, Json> = {};
  const facts: Record<string, Json> = {};
  for (const { name, values } of attributes.filter((attribute) => !options.includes(attribute))) {
    const column = factColumns[name.toLowerCase()] ?? '';
    // Without variations, several sizes or colors do not describe the product.
    const isFact =
      !optionKinds.some((kind) => kind === column) || (options.length === 0 && values.length === 1);
    const attribute = context.attributes.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const value = attribute && readValue(attribute, values.join(', '));
    if (column && isFact && values.length > 0) set[column] = JSON.stringify(values);
    else if (attribute && value !== null && value !== undefined) facts[attribute.id] = value;
    else context.onIgnored(name);
  }
  if (Object.keys(facts).length > 0) set.attributes = facts;
  reading(first, 'images');
  const images = picturesOf(listOf(cellOf(first, 'images')));
  reading(first, 'published');
  const texts = ['short_description', 'description'].map((heading) =>
    htmlText(cellOf(first, heading).replaceAll('\\n', '\n')),
  );
  const [path = ''] = listOf(cellOf(first, 'categories'));
  return {
    set: {
      name: cellOf(first, 'name'),
      description: texts.filter(Boolean).join('\n'),
      brand: listOf(cellOf(first, 'brands'))[0] ?? '',
      ...findingColumns(foundBy(first)),
      ...set,
      // 0 is private, -1 a draft.
      is_active: ['', '1'].includes(cellOf(first, 'published')),
      ...(cellOf(first, 'is_featured?') ? { featured: flagOf(cellOf(first, 'is_featured?')) } : {}),
      images,
    },
    category: leafOf(path),
    optionNames: options.map(({ name }) => name),
    variants:
      options.length === 0
        ? [{ ...readVariant(first, first, reading, context), options: [] }]
        : withShares(
            variations
              .toSorted((one, other) => Number(cellOf(one, 'position')) - Number(cellOf(other, 'position')))
              .flatMap((line) => readVariation(line, first, options, reading, context)),
            cellOf(first, 'stock'),
          ),
  };
}

/** Reads a variation; an open attribute yields one variant per value. */
function readVariation(
  line: Line,
  parent: Line,
  options: readonly { name: string; values: string[] }[],
  reading: Reading,
  context: Context,
): PricedVariant[] {
  const variant = readVariant(line, parent, reading, context);
  reading(line, 'options');
  const attributes = attributesOf(line, context.places);
  const values = options.map(({ name, values: all }) => {
    const [value] =
      attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())?.values ?? [];
    const choices = value === undefined ? all : [value];
    if (choices.length === 0) throw new UnreadableCell({ messageKey: 'csvOptionValue', value: name });
    return choices;
  });
  const open = values.filter((choices) => choices.length > 1);
  const combinations = values.reduce<string[][]>(
    (found, choices) => found.flatMap((chosen) => choices.map((value) => [...chosen, value])),
    [[]],
  );
  return combinations.map((chosen) => {
    const sku = variant.sku;
    const added = chosen.filter((value) => open.some((choices) => choices.includes(value)));
    return {
      ...variant,
      options: chosen,
      // SKUs must be unique.
      ...(typeof sku === 'string' && open.length > 0 ? { sku: [sku, ...added].join('-').slice(0, 64) } : {}),
    };
  });
}

function readVariant(line: Line, parent: Line, reading: Reading, { weighed, today }: Context): PricedVariant {
  reading(line, 'price');
  const [regular, sale] = [cellOf(line, 'regular_price'), cellOf(line, 'sale_price')];
  const onSale = sale !== '' && cellOf(line, 'date_sale_price_starts').slice(0, 10) <= today;
  const prices = onSale ? pricesOf(sale, regular) : pricesOf(regular, '');
  const columns: Record<string, Json> = {};
  reading(line, 'stock');
  const stock = cellOf(line, 'stock');
  if (stock !== '' && stock.toLowerCase() !== 'parent') columns.stock = piecesOf(stock);
  else if (stock === '' && isSoldOut(line)) columns.stock = 0;
  reading(line, 'weight_grams');
  const weightCell = weighed && (cellOf(line, weighed) || cellOf(parent, weighed));
  // No product weighs thousands of these units, so a comma is a decimal point.
  const grams =
    typedNumber(weightCell.replace(',', '.')) * (units[weighed.match(weight)?.[1] ?? ''] ?? Number.NaN);
  if (weightCell && !Number.isFinite(grams)) throw new UnreadableCell({ messageKey: 'csvNumber' });
  if (weightCell) columns.weight_grams = Math.round(grams);
  reading(line, 'image');
  const [image] = line === parent ? [] : picturesOf(listOf(cellOf(line, 'images')).slice(0, 1));
  if (image) columns.image = image;
  const [sku, barcode] = [cellOf(line, 'sku'), cellOf(line, 'gtin,_upc,_ean,_or_isbn')];
  if (sku) columns.sku = sku;
  if (barcode) columns.barcode = barcode;
  if (line !== parent && !['', '1'].includes(cellOf(line, 'published'))) columns.is_active = false;
  return { ...columns, ...prices, row: line.row, options: [] };
}

/** Parses a stock; WooCommerce writes a negative one when oversold. @throws UnreadableCell */
const piecesOf = (cell: string) => (cell.startsWith('-') ? 0 : integerOf(cell.replace(/\.0+$/, '')));

/** Splits the product's own stock evenly between the variants without a stock of their own. */
function withShares(variants: readonly PricedVariant[], stock: string): PricedVariant[] {
  const shareCount = variants.filter((variant) => !('stock' in variant)).length;
  const all = stock ? piecesOf(stock) : 0;
  let place = 0;
  return variants.map((variant) => {
    if ('stock' in variant || stock === '') return variant;
    place += 1;
    return { ...variant, stock: Math.floor(all / shareCount) + (place <= all % shareCount ? 1 : 0) };
  });
}
