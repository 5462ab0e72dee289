import { z } from 'zod';
import { adminVariantsTexts } from '#app/i18n/texts/admin-variants.ts';
import type englishAdminVariants from '#app/i18n/texts/en/admin-variants.json';
import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { PlainKey } from '#app/i18n/translations.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { toPounds } from '#app/lib/money.ts';
import { cleanAscii, cleanCode } from '#app/lib/typed-ascii.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { fields, text } from '#app/product/parse-values.ts';
import { type OtherLanguage, otherLanguages, withTranslation } from '../../ui/edit/translated-texts.ts';
import type { StoredProduct } from '../data/read-admin-products.ts';
import { pieces, productForm, typedPiastres } from '../model/product-form.ts';
import {
  blankRow,
  type Combination,
  combinations,
  type Grid,
  type GridOption,
  type GridRow,
  kinds,
  uniqueId,
  type Words,
  withOptions,
} from './combinations.ts';

type Key = PlainKey<typeof englishAdminVariants>;

const row = z.object({
  id: z.string(),
  sku: z.string(),
  barcode: z.string(),
  price: z.string(),
  original_price: z.string(),
  cost: z.string(),
  stock: z.string(),
  stockWas: z.number(),
  weight: z.string(),
  picture: z.string(),
  sold: z.boolean(),
});
const words = z.partialRecord(z.enum(otherLanguages), z.string()).optional();
const value = z.object({ id: z.string(), name: z.string(), swatch: z.string(), words });
const option = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(kinds),
  values: z.array(value),
  words,
});
/** Schema of a grid's fields, without validation of the input. */
export const gridSchema = z.object({ options: z.array(option), rows: z.record(z.string(), row) });

const isAmount = (typed: string) => productForm.shape.price.safeParse(typed).success;
const isCount = (typed: string) => pieces.safeParse(typed).success;

/** Returns the errors of a row's cells by column. `productPrice` is in piastres; NaN without one. */
function cellErrors(cells: GridRow, productPrice: number): Partial<Record<keyof GridRow, Key>> {
  const [price, original] = [cells.price.trim(), cells.original_price.trim()];
  const errors: Partial<Record<keyof GridRow, Key>> = {};
  if (price !== '' && !isAmount(price)) errors.price = 'amountWrong';
  if (original !== '' && !isAmount(original)) errors.original_price = 'amountWrong';
  else if (
    original !== '' &&
    !errors.price &&
    typedPiastres(original) <= (price ? typedPiastres(price) : productPrice)
  )
    errors.original_price = 'originalPriceTooLow';
  if (cells.cost.trim() !== '' && !isAmount(cells.cost.trim())) errors.cost = 'amountWrong';
  if (!isCount(cells.stock)) errors.stock = 'countWrong';
  if (cells.weight.trim() !== '' && !isCount(cells.weight)) errors.weight = 'weightWrong';
  if (cleanAscii(cells.sku).length > 64) errors.sku = 'tooLong';
  if (cleanCode(cells.barcode).length > 64) errors.barcode = 'tooLong';
  return errors;
}

/** Adds the errors of a grid's fields. `productPrice` is in piastres. */
export function checkGrid({ options, rows }: Grid, productPrice: number, check: z.RefinementCtx): void {
  const t = adminVariantsTexts();
  const refuse = (path: (string | number)[], key: Key) =>
    check.addIssue({ code: 'custom', path, message: t(key) });
  for (const [index, { name, values }] of options.entries()) {
    const others = options.filter((_, place) => place !== index);
    if (name.trim() === '') refuse(['options', index, 'name'], 'optionNameMissing');
    else if (others.some((other) => other.name.trim().toLowerCase() === name.trim().toLowerCase()))
      refuse(['options', index, 'name'], 'optionTwice');
    if (values.length === 0) refuse(['options', index, 'values'], 'valuesMissing');
  }
  const skus = new Map<string, string[]>();
  for (const { key } of combinations(options)) {
    const cells = rows[key];
    if (!cells) continue;
    for (const [column, messageKey] of Object.entries(cellErrors(cells, productPrice)))
      refuse(['rows', key, column], messageKey);
    const sku = cleanAscii(cells.sku).toLowerCase();
    if (sku) skus.set(sku, [...(skus.get(sku) ?? []), key]);
  }
  for (const keys of skus.values()) {
    if (keys.length > 1) for (const key of keys) refuse(['rows', key, 'sku'], 'skuTwice');
  }
}

/** Returns the schema of a product's grid. `productPrice` is in piastres; NaN without one. */
export function gridForm(productPrice: number) {
  return gridSchema.superRefine((grid, check) => checkGrid(grid, productPrice, check));
}

/** Returns the translations of an option's or value's name; empty without any. */
function wordsIn(of: (language: OtherLanguage) => string): { words?: Words } {
  const words = otherLanguages
    .map((language) => [language, of(language)] as const)
    .filter(([, word]) => word);
  return words.length > 0 ? { words: Object.fromEntries(words) } : {};
}

function translationsOf(option: GridOption): Json {
  return otherLanguages.reduce<Record<string, Json>>((all, language) => {
    const words = option.values.map((each) => [each.name, each.words?.[language]?.trim() ?? ''] as const);
    return withTranslation(all, language, {
      name: option.words?.[language]?.trim() ?? '',
      values: Object.fromEntries(words.filter(([, word]) => word)),
    });
  }, {});
}

/** Returns the grid of a stored product. A combination without a variant is a row that is not sold. */
export function gridFormValues({
  product_options: stored,
  product_variants: variants,
}: Pick<StoredProduct, 'product_options' | 'product_variants'>): Grid {
  const options = stored.map(
    ({ name, kind, values, swatches, translations }): GridOption => ({
      id: uniqueId(name),
      name,
      ...wordsIn((language) => text(translationOf(translations, language).name)),
      kind: kinds.find((each) => each === kind) ?? 'other',
      values: values.map((each) => ({
        id: uniqueId(each),
        name: each,
        swatch: text(fields(swatches)[each]),
        ...wordsIn((language) => translatedWords(translations, 'values', language)[each] ?? ''),
      })),
    }),
  );
  const nameOf = (names: readonly string[]) => JSON.stringify(names.filter(Boolean)).toLowerCase();
  const existing = new Map(
    variants.map((one) => [nameOf([one.option1, one.option2, one.option3]), one] as const),
  );
  const rows = combinations(options).map(({ key, values }) => {
    const variant = existing.get(nameOf(values.map(({ name }) => name)));
    if (!variant) return [key, { ...blankRow, sold: false }] as const;
    return [
      key,
      {
        id: variant.id,
        sku: variant.sku ?? '',
        barcode: variant.barcode ?? '',
        price: String(variant.price ?? ''),
        original_price: String(variant.original_price ?? ''),
        cost: String(variant.variant_costs?.cost ?? ''),
        stock: String(variant.stock),
        stockWas: variant.stock,
        weight: String(variant.weight_grams ?? ''),
        picture: variant.image ?? '',
        sold: variant.is_active,
      },
    ] as const;
  });
  return { options, rows: Object.fromEntries(rows) };
}

/** Returns the grid of a new product: without options, or a copy without SKUs, barcodes and stock. */
export function newGridValues(source: Parameters<typeof gridFormValues>[0] | null): Grid {
  const { options, rows } = source ? gridFormValues(source) : withOptions({ options: [], rows: {} }, []);
  const blank = { id: '', sku: '', barcode: '', stock: '0', stockWas: 0 };
  return {
    options,
    rows: Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, ...blank }])),
  };
}

const hasInput = ({ sku, barcode, price, original_price, cost, stock, weight, picture }: GridRow) =>
  [sku, barcode, price, original_price, cost, weight, picture].some(Boolean) || stock !== '0';

/** Returns the combinations to store, without new ones that have no input. */
function storedCombinations({ options, rows }: Grid): Combination[] {
  const all = combinations(options).filter(({ key }) => rows[key]);
  const stored = all.filter(({ key }) => {
    const cells = rows[key];
    return cells && (cells.id !== '' || cells.sold || hasInput(cells));
  });
  return stored.length > 0 ? stored : all;
}

const pounds = (typed: string) => (typed.trim() === '' ? null : toPounds(typedPiastres(typed.trim())));

/**
 * Converts a grid to the arguments of `save_product_variants` and `add_product`, and the keys of its rows in order.
 * @param seesCosts whether the person may see costs; costs that others send are refused
 */
export function gridArguments(grid: Grid, seesCosts: boolean) {
  const sent = storedCombinations(grid);
  return {
    keys: sent.map(({ key }) => key),
    options: grid.options.map((option) => {
      const { name, kind, values } = option;
      return {
        name: name.trim(),
        kind,
        translations: translationsOf(option),
        values: values.map((each) => each.name),
        swatches: Object.fromEntries(
          values.flatMap((each) => (each.swatch ? [[each.name, each.swatch]] : [])),
        ),
      };
    }),
    variants: sent.map(({ key, values }) => {
      const cells = grid.rows[key] ?? blankRow;
      return {
        ...(cells.id && { id: cells.id, stock_was: cells.stockWas }),
        options: values.map(({ name }) => name),
        stock: Number(numberText(cells.stock)),
        sku: cleanAscii(cells.sku) || null,
        barcode: cleanCode(cells.barcode) || null,
        price: pounds(cells.price),
        original_price: pounds(cells.original_price),
        ...(seesCosts && { cost: pounds(cells.cost) }),
        weight_grams: cells.weight.trim() === '' ? null : Number(numberText(cells.weight)),
        image: cells.picture || null,
        is_active: cells.sold,
      };
    }),
  };
}

const columnOf: Readonly<Record<string, keyof GridRow>> = {
  sku: 'sku',
  barcode: 'barcode',
  price: 'price',
  original_price: 'original_price',
  cost: 'cost',
  stock: 'stock',
  weight_grams: 'weight',
  image: 'picture',
  is_active: 'sold',
};
const facts = z.object({
  rows: z.array(z.number()).default([]),
  column: z.string().optional(),
});

/** Returns the cells that the database refused; none if it refused the whole grid. */
export function refusedCells(
  error: unknown,
  keys: readonly string[],
): { key: string; column: keyof GridRow }[] {
  if (!(error instanceof BackendError) || !error.hint.startsWith('{')) return [];
  const hint = facts.safeParse(JSON.parse(error.hint));
  const column = columnOf[hint.data?.column ?? ''];
  if (!hint.success || !column) return [];
  return hint.data.rows.flatMap((number) => {
    const key = keys[number - 1];
    return key === undefined ? [] : [{ key, column }];
  });
}

/** Returns the name of an option or value with its translations: "Black / أسود". */
const saidOf = ({ name, words = {} }: { name: string; words?: Words | undefined }) =>
  [name, ...Object.values(words).filter(Boolean)].join(' / ');

/**
 * Formats a field for comparing versions: options as lines of text, a picture by file name; undefined for
 * plain text.
 */
export function formatGridField(field: string, value: unknown): string | undefined {
  if (field.endsWith(' picture')) return text(value).split('/').at(-1)?.split('?')[0] || undefined;
  const options = gridSchema.shape.options.safeParse(value).data;
  return options?.map((option) => `${saidOf(option)}: ${option.values.map(saidOf).join(', ')}`).join('\n');
}
