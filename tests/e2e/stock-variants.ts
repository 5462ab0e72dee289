import type { StoreProcess } from '../support/store-process.ts';
import { signedInAs } from './people.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

export type Option = { name: string; kind?: string; values: string[] };
export type Sold = { options: string[]; stock: number; price?: number; sku?: string };

/**
 * Adds a product of the test's own, with options, to a store; it costs 300 unless a variant overrides it.
 * @returns its id, its name, and the ids of its variants in the order of `variants`
 */
export async function stockVariants(
  store: StoreProcess,
  tenant: string,
  name: string,
  options: Option[],
  variants: Sold[],
) {
  const product = await stockProduct(store, {
    tenant_id: tenant,
    name: ownName(name),
    price: 300,
    stock: 0,
  });
  const staff = await signedInAs(store, tenant, await hire(store, tenant, 'admin'));
  const read = await adminOf(store).from('products').select('version').eq('id', product.id).single();
  const saved = await staff.rpc('save_product_variants', {
    p_product_id: product.id,
    p_version: read.data?.version ?? 0,
    p_options: options,
    p_variants: variants,
  });
  if (saved.error) throw new Error(saved.error.message);
  const { data } = await adminOf(store)
    .from('product_variants')
    .select('id')
    .eq('product_id', product.id)
    .order('position')
    .throwOnError();
  return { ...product, variantIds: data.map(({ id }) => id) };
}
