import { describe, expect, test } from 'vitest';
import { BackendError } from '#app/lib/backend-error.ts';
import { saveWithMerge } from '../../ui/edit/versions.ts';
import { combinations, type Grid, type GridRow } from './combinations.ts';
import { gridArguments, gridForm, gridFormValues, newGridValues, refusedCells } from './grid-form.ts';
import { gridDifferences, mergeGrid } from './grid-versions.ts';

const option = { product_id: 'p', tenant_id: 't', translations: {} };
const stored = {
  ...option,
  barcode: null,
  price: null,
  original_price: null,
  weight_grams: null,
  image: null,
  variant_costs: { cost: 45.5 },
};
const variant = (id: string, option1: string, option2: string, stock: number) => ({
  ...stored,
  id,
  option1,
  option2,
  option3: '',
  stock,
  sku: id,
  position: 1,
  version: 1,
  is_active: true,
  created_at: '',
  updated_at: '',
});
const product = {
  version: 1,
  product_options: [
    { ...option, position: 1, name: 'Size', kind: 'size', values: ['M', 'L'], swatches: {} },
    {
      ...option,
      position: 2,
      name: 'Color',
      kind: 'color',
      values: ['Black'],
      swatches: { Black: '#111111' },
    },
  ],
  product_variants: [variant('MB', 'M', 'Black', 4)],
};

/** Returns the product's grid with values typed into its first rows. */
function typed(...cells: Partial<GridRow>[]): Grid {
  const grid = gridFormValues(product);
  for (const [index, { key }] of combinations(grid.options).entries()) {
    const row = grid.rows[key];
    if (row) grid.rows[key] = { ...row, ...cells[index] };
  }
  return grid;
}

describe('a grid', () => {
  test('opens with the stored variants, and shows a missing combination as not for sale', () => {
    const grid = gridFormValues(product);
    const [first, second] = combinations(grid.options).map(({ key }) => grid.rows[key]);
    expect(first).toMatchObject({ id: 'MB', sku: 'MB', stock: '4', stockWas: 4, price: '', sold: true });
    expect(second).toMatchObject({ id: '', sold: false });
    expect(grid.options[1]?.values).toEqual([{ id: 'black', name: 'Black', swatch: '#111111' }]);
  });

  test('converts to the database’s arguments, without combinations that have no input', () => {
    const { options, variants } = gridArguments(
      typed({ price: '1,200.50', original_price: '', stock: '6', weight: '640' }),
      false,
    );
    expect(options[1]).toEqual({
      name: 'Color',
      kind: 'color',
      values: ['Black'],
      swatches: { Black: '#111111' },
      translations: {},
    });
    expect(variants).toEqual([
      {
        id: 'MB',
        options: ['M', 'Black'],
        sku: 'MB',
        barcode: null,
        price: 1200.5,
        original_price: null,
        stock: 6,
        stock_was: 4,
        weight_grams: 640,
        image: null,
        is_active: true,
      },
    ]);
    expect(gridArguments(typed({}, { sold: true }), false).variants[1]).toMatchObject({
      options: ['L', 'Black'],
      stock: 0,
    });
  });

  test('sends costs only for somebody who sees them', () => {
    const costs = (grid: Grid, seesCosts: boolean) =>
      gridArguments(grid, seesCosts).variants.map((sent) => ('cost' in sent ? sent.cost : 'none'));
    expect(costs(typed(), true)).toEqual([45.5]);
    expect(costs(typed({ cost: '' }), true)).toEqual([null]);
    expect(costs(typed({ cost: '50' }), false)).toEqual(['none']);
  });

  test.each([
    ['cost', { cost: 'much' }],
    ['price', { price: 'much' }],
    ['original_price', { price: '90', original_price: '80' }],
    ['original_price', { original_price: '100' }],
    ['stock', { stock: '1.5' }],
    ['stock', { stock: '' }],
    ['weight', { weight: 'heavy' }],
    ['sku', { sku: 'x'.repeat(65) }],
  ] as const)('says at the cell of %s what is wrong: %o', (column, cells) => {
    const grid = typed(cells);
    const [{ key } = { key: '' }] = combinations(grid.options);
    const { error } = gridForm(100_00).safeParse(grid);
    expect(error?.issues.map(({ path }) => path)).toEqual([['rows', key, column]]);
  });

  test('reports a duplicate SKU at both rows, ignoring case', () => {
    const { error } = gridForm(100_00).safeParse(typed({ sku: 'one' }, { sku: 'ONE ' }));
    expect(error?.issues.map(({ path }) => path[2])).toEqual(['sku', 'sku']);
  });

  test('shows the database’s refusal at the affected cells', () => {
    const hint = '{"rows": [2], "column": "original_price"}';
    const refusal = new BackendError({ message: 'No', details: 'invalid_value', hint });
    expect(refusedCells(refusal, ['a', 'b'])).toEqual([{ key: 'b', column: 'original_price' }]);
    const other = new BackendError({ message: 'No', hint: '{"version": 3}' });
    expect(refusedCells(other, ['a'])).toEqual([]);
    expect(refusedCells(new Error('No'), ['a'])).toEqual([]);
  });
});

describe('two people editing a grid', () => {
  const opened = typed();
  const fields = (mine: Grid, theirs: Grid) =>
    gridDifferences(opened, mine, theirs)
      .filter(({ both }) => both)
      .map(({ field }) => field);
  const merge = (mine: Grid, theirs: Grid) =>
    saveWithMerge(
      { ...mine },
      { version: 1, grid: opened },
      {
        formValues: ({ grid }) => grid,
        differences: gridDifferences,
        merged: mergeGrid,
        write: async (values, { version }) => {
          if (version === 2) saved = values;
          return version === 2 ? null : { version: 2, grid: theirs };
        },
      },
    );
  let saved: Grid | undefined;

  test('choose between the cells that both changed; all other changes are kept', async () => {
    expect(fields(typed({ price: '80' }), typed({ price: '95', sku: 'NEW' }))).toEqual([
      expect.stringMatching(/ price$/),
    ]);
    expect(await merge(typed({ price: '80' }), typed({ sku: 'NEW' }))).toBeNull();
    expect(saved).toEqual(typed({ price: '80', sku: 'NEW' }));
  });

  test('never choose between stocks: pieces sold meanwhile stay sold', async () => {
    expect(await merge(typed({ stock: '10' }), typed({ stock: '3', stockWas: 3, sku: 'NEW' }))).toBeNull();
    expect(saved).toEqual(typed({ stock: '10', stockWas: 4, sku: 'NEW' }));
  });

  test('choose between options when one removed a row that the other edited', () => {
    const removed = {
      ...opened,
      options: opened.options.map((one) => ({ ...one, values: one.values.slice(-1) })),
    };
    expect(fields(typed({ price: '80' }), removed)).toEqual(['options']);
    expect(fields(removed, typed({ price: '80' }))).toEqual(['options']);
    expect(fields(typed({}, { price: '80' }), removed)).toEqual([]);
  });
});

test('a copy has everything of its source except SKUs, barcodes and stock', () => {
  const variants = product.product_variants.map((one) => ({ ...one, barcode: '6221', weight_grams: 640 }));
  const copy = newGridValues({ ...product, product_variants: variants });
  const [first, second] = combinations(copy.options).map(({ key }) => copy.rows[key]);
  expect(first).toMatchObject({ weight: '640', sold: true, id: '', sku: '', barcode: '', stock: '0' });
  expect(second).toMatchObject({ id: '', sold: false });
  expect(gridArguments(copy, false).variants).toHaveLength(1);
});
