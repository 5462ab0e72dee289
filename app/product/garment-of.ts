import { GARMENT_TYPES, type GarmentType } from '#app/garments/types.ts';
import { optionList } from './parse-values.ts';
import type { Product } from './product.ts';

/** Garment types by words in names, longest first, so that the most specific one wins. */
const names: [string, GarmentType][] = [
  ...GARMENT_TYPES.filter((type) => type !== 'Other').map((type): [string, GarmentType] => [type, type]),
  ['Sweatpants', 'Sweet Pants'],
  ['Joggers', 'Sweet Pants'],
  ['Oversized tee', 'Oversized T-shirt'],
  ['Boxy tee', 'Boxy T-shirt'],
  ['Slim tee', 'Slim-Fit T-shirt'],
  ['T-shirt', 'Regular T-shirt'],
  ['Tee', 'Regular T-shirt'],
  ['Polo', 'Polo Shirt'],
  ['Crewneck', 'Sweatshirt'],
];
const patterns = names
  .sort(([a], [b]) => b.length - a.length)
  .map(([name, type]): [RegExp, GarmentType] => [
    new RegExp(`(^|[^\\p{L}])${name.toLowerCase()}(s|es)?($|[^\\p{L}])`, 'u'),
    type,
  ]);

/** The garment type of a product, by its type, name or category; null for other products. */
export function garmentOf(product: Pick<Product, 'type' | 'name' | 'category'>): GarmentType | null {
  for (const text of [...optionList(product.type), product.name, product.category.name]) {
    const lowerCase = text.toLowerCase();
    const match = patterns.find(([pattern]) => pattern.test(lowerCase));
    if (match) return match[1];
  }
  return null;
}
