import { describe, expect, test } from 'vitest';
import { combinations, type GridOption } from '../variants/combinations.ts';
import { gridArguments } from '../variants/grid-form.ts';
import { type NewProduct, newProductForm, newProductValues } from './new-product-form.ts';

const sizes: GridOption = {
  id: 'size',
  name: 'Size',
  kind: 'size',
  values: ['m', 'l'].map((id) => ({ id, name: id.toUpperCase(), swatch: '' })),
};
const [medium = '', large = ''] = combinations([sizes]).map(({ key }) => key);
const single = newProductValues(null);
const [blank] = Object.values(single.rows);
if (!blank) throw new Error('A new product is sold as it is');
const tee: NewProduct = { ...single, name: 'Tee', price: '100' };
const several: NewProduct = { ...tee, options: [sizes], rows: { [medium]: blank, [large]: blank } };

const problems = (form: NewProduct) =>
  newProductForm([])
    .safeParse(form)
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a new product', () => {
  test('is sold as a single variant until it has an option, then as each combination', () => {
    expect(problems(tee)).toEqual([]);
    const sold = { ...tee, rows: { row: { ...blank, stock: '7', sku: 'TEE' } } };
    expect(gridArguments(sold, false).variants).toMatchObject([
      { options: [], stock: 7, sku: 'TEE', is_active: true },
    ]);
    expect(problems(several)).toEqual([]);
    expect(gridArguments(several, false).variants).toMatchObject([{ options: ['M'] }, { options: ['L'] }]);
  });

  test('shows all errors of the product and the grid together, at their fields', () => {
    const rows = { [medium]: { ...blank, sku: 'a' }, [large]: { ...blank, sku: 'A', price: 'much' } };
    expect(problems({ ...several, name: ' ', price: '', rows })).toEqual([
      ...['name', 'price', `rows.${large}.price`, `rows.${medium}.sku`, `rows.${large}.sku`],
    ]);
    expect(problems({ ...several, options: [{ ...sizes, name: '', values: [] }] })).toEqual([
      ...['options.0.name', 'options.0.values'],
    ]);
    expect(problems({ ...tee, rows: { row: { ...blank, stock: 'some' } } })).toEqual(['rows.row.stock']);
  });

  test('validates variants’ original prices against the product’s price', () => {
    const rows = { ...several.rows, [medium]: { ...blank, original_price: '110' } };
    expect(problems({ ...several, rows })).toEqual([]);
    expect(problems({ ...several, rows, price: '120' })).toEqual([`rows.${medium}.original_price`]);
  });

  test('has a single type, unless types are an option', () => {
    expect(problems({ ...tee, product_type: 'Tops' })).toEqual([]);
    expect(problems({ ...tee, product_type: 'Tops, Shirts' })).toEqual(['product_type']);
    const types: GridOption = { ...sizes, kind: 'type' };
    expect(problems({ ...several, options: [types], product_type: 'Tops, Shirts' })).toEqual([]);
  });
});
