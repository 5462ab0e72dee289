import type { Json } from '#app/lib/database.types.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { isValidUrl } from '#app/product/parse-values.ts';
import {
  findingColumns,
  ignoredHeadings,
  type PricedVariant,
  plainLines,
  pricesOf,
  readForeign,
} from './foreign-file.ts';
import { htmlText } from './html-text.ts';
import { type Line, type Reading, type ReadRows, UnreadableCell, type Warning } from './import-rows.ts';
import { integerOf } from './product-file-columns.ts';

const headings = [
  ...[
    'sku',
    'store_view_code',
    'product_type',
    'categories',
    'name',
    'description',
    'short_description',
    'weight',
  ],
  ...[
    'product_online',
    'price',
    'special_price',
    'special_price_from_date',
    'special_price_to_date',
    'base_image',
  ],
  ...['additional_images', 'qty', 'additional_attributes', 'configurable_variations'],
  'configurable_variation_labels',
  ...['url_key', 'meta_title', 'meta_description'],
];
const marks = ['attribute_set_code', 'product_websites', 'store_view_code', 'configurable_variations'];

/** Returns whether headings are those of Magento's product export. */
export function isMagentoFile(columns: readonly string[]): boolean {
  return columns.includes('sku') && marks.some((heading) => columns.includes(heading));
}

const cellOf = (line: Line, heading: string) => line.cell(heading).trim();

/** Parses 'color=Blue,size=S'. */
const pairsOf = (cell: string): [name: string, value: string][] =>
  cell.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim() ? [[name.trim(), value.join('=').trim()] as [string, string]] : [];
  });

/** Parses 'sku=A,size=S|sku=B,size=M'. */
const variationsOf = (line: Line) =>
  cellOf(line, 'configurable_variations')
    .split('|')
    .map((variation) => new Map(pairsOf(variation)))
    .filter((variation) => variation.has('sku'));

/**
 * Reads a Magento product export: configurable products, with the simple ones that they name as variations.
 * Skips translations in further store views, and pictures, because the file lacks their addresses.
 */
export function readMagentoFile(
  head: readonly string[],
  columns: readonly string[],
  cells: readonly Line[],
): ReadRows {
  const lines = plainLines(cells, columns, ['description', 'short_description'], []).filter(
    (line) => cellOf(line, 'store_view_code') === '',
  );
  const bySku = new Map(lines.map((line) => [cellOf(line, 'sku').toLowerCase(), line]));
  const parents = lines.filter((line) => variationsOf(line).length > 0);
  const children = new Map(
    parents.map((line) => [
      line,
      variationsOf(line).flatMap((variation) => bySku.get((variation.get('sku') ?? '').toLowerCase()) ?? []),
    ]),
  );
  const taken = new Set([...children.values()].flat());
  const groups = lines
    .filter((line) => !taken.has(line))
    .map((line) => [line, ...(children.get(line) ?? [])]);
  const today = new Date().toISOString().slice(0, 10);
  const read = readForeign(
    groups,
    ([line]) => (line ? cellOf(line, 'name') : ''),
    (group, reading) => readProduct(group, reading, today),
  );
  const unaddressed = groups.flatMap(([line]): Warning[] => {
    const picture = line ? cellOf(line, 'base_image') : '';
    return line && picture && !isAddress(picture)
      ? [{ kind: 'unaddressed', row: line.row, text: picture }]
      : [];
  });
  return {
    ...read,
    warnings: [...(read.warnings ?? []), ...unaddressed],
    unknown: ignoredHeadings(head, columns, lines, new Set(headings)),
  };
}

const isAddress = (picture: string) => /^https?:/i.test(picture) && isValidUrl(picture);

function readProduct(lines: readonly Line[], reading: Reading, today: string) {
  const [first, ...children] = lines;
  if (!first) throw new Error('A product has at least one line');
  reading(first, 'type');
  const kind = cellOf(first, 'product_type');
  if (!['', 'simple', 'virtual', 'configurable'].includes(kind))
    throw new UnreadableCell({ messageKey: 'csvKind' });
  const labels = new Map(pairsOf(cellOf(first, 'configurable_variation_labels')));
  const variations = variationsOf(first).filter((variation) =>
    children.some((line) => isSku(line, variation.get('sku'))),
  );
  const options = [...new Set(variations.flatMap((variation) => [...variation.keys()]))].filter(
    (name) => name !== 'sku',
  );
  const images = [cellOf(first, 'base_image'), ...cellOf(first, 'additional_images').split(',')];
  const texts = ['short_description', 'description'].map((heading) => htmlText(cellOf(first, heading)));
  const [path = ''] = cellOf(first, 'categories').split(',');
  return {
    set: {
      name: cellOf(first, 'name'),
      description: texts.filter(Boolean).join('\n'),
      ...findingColumns({
        tags: '',
        title: cellOf(first, 'meta_title'),
        description: cellOf(first, 'meta_description'),
        address: cellOf(first, 'url_key') && `/${cellOf(first, 'url_key')}.html`,
      }),
      // 2 means disabled.
      is_active: ['', '1'].includes(cellOf(first, 'product_online')),
      images: [...new Set(images.map((image) => image.trim()).filter(isAddress))],
    },
    category: path.split('/').at(-1)?.trim() ?? '',
    optionNames: options.map((name) => labels.get(name) ?? name),
    variants:
      options.length === 0
        ? [readVariant(first, [], reading, today)]
        : variations.flatMap((variation) => {
            const line = children.find((child) => isSku(child, variation.get('sku')));
            return line ? [readVariation(line, variation, options, reading, today)] : [];
          }),
  };
}

const isSku = (line: Line, sku = '') => cellOf(line, 'sku').toLowerCase() === sku.toLowerCase();

function readVariation(
  line: Line,
  variation: ReadonlyMap<string, string>,
  options: readonly string[],
  reading: Reading,
  today: string,
): PricedVariant {
  reading(line, 'options');
  const values = options.map((name) => {
    const value = variation.get(name);
    if (!value) throw new UnreadableCell({ messageKey: 'csvOptionValue', value: name });
    return value;
  });
  return readVariant(line, values, reading, today);
}

function readVariant(line: Line, options: string[], reading: Reading, today: string): PricedVariant {
  reading(line, 'price');
  const [regular, special] = [cellOf(line, 'price'), cellOf(line, 'special_price')];
  const [from, to] = ['from', 'to'].map((end) => dayOf(cellOf(line, `special_price_${end}_date`)));
  const onSale = special !== '' && (!from || from <= today) && (!to || to >= today);
  const prices = onSale ? pricesOf(special, regular) : pricesOf(regular, '');
  const columns: Record<string, Json> = {};
  reading(line, 'stock');
  const stock = cellOf(line, 'qty');
  if (stock) columns.stock = stock.startsWith('-') ? 0 : integerOf(stock);
  reading(line, 'weight_grams');
  // In kilograms, where a comma can only be a decimal point.
  const weight = cellOf(line, 'weight').replace(',', '.');
  const grams = typedNumber(weight) * 1000;
  if (weight && !Number.isFinite(grams)) throw new UnreadableCell({ messageKey: 'csvNumber' });
  if (weight) columns.weight_grams = Math.round(grams);
  if (cellOf(line, 'sku')) columns.sku = cellOf(line, 'sku');
  return { ...columns, ...prices, row: line.row, options };
}

/** Converts Magento's '11/25/26, 12:00 AM' or '2026-11-25 00:00:00' to '2026-11-25'; '' for anything else. */
function dayOf(cell: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\b/.exec(cell) ?? [];
  if (year) return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.exec(cell)?.[0] ?? '';
}
