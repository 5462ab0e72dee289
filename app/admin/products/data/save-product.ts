import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { notAllowed } from '../../kit/error-message.ts';
import { isInGrid, type ProductForm, productColumns } from '../model/product-form.ts';
import { readProduct, type StoredProduct } from './read-products.ts';

/** Puts a new product into the store and answers with its id. @throws BackendError */
export async function addProduct(form: ProductForm, attributes: readonly Attribute[]): Promise<string> {
  const supabase = await loadSupabase();
  const row = { ...productColumns(form, attributes), tenant_id: pageTenant(), stock: Number(form.stock) };
  const [added] = dataOf(await supabase.from('products').insert(row).select('id'));
  if (!added) throw new Error('The store did not say what it added');
  return added.id;
}

/**
 * Saves a product over the version that was opened, or answers with the newer one that is in the way.
 * @throws Error when the product is gone, BackendError
 */
export async function saveProduct(
  over: StoredProduct,
  form: ProductForm,
  attributes: readonly Attribute[],
): Promise<StoredProduct | null> {
  const supabase = await loadSupabase();
  // What is sold of it is saved where its variants are.
  const { size: _size, color: _color, type, ...columns } = productColumns(form, attributes);
  const answer = await supabase
    .from('products')
    .update(isInGrid(over, 'type') ? columns : { ...columns, type })
    .eq('tenant_id', pageTenant())
    .eq('id', over.id)
    .eq('version', over.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, () => readProduct(over.id));
}

/** A product's price in pounds, as one version of it has it. */
export type Priced = { id: string; version: number; price: number };

/**
 * Gives a product another price over the version that was shown. Answers with the version that this made, or with the newer one
 * that is in the way because its price is another.
 * @throws Error when the product is gone, BackendError
 */
export async function savePrice(
  over: Priced,
  price: number,
): Promise<{ saved: Priced; newer: null } | { saved: null; newer: Priced }> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .update({ price })
    .eq('tenant_id', pageTenant())
    .eq('id', over.id)
    .eq('version', over.version)
    .select('id, version, price');
  const [saved] = dataOf(answer);
  if (saved) return { saved, newer: null };
  const newer = await conflictOf(false, () => readProduct(over.id));
  if (!newer || newer.version === over.version) throw notAllowed();
  return newer.price === over.price ? savePrice(newer, price) : { saved: null, newer };
}

/**
 * Adds pieces to a product's stock, or takes them, and answers with what there is now; of one that has several variants the
 * database spreads them.
 * @throws BackendError
 */
export async function addPieces(id: string, delta: number): Promise<number> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('adjust_stock', { p_product_id: id, p_delta: delta }));
}

/** Adds pieces to a variant's stock, or takes them, and answers with what there is of it now. @throws BackendError */
export async function moveStock(id: string, variantId: string, delta: number, note: string): Promise<number> {
  const supabase = await loadSupabase();
  const change = { p_product_id: id, p_variant_id: variantId, p_delta: delta, p_note: note };
  return dataOf(await supabase.rpc('adjust_stock', change));
}
