/** The garment types that can be customised, in the spec's order (section 3). */
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

/** The type drawn when a name is not one of ours (spec section 3). */
export const FALLBACK_GARMENT: GarmentType = 'Hoodie';

/** The garment type of that name, compared without case; the hoodie when there is none. */
export function garmentTypeOf(name: string): GarmentType {
  const wanted = name.trim().toLowerCase();
  return GARMENT_TYPES.find((type) => type.toLowerCase() === wanted) ?? FALLBACK_GARMENT;
}
