/** Kinds of options; each but `other` lists the product's sizes, colours or types, and so is there once at most. */
export const kinds = ['size', 'color', 'type', 'other'] as const;
export type OptionKind = (typeof kinds)[number];

/** A value of an option; its id stays when it is renamed. `swatch` is "#rrggbb", or '' where nobody chose one. */
export type OptionValue = { id: string; name: string; swatch: string };

export type GridOption = { id: string; name: string; kind: OptionKind; values: OptionValue[] };

/**
 * What is typed about a variant. `id` is '' for one that does not exist yet; `stockWas` are the pieces that it had when the
 * grid was opened, and amounts are pounds as text, '' for the product's.
 */
export type GridRow = {
  id: string;
  sku: string;
  barcode: string;
  price: string;
  was: string;
  stock: string;
  stockWas: number;
  weight: string;
  picture: string;
  sold: boolean;
};

/** Options in their order, and the rows by the keys of their combinations; rows of values that were removed may be left. */
export type Grid = { options: GridOption[]; rows: Record<string, GridRow> };

export type Combination = { key: string; values: OptionValue[] };

/** Most variants of a product. */
export const mostVariants = 100;

export const blankRow: GridRow = {
  ...{ id: '', sku: '', barcode: '', price: '', was: '', weight: '', picture: '' },
  ...{ stock: '0', stockWas: 0, sold: true },
};

/**
 * An id made of a name that no other of `taken` has. It holds letters, digits and underscores only, because form libraries
 * read dots and brackets in the name of a field as a path.
 */
export function idOf(name: string, taken: readonly string[] = []): string {
  let id = [...name.trim().toLowerCase()]
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : `_${letter.codePointAt(0)?.toString(36)}_`))
    .join('');
  while (taken.includes(id)) id += '_';
  return id;
}

const filled = (options: readonly GridOption[]) => options.filter(({ values }) => values.length > 0);

/** How many combinations the values of some options have; 1 without any. */
export function countCombinations(options: readonly GridOption[]): number {
  return filled(options).reduce((count, { values }) => count * values.length, 1);
}

/** A key that stays the same when options or values change their order or names. */
function keyOf(parts: readonly { option: string; value: string }[]): string {
  return ['row', ...parts.map(({ option, value }) => `${option}__${value}`).sort()].join('-');
}

type Parts = { option: string; value: OptionValue }[];

function partsOf(options: readonly GridOption[]): Parts[] {
  return filled(options).reduce<Parts[]>(
    (made, { id, values }) =>
      made.flatMap((parts) => values.map((value) => [...parts, { option: id, value }])),
    [[]],
  );
}

/** Every combination of the values, the last option changing fastest; the only one of no options has no values. */
export function combinations(options: readonly GridOption[]): Combination[] {
  return partsOf(options).map((parts) => ({
    key: keyOf(parts.map(({ option, value }) => ({ option, value: value.id }))),
    values: parts.map(({ value }) => value),
  }));
}

/** What a combination is called, such as "M / Black"; '' without options. */
export function combinationName({ values }: Pick<Combination, 'values'>): string {
  return values.map(({ name }) => name).join(' / ');
}

const withPieces = (row: GridRow, pieces: number): GridRow => ({ ...row, stock: String(pieces) });
const piecesOf = ({ stock }: GridRow) => (/^\d+$/.test(stock.trim()) ? Number(stock) : 0);

/**
 * A grid with other options. Values that stay keep what was typed in their rows, and a value that comes back finds it again.
 * A further option gives each row to its first value, and copies of it without pieces to the others; an option that goes
 * leaves one row with the pieces of all that it divided.
 */
export function withOptions({ options, rows }: Grid, next: GridOption[]): Grid {
  const ids = (list: readonly GridOption[]) => filled(list).map(({ id }) => id);
  const [before, after] = [ids(options), ids(next)];
  const shared = before.filter((id) => after.includes(id));
  const now = combinations(next);
  if (shared.length === before.length && shared.length === after.length) {
    const made = now.filter(({ key }) => !rows[key]).map(({ key }) => [key, blankRow] as const);
    return { options: next, rows: { ...rows, ...Object.fromEntries(made) } };
  }
  const reduced = (list: readonly GridOption[]) =>
    partsOf(list).map((parts) =>
      keyOf(
        parts.flatMap(({ option, value }) => (shared.includes(option) ? [{ option, value: value.id }] : [])),
      ),
    );
  const origins = new Map<string, GridRow[]>();
  const reducedBefore = reduced(options);
  for (const [index, { key }] of combinations(options).entries()) {
    const row = rows[key];
    const common = reducedBefore[index];
    if (row && common !== undefined) origins.set(common, [...(origins.get(common) ?? []), row]);
  }
  const reducedNow = reduced(next);
  const given = new Set<string>();
  const made = now.map(({ key }, index) => {
    const common = reducedNow[index] ?? '';
    const from = origins.get(common) ?? [];
    const first = from.find(({ id }) => id !== '') ?? from[0] ?? blankRow;
    if (given.has(common)) {
      return [key, { ...first, id: '', sku: '', barcode: '', stock: '0', stockWas: 0 }] as const;
    }
    given.add(common);
    const pieces = from.reduce((sum, row) => sum + piecesOf(row), 0);
    const sold = from.length === 0 || from.some((row) => row.sold);
    return [key, { ...(from.length > 1 ? withPieces(first, pieces) : first), sold }] as const;
  });
  return { options: next, rows: Object.fromEntries(made) };
}

/** The names in a text that holds one or several, separated by commas, tabs or lines. */
export function namesIn(text: string): string[] {
  return text
    .split(/[,\t\r\n]+/)
    .map((name) => name.trim())
    .filter(Boolean);
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** An option with further values, and the first name that it has already; '' when there is none. */
export function withValues(
  option: GridOption,
  names: readonly string[],
): { option: GridOption; twice: string } {
  let twice = '';
  const values = [...option.values];
  for (const name of names) {
    if (values.some((value) => same(value.name, name))) {
      twice ||= name;
      continue;
    }
    const id = idOf(
      name,
      values.map((value) => value.id),
    );
    values.push({ id, name, swatch: '' });
  }
  return { option: { ...option, values }, twice };
}

/** An option with a value under another name; null when another value has that. */
export function withRenamed(option: GridOption, id: string, name: string): GridOption | null {
  if (option.values.some((value) => value.id !== id && same(value.name, name))) return null;
  return {
    ...option,
    values: option.values.map((value) => (value.id === id ? { ...value, name } : value)),
  };
}
