import { describe, expect, test } from 'vitest';
import {
  blankRow,
  combinationName,
  combinations,
  type Grid,
  type GridOption,
  type GridOptionKind,
  type GridRow,
  namesIn,
  uniqueId,
  withOptions,
  withRenamed,
  withValues,
} from './combinations.ts';

function option(name: string, kind: GridOptionKind, ...values: string[]): GridOption {
  const empty: GridOption = { id: uniqueId(name), name, kind, values: [] };
  return withValues(empty, values).option;
}
const size = (...values: string[]) => option('Size', 'size', ...values);
const color = (...values: string[]) => option('Color', 'color', ...values);

/** Visible rows by name. */
function visibleRows({ options, rows }: Grid): Record<string, GridRow | undefined> {
  return Object.fromEntries(combinations(options).map((one) => [combinationName(one), rows[one.key]]));
}

/** Returns a grid with values typed into named rows. */
function typed(options: GridOption[], cells: Record<string, Partial<GridRow>>): Grid {
  const grid = withOptions({ options: [], rows: {} }, options);
  for (const one of combinations(options))
    grid.rows[one.key] = { ...blankRow, ...cells[combinationName(one)] };
  return grid;
}

const one = { id: 'v1', sku: 'ONE', stock: '7', stockWas: 7, price: '90' };

describe('the rows of a grid', () => {
  test('are all combinations, the last option varying fastest, or one row without options', () => {
    expect(combinations([size('M', 'L'), color('Black', 'Sand')]).map(combinationName)).toEqual([
      ...['M / Black', 'M / Sand', 'L / Black', 'L / Sand'],
    ]);
    expect(combinations([])).toHaveLength(1);
    expect(combinations([size()])).toEqual(combinations([]));
  });

  test('are added and removed with their value, while the others keep their input', () => {
    const grid = typed([size('M', 'L')], { M: one, L: { sku: 'TWO' } });
    const more = withOptions(grid, [size('M', 'L', 'XL')]);
    expect(visibleRows(more)).toEqual({
      M: grid.rows[combinations(grid.options)[0]?.key ?? ''],
      L: expect.objectContaining({ sku: 'TWO' }),
      XL: blankRow,
    });
    const fewer = withOptions(more, [size('L', 'XL')]);
    expect(Object.keys(visibleRows(fewer))).toEqual(['L', 'XL']);
    expect(visibleRows(withOptions(fewer, [size('L', 'XL', 'M')])).M).toMatchObject(one);
  });

  test('keep their input when options and values are renamed or reordered', () => {
    const grid = typed([size('M', 'L'), color('Black')], { 'M / Black': one });
    const [sizes, colors] = grid.options;
    const renamed = sizes && withRenamed(sizes, 'm', 'Medium');
    if (!renamed || !colors) throw new Error('Nothing was renamed');
    const after = withOptions(grid, [colors, { ...renamed, values: renamed.values.toReversed() }]);
    expect(Object.keys(visibleRows(after))).toEqual(['Black / L', 'Black / Medium']);
    expect(visibleRows(after)['Black / Medium']).toMatchObject(one);
  });

  test('belong to the first value of a new option, with copies that have no stock and their own SKU', () => {
    const before = typed([], { '': one });
    expect(visibleRows(withOptions(before, [size('M', 'L')]))).toEqual({
      M: { ...blankRow, ...one },
      L: { ...blankRow, price: '90' },
    });
    const divided = withOptions(withOptions(before, [size('M')]), [size('M'), color('Black', 'Sand')]);
    expect(visibleRows(divided)).toMatchObject({
      'M / Black': one,
      'M / Sand': { id: '', sku: '', stock: '0' },
    });
  });

  test('merge and add up their stock when the option that divided them is removed', () => {
    const grid = typed([size('M', 'L'), color('Black', 'Sand')], {
      'M / Black': { ...one, sold: false },
      'M / Sand': { id: 'v2', stock: '4', stockWas: 4 },
      'L / Black': { stock: '2' },
    });
    expect(visibleRows(withOptions(grid, [size('M', 'L')]))).toMatchObject({
      M: { id: 'v1', sku: 'ONE', stock: '11', stockWas: 7, sold: true },
      L: { stock: '2' },
    });
  });
});

describe('the values of an option', () => {
  test('are typed or pasted one or several at a time, without duplicates', () => {
    expect(namesIn(' S, M ,,L\nXL\t')).toEqual(['S', 'M', 'L', 'XL']);
    expect(namesIn('أسود، كحلي،')).toEqual(['أسود', 'كحلي']);
    const { option: more, duplicate } = withValues(size('M'), ['L', 'm', 'S']);
    expect(more.values.map(({ name }) => name)).toEqual(['M', 'L', 'S']);
    expect(duplicate).toBe('m');
  });

  test('cannot be renamed to another value’s name', () => {
    const sizes = size('M', 'L');
    expect(withRenamed(sizes, 'm', 'l')).toBeNull();
    expect(withRenamed(sizes, 'm', 'm')?.values.map(({ name }) => name)).toEqual(['m', 'L']);
  });

  test('have ids that forms do not treat as paths, even when a name is given up and reused', () => {
    expect(uniqueId('1.5 L [new]')).toMatch(/^[a-z0-9_]+$/);
    const renamed = withRenamed(size('M'), 'm', 'Medium');
    const ids = renamed && withValues(renamed, ['M']).option.values.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});
