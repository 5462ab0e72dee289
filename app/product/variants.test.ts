import { describe, expect, it } from 'vitest';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { normaliseProduct } from './normalise-product.ts';
import {
  chosenVariant,
  pictureOf,
  productForChoice,
  soldOutValues,
  valuesInWords,
  variantsOf,
} from './variants.ts';

const row = {
  id: 'p',
  name: 'Ink tee',
  price: 100,
  original_price: 120,
  stock: 7,
  images: ['/a.webp', '/b.webp'],
  size: '["M","L"]',
  color: '["Black","White"]',
  product_options: [
    { position: 1, kind: 'size' },
    { position: 2, kind: 'color' },
  ],
  product_variants: [
    { id: 'mb', option1: 'M', option2: 'Black', option3: '', stock: 2, image: '/b.webp' },
    { id: 'mw', option1: 'M', option2: 'White', option3: '', stock: 0 },
    { id: 'lb', option1: 'L', option2: 'Black', option3: '', stock: 5, price: '110', original_price: null },
  ],
};
const product = normaliseProduct(row);
const variants = variantsOf(row);
const choose = (size: string, color: string) => ({ size, color, type: '' });

describe('variants', () => {
  it('are found by the chosen options, in any letter case', () => {
    expect(chosenVariant(variants, choose('m', 'black'))?.id).toBe('mb');
    expect(chosenVariant(variants, choose('L', 'White'))).toBeUndefined();
    expect(chosenVariant(variants, choose('M', ''))).toBeUndefined();
  });

  it('give the values that are sold out together with the choice', () => {
    const soldOut = (kind: 'size' | 'color', chosen: ReturnType<typeof choose>, values: string[]) => [
      ...soldOutValues(variants, chosen, kind, values),
    ];
    expect(soldOut('color', choose('M', ''), ['Black', 'White'])).toEqual(['White']);
    expect(soldOut('size', choose('', 'White'), ['M', 'L'])).toEqual(['M', 'L']);
    expect(soldOut('size', choose('', ''), ['M', 'L'])).toEqual([]);
    expect([...soldOutValues(variants, choose('M', 'Black'), 'type', ['Hoodie'])]).toEqual([]);
  });

  it('give price, stock and picture to the shown and purchased product', () => {
    expect(productForChoice(product, variants, choose('M', 'Black'))).toMatchObject({
      price: 100,
      originalPrice: 120,
      stock: 2,
      images: ['/b.webp', '/a.webp'],
    });
    expect(productForChoice(product, variants, choose('L', 'Black'))).toMatchObject({
      price: 110,
      originalPrice: null,
      stock: 5,
    });
  });

  it('give the lowest price and total stock of the remaining choices while an option is open', () => {
    expect(productForChoice(product, variants, choose('', ''))).toMatchObject({
      price: 100,
      originalPrice: 120,
      from: true,
      stock: 7,
      images: product.images,
    });
    expect(productForChoice(product, variants, choose('', 'Black'))).toMatchObject({
      price: 100,
      from: true,
    });
    const small = productForChoice(product, variants, choose('M', ''));
    expect(small).toMatchObject({ price: 100, stock: 2 });
    expect(small.from).toBeUndefined();
    const large = productForChoice(product, variants, choose('L', ''));
    expect(large).toMatchObject({ price: 110, originalPrice: null, stock: 5 });
    expect(large.from).toBeUndefined();
  });

  it('are sold out for an unknown combination', () => {
    expect(productForChoice(product, variants, choose('L', 'White')).stock).toBe(0);
    expect(productForChoice(product, [], choose('M', 'Black'))).toBe(product);
  });

  it('show the picture of their color as soon as it is selected', () => {
    expect(pictureOf(variants, choose('', 'Black'))).toBe('/b.webp');
    expect(pictureOf(variants, choose('M', 'Black'))).toBe('/b.webp');
    expect(pictureOf(variants, choose('', 'White'))).toBe('');
    expect(pictureOf(variants, choose('M', ''))).toBe('');
  });

  it('are empty if a row has none', () => {
    expect(variantsOf({ product_variants: null })).toEqual([]);
    const plain = variantsOf({ product_options: [], product_variants: [{ id: 'x', stock: 3 }] });
    expect(productForChoice({ ...product, stock: 9 }, plain, choose('', '')).stock).toBe(3);
  });

  it('with further options are matched by those too, in any letter case', () => {
    const cases = variantsOf({
      product_options: [
        { position: 1, kind: 'other', name: 'Device' },
        { position: 2, kind: 'color', name: 'Color' },
      ],
      product_variants: [
        { id: 'ir', option1: 'iPhone 16', option2: 'Red', stock: 1 },
        { id: 'pr', option1: 'Pixel 9', option2: 'Red', stock: 0 },
      ],
    });
    const red = { color: 'Red', size: '', type: '' };
    expect(chosenVariant(cases, { ...red, ':Device': 'pixel 9' })?.id).toBe('pr');
    expect(chosenVariant(cases, red)).toBeUndefined();
    expect([...soldOutValues(cases, red, ':Device', ['iPhone 16', 'Pixel 9'])]).toEqual(['Pixel 9']);
    expect(productForChoice(product, cases, red)).toMatchObject({ price: 100, stock: 1 });
  });
});

it('the values of a stored variant are in the page’s language if translated', () => {
  const variant = { option1: 'Black', option2: 'M', option3: '' };
  const said = (values: object) => ({ [pageLanguage()]: { values } });
  const options = [
    { position: 2, translations: said({ Black: 'wrong', M: 'medium' }) },
    { position: 1, translations: said({ Black: 'deep black' }) },
  ];
  expect(valuesInWords(variant, options)).toEqual(['deep black', 'medium']);
  expect(valuesInWords(variant, [])).toEqual(['Black', 'M']);
});
