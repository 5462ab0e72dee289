import type { Tenant } from '#app/brands/brand.ts';

/**
 * Product fields whose text is a list, parsed by `optionList` (spec section 3). Each appears on the product's page, in
 * filters, in the staff form and in files. Labels: `product-fields.json` for shoppers, `admin-products.json` for staff.
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

/** Column list for a `select`. */
export const optionColumns = optionFields.join(', ') as Joined<typeof optionFields>;

/** Builds an object with an entry for each field. */
export function byOptionField<Value>(of: (field: OptionField) => Value): Record<OptionField, Value> {
  return Object.fromEntries(optionFields.map((field) => [field, of(field)])) as Record<OptionField, Value>;
}

/** Brand flags of the fields that brands can switch off (spec section 2). */
export const optionFlags = {
  type: 'types',
  size: 'sizes',
  color: 'colors',
  material: 'materials',
  gender: 'gender',
} as const satisfies Partial<Record<OptionField, keyof Tenant['productsOptions']>>;

/** Whether a store uses a field; fields without a flag are always used. */
export function usesField(field: OptionField, flags: Tenant['productsOptions']): boolean {
  const flagByField: Partial<Record<OptionField, keyof Tenant['productsOptions']>> = optionFlags;
  const flag = flagByField[field];
  return flag === undefined || flags[flag];
}
