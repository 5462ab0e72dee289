import { expect, it } from 'vitest';
import { blankDesign, newText, withElement } from '#app/designer/design-edits.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { variantsOf } from '#app/product/variants.ts';
import { reorderDesign } from './reorder-design.ts';

const flags = { colors: true, types: true, sizes: true, materials: false, gender: false };
const rules = { textPrint: 500, imagePrint: 0, garmentPrices: { Hoodie: 20_000 } };
const row = {
  id: 'hoodie',
  name: 'Goal hoodie',
  price: 300,
  stock: 5,
  color: 'black, white',
  size: '["M","XL"]',
  product_options: [
    { position: 1, kind: 'color' },
    { position: 2, kind: 'size' },
  ],
  product_variants: [
    { id: 'black-m', option1: 'black', option2: 'M', stock: 5, price: 320 },
    { id: 'white-xl', option1: 'white', option2: 'XL', stock: 0 },
  ],
};
const hoodie = { ...normaliseProduct(row), variants: variantsOf(row) };
const design = withElement(blankDesign('Hoodie', 'black'), newText('t', 'front', 'Souk', '#ffffff'));
const ordered = {
  name: 'Goal hoodie',
  quantity: 2,
  product_id: 'hoodie',
  garment: null,
  color: 'Black',
  size: 'M',
  type: null,
  customization: { design },
};

it('an ordered design is reordered on the variant that it was printed on, at its current price', () => {
  expect(reorderDesign(ordered, [hoodie], flags, rules)).toMatchObject({
    quantity: 2,
    line: {
      product: { id: 'hoodie', price: 325, stock: 5 },
      selectedColor: 'black',
      selectedSize: 'M',
      variantId: 'black-m',
      design,
    },
  });
});

it('an ordered design is not reordered in a color and size that are sold out or no longer offered', () => {
  const again = (line: object) => reorderDesign({ ...ordered, ...line }, [hoodie], flags, rules);
  expect(again({ color: 'white', size: 'XL' })).toMatchObject({ kind: 'sold-out' });
  expect(again({ color: 'green' })).toMatchObject({ kind: 'option-gone' });
});

it('an ordered garment of the designer keeps its color and size', () => {
  const garment = { ...ordered, name: 'Custom Hoodie', product_id: null, garment: 'Hoodie' };
  expect(reorderDesign(garment, [], flags, rules)).toMatchObject({
    line: { product: { price: 205 }, selectedColor: 'Black', selectedSize: 'M', design },
  });
  expect(reorderDesign({ ...garment, customization: { design: {} } }, [], flags, rules)).toMatchObject({
    kind: 'design-gone',
  });
});
