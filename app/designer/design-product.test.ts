import { expect, it } from 'vitest';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { chosenVariant, variantsOf } from '#app/product/variants.ts';
import { designChoice, designProduct } from './design-product.ts';

const row = {
  id: 'hoodie',
  name: 'Goal hoodie',
  price: 300,
  stock: 5,
  color: 'black, white',
  size: '["M","XL"]',
  type: 'Hoodie',
  product_options: [
    { position: 1, kind: 'color' },
    { position: 2, kind: 'size' },
    { position: 3, kind: 'type' },
  ],
  product_variants: [
    { id: 'black-m', option1: 'black', option2: 'M', option3: 'Hoodie', stock: 5 },
    { id: 'white-xl', option1: 'white', option2: 'XL', option3: 'Hoodie', stock: 0 },
  ],
};

it('a design on a product uses the variant of its color and size', () => {
  const shopProduct = designProduct(normaliseProduct(row), variantsOf(row));
  if (!shopProduct) throw new Error('A hoodie is a garment');
  const variantOf = (color: string, size: string) =>
    chosenVariant(shopProduct.variants, designChoice(shopProduct, color, size))?.id;
  expect(variantOf('black', 'M')).toBe('black-m');
  expect(variantOf('white', 'XL')).toBe('white-xl');
  expect(variantOf('white', ''), 'a size is still to be chosen').toBeUndefined();
});

it('a product without its own options has those of its garment type', () => {
  const plain = { id: 'plain', name: 'Plain hoodie', price: 300, stock: 5 };
  const shopProduct = designProduct(normaliseProduct(plain), []);
  expect(designChoice(shopProduct, 'white', 'L')).toEqual({ color: 'white', size: 'L', type: '' });
  expect(designChoice(null, 'white', 'L')).toMatchObject({ color: 'white', size: 'L' });
});
