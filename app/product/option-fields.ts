import type { Tenant } from '#app/brands/brand.ts';

/**
 * The fields of a product whose text is a list, which `optionList` reads (spec section 3). Each is told on the product's
 * page, filters listings, is edited by staff and has a column in files. Shoppers read its name in `product-fields.json`,
 * staff in `admin-products.json`.
 */
export const optionFields = ['type', 'size', 'color', 'material', 'gender'] as const;
export type OptionField = (typeof optionFields)[number];

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : '';

/** Their columns, for a `select`. */
export const optionColumns = optionFields.join(', ') as Joined<typeof optionFields>;

/** An object with something of each of them. */
export function byOptionField<Value>(of: (field: OptionField) => Value): Record<OptionField, Value> {
  return Object.fromEntries(optionFields.map((field) => [field, of(field)])) as Record<OptionField, Value>;
}

/** What brands call the fields that they choose among (spec section 2). */
export const optionFlags = {
  type: 'types',
  size: 'sizes',
  color: 'colors',
  material: 'materials',
  gender: 'gender',
} as const satisfies Partial<Record<OptionField, keyof Tenant['productsOptions']>>;

/** Whether a store works with a field; with one that brands do not choose, every store does. */
export function worksWith(field: OptionField, flags: Tenant['productsOptions']): boolean {
  const chosen: Partial<Record<OptionField, keyof Tenant['productsOptions']>> = optionFlags;
  const flag = chosen[field];
  return flag === undefined || flags[flag];
}
