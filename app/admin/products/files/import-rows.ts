import type { Json } from '#app/lib/database.types.ts';

/** A line of a file: its number in a spreadsheet, the headings being 1, and its cells; '' where it has none under a heading. */
export type Line = { row: number; cells: string[]; cell: (column: string) => string };

/** What a line says of a variant: a value for each option, and the columns that it changes. */
export type FileVariant = { row: number; options: string[] } & Record<string, Json>;

export type FileOption = { name: string; kind: 'size' | 'color' | 'type' | 'other'; values: string[] };

/**
 * A product of a file as the database's `import_products` takes it; `row` is its first line. A category of '' takes the
 * product out of its category. Without variants only the product's own columns are written.
 */
export type FileRow = {
  row: number;
  id?: string;
  category?: string;
  set: Record<string, Json>;
  options?: FileOption[];
  variants?: FileVariant[];
};

/** Why a line cannot be sent, in words of `admin-csv`. */
export type Problem =
  | {
      word:
        | 'csvNumber'
        | 'csvWhole'
        | 'csvFlag'
        | 'csvPercent'
        | 'csvAddress'
        | 'csvNeeded'
        | 'csvTwice'
        | 'csvTooMany'
        | 'csvByVariant'
        | 'csvOptionName'
        | 'csvRange'
        | 'csvText'
        | 'csvGiftCard'
        | 'csvKind'
        | 'csvParent';
    }
  | { word: 'csvOptionValue' | 'csvChoice'; value: string }
  | { word: 'csvSameVariant' | 'csvSameSku'; value: string; other: number };

/** A product that cannot be sent: which column, and why; `at` is the line where it is not the product's first. */
export type BadRow = { row: number; at?: number; name: string; column: string; problem: Problem };

/** A cell that cannot be read. */
export class UnreadableCell extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.word);
    this.problem = problem;
  }
}

/** What a file says, of whichever system it came. */
export type ReadRows = {
  rows: FileRow[];
  bad: BadRow[];
  /** Headings of what is not taken over. */
  unknown: string[];
  /** The lines of each product, by its first. */
  lines: ReadonlyMap<number, number[]>;
  /** The lines of variants whose pieces the other system does not count. */
  uncounted?: ReadonlySet<number>;
};

/** Gives the variants that are not counted a number of pieces. */
export function withPieces(read: Pick<ReadRows, 'rows' | 'uncounted'>, pieces: number): FileRow[] {
  return read.rows.map((row) => ({
    ...row,
    ...(row.variants && {
      variants: row.variants.map((variant) =>
        read.uncounted?.has(variant.row) ? { ...variant, stock: pieces } : variant,
      ),
    }),
  }));
}

const kinds = [
  ['size', /^(sizes?|مقاس|المقاس)$/i],
  ['color', /^(colou?rs?|لون|اللون)$/i],
  ['type', /^types?$/i],
] as const;

/** Options of these names with the values that variants have of them; only one lists a product's sizes, colours or types. */
export function optionsOf(names: readonly string[], variants: readonly FileVariant[]): FileOption[] {
  const used = new Set<string>();
  return names.map((name, at) => {
    const kind = kinds.find(([word, shape]) => shape.test(name) && !used.has(word))?.[0] ?? 'other';
    used.add(kind);
    const values = new Map<string, string>();
    for (const { options } of variants) {
      const value = options[at] ?? '';
      if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
    }
    return { name, kind, values: [...values.values()] };
  });
}

/** The products of which no two variants are alike: neither the same combination in one, nor the same SKU in the file. */
export function withoutAlike(rows: readonly FileRow[]): Pick<ReadRows, 'rows' | 'bad'> {
  const bad: BadRow[] = [];
  const skus = new Map<string, number>();
  const apart = rows.filter(({ row, id, set, variants = [] }) => {
    const name = String(set.name ?? id ?? '');
    const combinations = new Map<string, number>();
    const own = new Map<string, number>();
    for (const { row: at, options, sku } of variants) {
      const refuse = (column: string, problem: Problem) => bad.push({ row, at, name, column, problem });
      const combination = options.join('\n').toLowerCase();
      const alike = combinations.get(combination);
      if (alike !== undefined) {
        refuse('options', { word: 'csvSameVariant', value: options.join(' / ') || name, other: alike });
        return false;
      }
      combinations.set(combination, at);
      if (typeof sku !== 'string') continue;
      const other = own.get(sku.toLowerCase()) ?? skus.get(sku.toLowerCase());
      if (other !== undefined) {
        refuse('sku', { word: 'csvSameSku', value: sku, other });
        return false;
      }
      own.set(sku.toLowerCase(), at);
    }
    for (const [sku, at] of own) skus.set(sku, at);
    return true;
  });
  return { rows: apart, bad };
}
