import type englishAdminCsv from '#app/i18n/texts/en/admin-csv.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Json } from '#app/lib/database.types.ts';

/**
 * A line of a file: its row number in a spreadsheet, where headings are row 1, and its cells. `cell` returns
 * '' for a missing column.
 */
export type Line = { row: number; cells: string[]; cell: (column: string) => string };

/** A variant in a line: a value per option, and the columns that it changes. */
export type FileVariant = { row: number; options: string[] } & Record<string, Json>;

export type FileOption = {
  name: string;
  kind: 'size' | 'color' | 'type' | 'other';
  values: string[];
  translations?: Json;
};

/**
 * A product as `import_products` takes it; `row` is its first line. An empty category removes the product
 * from its category; `category_translations` apply to a new category. Without variants only the product's own
 * columns are written.
 */
export type FileRow = {
  row: number;
  id?: string;
  category?: string;
  category_translations?: Json;
  set: Record<string, Json>;
  options?: FileOption[];
  variants?: FileVariant[];
};

/** Why a line is refused: a message key of `admin-csv` and its arguments. */
export type ImportProblem =
  | { messageKey: PlainKey<typeof englishAdminCsv> }
  | {
      messageKey: 'csvOptionValue' | 'csvChoice' | 'csvAmbiguous' | 'csvSpoilt' | 'csvCurrency';
      value: string;
    }
  | { messageKey: 'csvSameVariant' | 'csvSameSku'; value: string; other: number };

/** A refused product: column and problem; `at` is the line where it is not the product's first. */
export type RefusedProduct = {
  row: number;
  at?: number;
  name: string;
  column: string;
  problem: ImportProblem;
};

/** Reports the line and column being read, for error messages. */
export type Reading = (line: Line, column: string) => void;

/** Thrown when a whole file cannot be imported. */
export class UnreadableFile extends Error {
  readonly messageKey:
    | 'csvEmpty'
    | 'csvNoName'
    | 'csvTooLong'
    | 'csvColumnTwice'
    | 'csvOtherFile'
    | 'csvNoHandle';
  constructor(messageKey: UnreadableFile['messageKey']) {
    super(messageKey);
    this.messageKey = messageKey;
  }
}

/**
 * Something left out of an imported row: a code that a spreadsheet shortened (`ruined`), the sale of a
 * variant without a price (`unpriced`), a picture without an address (`unaddressed`), a code that is too long
 * (`longCode`).
 */
export type Warning = { kind: 'ruined' | 'unpriced' | 'unaddressed' | 'longCode'; row: number; text: string };

/** Thrown for an invalid cell. */
export class UnreadableCell extends Error {
  readonly problem: ImportProblem;
  constructor(problem: ImportProblem) {
    super(problem.messageKey);
    this.problem = problem;
  }
}

/** Result of reading a file of any supported system. */
export type ReadRows = {
  rows: FileRow[];
  refused: RefusedProduct[];
  /** Headings of ignored columns. */
  unknown: string[];
  /** Lines of each product, by its first line. */
  lines: ReadonlyMap<number, number[]>;
  warnings?: readonly Warning[];
  /** Lines of variants whose stock the other system does not track. */
  untracked?: ReadonlySet<number>;
};

/** Sets the stock of untracked variants. */
export function withStock(file: Pick<ReadRows, 'rows' | 'untracked'>, pieces: number): FileRow[] {
  return file.rows.map((row) => ({
    ...row,
    ...(row.variants && {
      variants: row.variants.map((variant) =>
        file.untracked?.has(variant.row) ? { ...variant, stock: pieces } : variant,
      ),
    }),
  }));
}

const kinds = [
  ['size', /^(sizes?|مقاس|المقاس)$/i],
  ['color', /^(colou?rs?|لون|اللون)$/i],
  ['type', /^types?$/i],
] as const;

/**
 * Returns the options with these names and the variants' values; at most one each is the product's sizes,
 * colors or types.
 */
export function fileOptionsOf(names: readonly string[], variants: readonly FileVariant[]): FileOption[] {
  const used = new Set<string>();
  return names.map((name, index) => {
    const kind = kinds.find(([candidate, shape]) => shape.test(name) && !used.has(candidate))?.[0] ?? 'other';
    used.add(kind);
    const values = new Map<string, string>();
    for (const { options } of variants) {
      const value = options[index] ?? '';
      if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
    }
    return { name, kind, values: [...values.values()] };
  });
}

/**
 * Refuses products with duplicate variants: the same combination within a product, or the same SKU within
 * the file.
 */
function refuseDuplicates(rows: readonly FileRow[]): Pick<ReadRows, 'rows' | 'refused'> {
  const refused: RefusedProduct[] = [];
  const skus = new Map<string, number>();
  const distinct = rows.filter(({ row, id, set, variants = [] }) => {
    const name = String(set.name ?? id ?? '');
    const combinations = new Map<string, number>();
    const productSkus = new Map<string, number>();
    for (const { row: variantRow, options, sku } of variants) {
      const refuse = (column: string, problem: ImportProblem) =>
        refused.push({ row, at: variantRow, name, column, problem });
      const combination = options.join('\n').toLowerCase();
      const sameVariant = combinations.get(combination);
      if (sameVariant !== undefined) {
        refuse('options', {
          messageKey: 'csvSameVariant',
          value: options.join(' / ') || name,
          other: sameVariant,
        });
        return false;
      }
      combinations.set(combination, variantRow);
      if (typeof sku !== 'string') continue;
      const sameSku = productSkus.get(sku.toLowerCase()) ?? skus.get(sku.toLowerCase());
      if (sameSku !== undefined) {
        refuse('sku', { messageKey: 'csvSameSku', value: sku, other: sameSku });
        return false;
      }
      productSkus.set(sku.toLowerCase(), variantRow);
    }
    for (const [sku, skuRow] of productSkus) skus.set(sku, skuRow);
    return true;
  });
  return { rows: distinct, refused };
}

/**
 * Returns the result of reading a file: refuses products with duplicate variants and sorts the refused ones.
 * @param groups lines of each product
 */
export function withoutDuplicates(
  groups: readonly Line[][],
  rows: readonly FileRow[],
  refused: readonly RefusedProduct[],
): Pick<ReadRows, 'rows' | 'refused' | 'lines'> {
  const distinct = refuseDuplicates(rows);
  return {
    rows: distinct.rows,
    refused: [...refused, ...distinct.refused].toSorted((one, other) => one.row - other.row),
    lines: new Map(groups.map((group) => [group[0]?.row ?? 0, group.map(({ row }) => row)])),
  };
}
