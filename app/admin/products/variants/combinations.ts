import type { OtherLanguage } from '../../ui/edit/translated-texts.ts';

/** Kinds of options; each but `other` lists the product's sizes, colors or types, and occurs at most once. */
export const kinds = ['size', 'color', 'type', 'other'] as const;
export type GridOptionKind = (typeof kinds)[number];

/** Typed translations of an option's or value's name. */
export type Words = Partial<Record<OtherLanguage, string>>;

/** A value of an option; its id survives renaming. `swatch` is "#rrggbb", or '' when not chosen. */
export type OptionValue = { id: string; name: string; swatch: string; words?: Words };

export type GridOption = {
  id: string;
  name: string;
  kind: GridOptionKind;
  values: OptionValue[];
  words?: Words;
};

/**
 * Typed values of a variant. `id` is '' for a new one; `stockWas` is the stock when the grid was opened;
 * amounts are pounds as text, '' to inherit the product's, and for a cost that is not known or not for this
 * person.
 */
export type GridRow = {
  id: string;
  sku: string;
  barcode: string;
  price: string;
  original_price: string;
  cost: string;
  stock: string;
  stockWas: number;
  weight: string;
  picture: string;
  sold: boolean;
};

/** Options in order, and rows by the keys of their combinations; rows of removed values may remain. */
export type Grid = { options: GridOption[]; rows: Record<string, GridRow> };

export type Combination = { key: string; values: OptionValue[] };

/** Maximum number of variants. */
export const mostVariants = 100;

export const blankRow: GridRow = {
  id: '',
  sku: '',
  barcode: '',
  price: '',
  original_price: '',
  cost: '',
  weight: '',
  picture: '',
  stock: '0',
  stockWas: 0,
  sold: true,
};

/**
 * Returns an id for a name, unique among `taken`. It has only letters, digits and underscores, because form
 * libraries treat dots and brackets in field names as paths.
 */
export function uniqueId(name: string, taken: readonly string[] = []): string {
  let id = [...name.trim().toLowerCase()]
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `_${letter.codePointAt(0)?.toString(36)}_`))
    .join('');
  while (taken.includes(id)) id += '_';
  return id;
}

const withValuesOnly = (options: readonly GridOption[]) => options.filter(({ values }) => values.length > 0);

/** Returns the number of combinations; 1 without values. */
export function countCombinations(options: readonly GridOption[]): number {
  return withValuesOnly(options).reduce((count, { values }) => count * values.length, 1);
}

/** A value of each option, by the option's id. */
type Parts = { option: string; value: OptionValue }[];

/** Returns a key that survives reordering and renaming of options and values. */
function keyOf(parts: Parts): string {
  return ['row', ...parts.map(({ option, value }) => `${option}__${value.id}`).sort()].join('-');
}

function partsOf(options: readonly GridOption[]): Parts[] {
  return withValuesOnly(options).reduce<Parts[]>(
    (prefixes, { id, values }) =>
      prefixes.flatMap((parts) => values.map((value) => [...parts, { option: id, value }])),
    [[]],
  );
}

/**
 * Returns all combinations of the values, the last option varying fastest; without options a single one
 * without values.
 */
export function combinations(options: readonly GridOption[]): Combination[] {
  return partsOf(options).map((parts) => ({
    key: keyOf(parts),
    values: parts.map(({ value }) => value),
  }));
}

/** Returns the name of a combination, such as "M / Black"; '' without options. */
export function combinationName({ values }: Pick<Combination, 'values'>): string {
  return values.map(({ name }) => name).join(' / ');
}

const piecesOf = ({ stock }: GridRow) => (/^\d+$/.test(stock.trim()) ? Number(stock) : 0);

/**
 * Replaces the options of a grid. Rows of remaining values keep their input, and a value that returns gets
 * its row back. A new option assigns each row to its first value, and copies without stock to the others; a
 * removed option merges rows and adds up their stock.
 */
export function withOptions({ options, rows }: Grid, next: GridOption[]): Grid {
  const ids = (list: readonly GridOption[]) => withValuesOnly(list).map(({ id }) => id);
  const [before, after] = [ids(options), ids(next)];
  const shared = before.filter((id) => after.includes(id));
  const nextCombinations = combinations(next);
  if (shared.length === before.length && shared.length === after.length) {
    const newRows = nextCombinations
      .filter(({ key }) => !rows[key])
      .map(({ key }) => [key, blankRow] as const);
    return { options: next, rows: { ...rows, ...Object.fromEntries(newRows) } };
  }
  const reduced = (list: readonly GridOption[]) =>
    partsOf(list).map((parts) => keyOf(parts.filter(({ option }) => shared.includes(option))));
  const origins = new Map<string, GridRow[]>();
  const reducedBefore = reduced(options);
  for (const [index, { key }] of combinations(options).entries()) {
    const row = rows[key];
    const common = reducedBefore[index];
    if (row && common !== undefined) origins.set(common, [...(origins.get(common) ?? []), row]);
  }
  const reducedNow = reduced(next);
  const assigned = new Set<string>();
  const nextRows = nextCombinations.map(({ key }, index) => {
    const common = reducedNow[index] ?? '';
    const from = origins.get(common) ?? [];
    const first = from.find(({ id }) => id !== '') ?? from[0] ?? blankRow;
    if (assigned.has(common)) {
      return [key, { ...first, id: '', sku: '', barcode: '', stock: '0', stockWas: 0 }] as const;
    }
    assigned.add(common);
    const pieces = from.reduce((sum, row) => sum + piecesOf(row), 0);
    const stock = from.length > 1 ? String(pieces) : first.stock;
    const sold = from.length === 0 || from.some((row) => row.sold);
    return [key, { ...first, stock, sold }] as const;
  });
  return { options: next, rows: Object.fromEntries(nextRows) };
}

/** Splits a text into names, separated by commas, tabs or line breaks. */
export function namesIn(text: string): string[] {
  return text
    .split(/[,،\t\r\n]+/)
    .map((name) => name.trim())
    .filter(Boolean);
}

const equalNames = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Adds values to an option; `duplicate` is the first name it already has, or ''. */
export function withValues(
  option: GridOption,
  names: readonly string[],
): { option: GridOption; duplicate: string } {
  let duplicate = '';
  const values = [...option.values];
  for (const name of names) {
    if (values.some((value) => equalNames(value.name, name))) {
      duplicate ||= name;
      continue;
    }
    const id = uniqueId(
      name,
      values.map((value) => value.id),
    );
    values.push({ id, name, swatch: '' });
  }
  return { option: { ...option, values }, duplicate };
}

/** Renames a value; null when another value has the name. */
export function withRenamed(option: GridOption, id: string, name: string): GridOption | null {
  if (option.values.some((value) => value.id !== id && equalNames(value.name, name))) return null;
  return {
    ...option,
    values: option.values.map((value) => (value.id === id ? { ...value, name } : value)),
  };
}
