import type { Tenant } from '#app/brands/brand.ts';
import { type ColumnName, productColumns } from './product-columns.ts';

/**
 * Product fields whose text is a list, parsed by `optionList` (docs/product.md, Products). Each appears on the
 * product's page, in filters, in the staff form and in files. Labels: `product-fields.json` for shoppers,
 * `admin-products.json` for staff.
 */
export type OptionField = ColumnName<'list' | 'option'>;
export const optionFields = productColumns.flatMap(({ name, kind }) =>
  kind === 'list' || kind === 'option' ? [name] : [],
);

/** Brand flags of the fields that brands can switch off (docs/product.md, Products). */
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
