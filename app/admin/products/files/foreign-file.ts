import type { Json } from '#app/lib/database.types.ts';
import { canFollow } from '#app/product/legacy-values.ts';
import {
  type BadRow,
  type FileRow,
  type FileVariant,
  type Line,
  optionsOf,
  type Problem,
  type ReadRows,
  UnreadableCell,
  withoutAlike,
} from './import-rows.ts';
import { amountOf } from './product-columns.ts';

/** A variant of another system's file: its price, and the struck one; null where it has none. */
export type PricedVariant = FileVariant & { price: number | null; original_price: number | null };

/** What another system's file says of a product. */
export type ForeignProduct = {
  set: Record<string, Json>;
  category: string;
  optionNames: string[];
  variants: PricedVariant[];
};

/** A price and the struck one beside it, which counts only while it is higher. @throws UnreadableCell */
export function pricesOf(price: string, was: string): Pick<PricedVariant, 'price' | 'original_price'> {
  const now = price.trim() === '' ? null : amountOf(price);
  const before = was.trim() === '' ? null : amountOf(was);
  return { price: now, original_price: now !== null && before !== null && before > now ? before : null };
}

/** Addresses of pictures that a browser can follow. @throws UnreadableCell */
export function picturesOf(addresses: readonly string[]): string[] {
  const said = [...new Set(addresses.map((address) => address.trim()).filter(Boolean))];
  if (!said.every(canFollow)) throw new UnreadableCell({ word: 'csvAddress' });
  return said;
}

/** A category's own name in a path such as 'Clothing > Hoodies'. */
export const leafOf = (path: string) => path.split('>').at(-1)?.trim() ?? '';

/**
 * A product of another system as our own: it has the price of its first variant, which those that cost the same take from it.
 * Blank texts are left out, so that they keep what is there.
 */
function rowOf(row: number, { set, category, optionNames, variants }: ForeignProduct): FileRow {
  const price = variants.find((variant) => variant.price !== null)?.price ?? null;
  const was = variants[0]?.original_price ?? null;
  const alike = variants.every((variant) => variant.price === price && variant.original_price === was);
  const columns: Record<string, Json> = {
    ...set,
    ...(price === null ? {} : { price, original_price: alike ? was : null }),
  };
  return {
    row,
    set: Object.fromEntries(
      Object.entries(columns).filter(
        ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
      ),
    ),
    ...(category ? { category } : {}),
    options: optionsOf(optionNames, variants),
    variants: variants.map(({ price: own, original_price, ...variant }) => ({
      ...variant,
      ...(price === null
        ? {}
        : { price: own === price ? null : own, original_price: alike ? null : original_price }),
    })),
  };
}

/** What is wrong with a product as a whole, not with a column of it. */
const wholeProduct: ReadonlySet<Problem['word']> = new Set(['csvGiftCard', 'csvKind', 'csvParent'] as const);

/** Says which line and column of a product are being read, for when a cell cannot be. */
export type Reading = (line: Line, column: string) => void;

/**
 * The products of another system's file.
 * @param groups the lines of each product, @param nameIn what it is called, @param read what it says; throws UnreadableCell.
 * @param tellApart what a second product of one name is called; without it such a one is refused.
 */
export function readForeign(
  groups: readonly Line[][],
  nameIn: (lines: readonly Line[]) => string,
  read: (lines: readonly Line[], reading: Reading) => ForeignProduct,
  tellApart: (lines: readonly Line[]) => string = nameIn,
): Pick<ReadRows, 'rows' | 'bad' | 'lines'> {
  const rows: FileRow[] = [];
  const bad: BadRow[] = [];
  const names = new Set<string>();
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const name = names.has(nameIn(group).toLowerCase()) ? tellApart(group) : nameIn(group);
    let [at, column] = [first.row, ''];
    const refuse = (problem: Problem) =>
      bad.push({ row: first.row, name, column, problem, ...(at === first.row ? {} : { at }) });
    try {
      const product = read(group, (line, heading) => {
        [at, column] = [line.row, heading];
      });
      if (names.has(name.toLowerCase())) {
        [at, column] = [first.row, 'name'];
        refuse({ word: 'csvTwice' });
        continue;
      }
      names.add(name.toLowerCase());
      rows.push(rowOf(first.row, { ...product, set: { ...product.set, name } }));
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      if (wholeProduct.has(error.problem.word)) column = '';
      refuse(error.problem);
    }
  }
  const apart = withoutAlike(rows);
  return {
    rows: apart.rows,
    bad: [...bad, ...apart.bad].toSorted((one, other) => one.row - other.row),
    lines: new Map(groups.map((group) => [group[0]?.row ?? 0, group.map(({ row }) => row)])),
  };
}

/** The headings whose cells are not taken over, those that say nothing in any line left out. */
export function notTaken(
  head: readonly string[],
  columns: readonly string[],
  lines: readonly Line[],
  taken: ReadonlySet<string>,
): string[] {
  return head.filter((_, at) => {
    const column = columns[at] ?? '';
    return column && !taken.has(column) && lines.some(({ cells }) => (cells[at] ?? '').trim() !== '');
  });
}
