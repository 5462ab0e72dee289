import type { Json } from '#app/lib/database.types.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { addressList } from '#app/product/parse-values.ts';
import { readValue } from '../../attributes/attribute-text.ts';
import { unguardCell } from '../../ui/table-file/cell-guard.ts';
import { headingOf } from './file-table.ts';
import {
  type FileRow,
  type FileVariant,
  fileOptionsOf,
  type Line,
  type Reading,
  type ReadRows,
  type RefusedProduct,
  UnreadableCell,
  withoutDuplicates,
} from './import-rows.ts';
import { optionWordHeadings, withWords } from './option-words.ts';
import { clearingCell, readAlts, readCell, valueColumns } from './product-file-columns.ts';
import {
  categoryHeadings,
  readCategoryTranslations,
  readTranslations,
  translatedHeadings,
} from './translated-columns.ts';
import { optionPlaces, variantFileColumns, variantHeadings } from './variant-columns.ts';

const attributeHeading = ({ name }: Pick<Attribute, 'name'>) => `attribute: ${name}`;

const productHeadings = [
  'category',
  ...categoryHeadings,
  ...Object.keys(valueColumns),
  'image_texts',
  ...translatedHeadings,
];

/** Headings of the store's own format. */
export const storeHeadings = (attributes: readonly Attribute[]) => [
  ...['id', 'name', ...productHeadings],
  ...attributes.map(attributeHeading),
  ...variantHeadings,
  ...optionWordHeadings,
];

/**
 * Reads the products of the store's own format, with one line per product or per variant: the first holds the
 * product's columns; the others, with the same or no id and name, only the variant's.
 */
export function readStoreFile(
  columns: readonly string[],
  lines: readonly Line[],
  attributes: readonly Attribute[],
): ReadRows {
  const knownHeadings = new Set(storeHeadings(attributes).map(headingOf));
  const productColumns = columns.filter((column) => knownHeadings.has(column) && !ofVariants.has(column));
  const refused: RefusedProduct[] = [];
  const groups = new Map<string, Line[]>();
  let lastKey = '';
  for (const line of lines) {
    const key = keyOf(line) || (hasVariant(line) && lastKey) || `row ${line.row}`;
    const [first] = groups.get(key) ?? [];
    lastKey = key;
    if (!first) groups.set(key, [line]);
    else if (hasVariant(line) && productColumns.every((column) => isRepeated(line, first, column))) {
      groups.get(key)?.push(line);
    } else {
      const column = line.cell('id').trim() ? 'id' : 'name';
      refused.push({ row: line.row, name: nameIn(line), column, problem: { messageKey: 'csvTwice' } });
    }
  }
  const rows: FileRow[] = [];
  for (const group of groups.values()) {
    const read = readGroup(group, columns, attributes);
    if ('set' in read) rows.push(read);
    else refused.push(read);
  }
  return {
    ...withoutDuplicates([...groups.values()], rows, refused),
    unknown: columns.filter((column) => column && !knownHeadings.has(column)),
  };
}

const nameIn = (line: Line) => unguardCell(line.cell('name')).trim() || line.cell('id').trim();

function keyOf(line: Line): string {
  const id = line.cell('id').trim().toLowerCase();
  const name = line.cell('name').trim().toLowerCase();
  return id || (name && `name ${name}`);
}

const ofVariants = new Set([...variantHeadings, ...optionWordHeadings.map(headingOf)]);
const valueHeadings = variantHeadings.filter((heading) => !heading.endsWith('_name'));
const hasVariant = (line: Line) => valueHeadings.some((heading) => line.cell(heading).trim() !== '');

/** Returns whether a further line of a product repeats its first one or is blank in a column. */
const isRepeated = (line: Line, first: Line, column: string) =>
  column === 'id' || column === 'name' || ['', first.cell(column).trim()].includes(line.cell(column).trim());

function readGroup(
  group: readonly Line[],
  columns: readonly string[],
  attributes: readonly Attribute[],
): FileRow | RefusedProduct {
  const [first] = group;
  if (!first) throw new Error('A product has at least one line');
  let [lineRow, column] = [first.row, ''];
  const reading: Reading = (line, heading) => {
    [lineRow, column] = [line.row, heading];
  };
  try {
    for (const line of group) {
      reading(line, '');
      if (line.cells.slice(columns.length).some((cell) => cell.trim()))
        throw new UnreadableCell({ messageKey: 'csvTooMany' });
    }
    const read = readProduct(first, attributes, reading);
    const names = optionNames(group);
    const sold = group.filter(hasVariant);
    const variants = sold.map((line) => readVariant(line, names, reading));
    if (variants.length === 0) return read;
    const byVariant = names.length === 0 ? [] : ['size', 'color', 'stock'];
    const duplicate = byVariant.find((name) => name in read.set);
    if (duplicate) {
      reading(first, duplicate);
      throw new UnreadableCell({ messageKey: 'csvByVariant' });
    }
    return { ...read, options: withWords(fileOptionsOf(names, variants), sold, variants, reading), variants };
  } catch (error) {
    if (!(error instanceof UnreadableCell)) throw error;
    return {
      row: first.row,
      name: nameIn(first),
      column,
      problem: error.problem,
      ...(lineRow === first.row ? {} : { at: lineRow }),
    };
  }
}

function readProduct(line: Line, attributes: readonly Attribute[], reading: Reading): FileRow {
  const set: Record<string, Json> = {};
  reading(line, 'name');
  const name = readCell({ read: cleanText }, line.cell('name'));
  if (name !== undefined) set.name = name;
  for (const [column, rules] of Object.entries(valueColumns)) {
    reading(line, column);
    const value = readCell(rules, line.cell(column));
    if (value !== undefined) set[column] = value;
  }
  const values = attributes.flatMap((attribute) => {
    reading(line, attribute.name);
    const rules = { read: (cell: string) => attributeIn(attribute, cell), cleared: null };
    const value = readCell(rules, line.cell(headingOf(attributeHeading(attribute))));
    return value === undefined ? [] : [[attribute.id, value] as const];
  });
  if (values.length > 0) set.attributes = Object.fromEntries(values);
  const images = addressList(set.images);
  const alts = line.cell('image_texts');
  if (alts.trim() === clearingCell) set.image_alts = {};
  else if (alts.trim() && images.length > 0) set.image_alts = readAlts(unguardCell(alts), images);
  const translations = readTranslations(line, set, reading);
  if (translations) set.translations = translations;
  const id = line.cell('id').trim().toLowerCase();
  const category = line.cell('category').trim();
  const categoryTranslations = readCategoryTranslations(line, reading);
  return {
    row: line.row,
    set,
    ...(id ? { id } : {}),
    ...(category ? { category: category === clearingCell ? '' : unguardCell(category).trim() } : {}),
    ...(category && categoryTranslations ? { category_translations: categoryTranslations } : {}),
  };
}

function attributeIn(attribute: Attribute, cell: string): Json {
  const value = readValue(attribute, cell);
  if (value !== null && value !== undefined) return value;
  if (attribute.kind === 'choice')
    throw new UnreadableCell({ messageKey: 'csvChoice', value: attribute.choices.join(', ') });
  const problemKeys = { number: 'csvRange', boolean: 'csvFlag', text: 'csvText' } as const;
  throw new UnreadableCell({ messageKey: problemKeys[attribute.kind] });
}

/** Returns the option names in the lines of a product, by position; later lines may omit them. */
function optionNames(group: readonly Line[]): string[] {
  const namesByPlace = optionPlaces.map((place) => [
    ...new Set(group.map((line) => unguardCell(line.cell(`option${place}_name`)).trim()).filter(Boolean)),
  ]);
  const names = namesByPlace.flatMap(([name]) => name ?? []);
  const inOrder = namesByPlace.slice(0, names.length).every((entries) => entries.length === 1);
  if (!inOrder) throw new UnreadableCell({ messageKey: 'csvOptionName' });
  return names;
}

function readVariant(line: Line, names: readonly string[], reading: Reading): FileVariant {
  const options = optionPlaces.flatMap((place) => {
    reading(line, 'options');
    const name = names[place - 1];
    const value = readCell({ read: cleanText }, line.cell(`option${place}_value`));
    if (name === undefined && value === undefined) return [];
    if (name === undefined) throw new UnreadableCell({ messageKey: 'csvOptionName' });
    if (typeof value !== 'string') throw new UnreadableCell({ messageKey: 'csvOptionValue', value: name });
    return [value];
  });
  const columns: Record<string, Json> = {};
  for (const [heading, rules] of Object.entries(variantFileColumns)) {
    reading(line, heading);
    const value = readCell(rules, line.cell(heading));
    if (value !== undefined) columns[rules.column] = value;
  }
  return { ...columns, row: line.row, options };
}
