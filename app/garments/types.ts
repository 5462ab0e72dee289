/** The customizable garment types, in the order of docs/product.md, Printing. */
export const GARMENT_TYPES = [
  'Sweet Pants',
  'Jeans',
  'Regular T-shirt',
  'Boxy T-shirt',
  'Oversized T-shirt',
  'Slim-Fit T-shirt',
  'Polo Shirt',
  'Polo Baskota',
  'Sweatshirt',
  'Hoodie',
  'Shorts',
  'Jacket',
  'Cargo Pants',
  'Denim Jacket',
  'Track Pants',
  'Chinos',
  'Other',
] as const;

export type GarmentType = (typeof GARMENT_TYPES)[number];

/** The type used for an unknown name (docs/product.md, Printing). */
export const FALLBACK_GARMENT: GarmentType = 'Hoodie';

/** Finds a garment type by name, ignoring case; the hoodie when there is none. */
export function garmentTypeOf(name: string): GarmentType {
  const wanted = name.trim().toLowerCase();
  return GARMENT_TYPES.find((type) => type.toLowerCase() === wanted) ?? FALLBACK_GARMENT;
}
