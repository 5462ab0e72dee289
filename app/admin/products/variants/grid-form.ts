import { z } from 'zod';
import adminVariantsMessages from '#app/i18n/messages/en/admin-variants.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { toPounds } from '#app/lib/money.ts';
import { fields, text } from '#app/product/legacy-values.ts';
import { withPoint } from '../../kit/edit/amount-text.ts';
import type { StoredProduct } from '../data/read-products.ts';
import { typedPiastres } from '../model/product-form.ts';
import {
  blankRow,
  type Combination,
  combinations,
  type Grid,
  type GridOption,
  type GridRow,
  idOf,
  kinds,
} from './combinations.ts';

type Key =
  | 'amountWrong'
  | 'wasTooLow'
  | 'countWrong'
  | 'weightWrong'
  | 'tooLong'
  | 'skuTwice'
  | 'optionNameMissing'
  | 'optionTwice'
  | 'valuesMissing';

const row = z.object({
  ...{ id: z.string(), sku: z.string(), barcode: z.string(), price: z.string(), was: z.string() },
  ...{ stock: z.string(), stockWas: z.number(), weight: z.string(), picture: z.string(), sold: z.boolean() },
});
const value = z.object({ id: z.string(), name: z.string(), swatch: z.string() });
const option = z.object({
  ...{ id: z.string(), name: z.string(), kind: z.enum(kinds), values: z.array(value) },
});
const grid = z.object({ options: z.array(option), rows: z.record(z.string(), row) });

const most = 10_000_000;
const isAmount = (typed: string) => typedPiastres(typed.trim()) <= most * 100;
const isCount = (typed: string) => /^\d{1,8}$/.test(withPoint(typed)) && Number(withPoint(typed)) <= most;

/** What is wrong with the cells of a row, by column. `productPrice` is in piastres. */
function wrongCells(cells: GridRow, productPrice: number): Partial<Record<keyof GridRow, Key>> {
  const [price, was] = [cells.price.trim(), cells.was.trim()];
  const wrong: Partial<Record<keyof GridRow, Key>> = {};
  if (price !== '' && !isAmount(price)) wrong.price = 'amountWrong';
  if (was !== '' && !isAmount(was)) wrong.was = 'amountWrong';
  else if (was !== '' && !wrong.price && typedPiastres(was) <= (price ? typedPiastres(price) : productPrice))
    wrong.was = 'wasTooLow';
  if (!isCount(cells.stock)) wrong.stock = 'countWrong';
  if (cells.weight.trim() !== '' && !isCount(cells.weight)) wrong.weight = 'weightWrong';
  if (cells.sku.trim().length > 64) wrong.sku = 'tooLong';
  if (cells.barcode.trim().length > 64) wrong.barcode = 'tooLong';
  return wrong;
}

/** The grid of a product whose own price is `productPrice`, in piastres. */
export function gridForm(productPrice: number) {
  return grid.superRefine(({ options, rows }, check) => {
    const t = getTranslations('admin-variants', adminVariantsMessages);
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
      for (const [column, word] of Object.entries(wrongCells(cells, productPrice)))
        refuse(['rows', key, column], word);
      const sku = cells.sku.trim().toLowerCase();
      if (sku) skus.set(sku, [...(skus.get(sku) ?? []), key]);
    }
    for (const keys of skus.values()) {
      if (keys.length > 1) for (const key of keys) refuse(['rows', key, 'sku'], 'skuTwice');
    }
  });
}

const amountOf = (pounds: number | null) => (pounds === null ? '' : String(pounds));

/** The grid of a product as it is stored. A combination that does not exist is a row that is not sold. */
export function filledGrid({
  product_options: stored,
  product_variants: variants,
}: Pick<StoredProduct, 'product_options' | 'product_variants'>): Grid {
  const options = stored.map(
    ({ name, kind, values, swatches }): GridOption => ({
      ...{ id: idOf(name), name, kind: kinds.find((each) => each === kind) ?? 'other' },
      values: values.map((each) => ({ id: idOf(each), name: each, swatch: text(fields(swatches)[each]) })),
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
        ...{ id: variant.id, sku: variant.sku ?? '', barcode: variant.barcode ?? '' },
        ...{ price: amountOf(variant.price), was: amountOf(variant.original_price) },
        ...{ stock: String(variant.stock), stockWas: variant.stock, weight: amountOf(variant.weight_grams) },
        ...{ picture: variant.image ?? '', sold: variant.is_active },
      },
    ] as const;
  });
  return { options, rows: Object.fromEntries(rows) };
}

const isTyped = ({ sku, barcode, price, was, stock, weight, picture }: GridRow) =>
  [sku, barcode, price, was, weight, picture].some(Boolean) || stock !== '0';

/** The combinations that are stored: a new one of which nothing was said is not made. */
function storedCombinations({ options, rows }: Grid): Combination[] {
  const all = combinations(options).filter(({ key }) => rows[key]);
  const made = all.filter(({ key }) => {
    const cells = rows[key];
    return cells && (cells.id !== '' || cells.sold || isTyped(cells));
  });
  return made.length > 0 ? made : all;
}

const pounds = (typed: string) => (typed.trim() === '' ? null : toPounds(typedPiastres(typed.trim())));

/** A grid as `save_product_variants` takes it, and the keys of its rows in their order. */
export function sentGrid(grid: Grid) {
  const sent = storedCombinations(grid);
  return {
    keys: sent.map(({ key }) => key),
    options: grid.options.map(({ name, kind, values }) => ({
      ...{ name: name.trim(), kind, values: values.map((each) => each.name) },
      swatches: Object.fromEntries(values.flatMap((each) => (each.swatch ? [[each.name, each.swatch]] : []))),
    })),
    variants: sent.map(({ key, values }) => {
      const cells = grid.rows[key] ?? blankRow;
      return {
        ...(cells.id && { id: cells.id, stock_was: cells.stockWas }),
        ...{ options: values.map(({ name }) => name), stock: Number(withPoint(cells.stock)) },
        ...{ sku: cells.sku.trim() || null, barcode: cells.barcode.trim() || null },
        ...{ price: pounds(cells.price), original_price: pounds(cells.was) },
        weight_grams: cells.weight.trim() === '' ? null : Number(withPoint(cells.weight)),
        ...{ image: cells.picture || null, is_active: cells.sold },
      };
    }),
  };
}

const columnOf: Readonly<Record<string, keyof GridRow>> = {
  ...{ sku: 'sku', barcode: 'barcode', price: 'price', original_price: 'was', stock: 'stock' },
  ...{ weight_grams: 'weight', image: 'picture', is_active: 'sold' },
};
const facts = z.object({
  rows: z.array(z.number()).default([]),
  column: z.string().optional(),
});

/** The cells that the database refused a grid for; none when it refused it as a whole. */
export function refusedCells(
  error: unknown,
  keys: readonly string[],
): { key: string; column: keyof GridRow }[] {
  if (!(error instanceof BackendError) || !error.hint.startsWith('{')) return [];
  const said = facts.safeParse(JSON.parse(error.hint));
  const column = columnOf[said.data?.column ?? ''];
  if (!said.success || !column) return [];
  return said.data.rows.flatMap((number) => {
    const key = keys[number - 1];
    return key === undefined ? [] : [{ key, column }];
  });
}

/** The options of a grid as lines of text, and a picture by its file; undefined for what is text already. */
export function shownCell(field: string, value: unknown): string | undefined {
  if (field.endsWith(' picture')) return text(value).split('/').at(-1)?.split('?')[0] || undefined;
  const options = grid.shape.options.safeParse(value).data;
  return options
    ?.map(({ name, values }) => `${name}: ${values.map((each) => each.name).join(', ')}`)
    .join('\n');
}
