import { dataOf } from '#app/lib/backend-error.ts';
import type { Database, Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { offeringToAsk } from '../../ui/asked-act.ts';
import { conflictOf } from '../../ui/edit/conflict.ts';
import { notAllowedError } from '../../ui/error-message.ts';
import { type ProductForm, rowOfForm } from '../model/product-form.ts';
import { askedPrice } from './change-products.ts';
import { readAdminProduct, type StoredProduct } from './read-admin-products.ts';

/**
 * Adds a product with its options and variants in one transaction; returns its id.
 * @throws BackendError with the refused rows and column in its hint
 */
export async function addProduct(
  form: ProductForm,
  attributes: readonly Attribute[],
  { options, variants }: { options: Json; variants: Json },
): Promise<string> {
  const supabase = await loadSupabase();
  const added = await sendOnce('add_product', async (requestId) => {
    const product = {
      p_tenant_id: pageTenant(),
      p_product: rowOfForm(form, attributes),
      p_options: options,
      p_variants: variants,
    };
    return dataOf(await supabase.rpc('add_product', { ...product, p_request_id: requestId }));
  });
  return added.id;
}

/**
 * Saves a product over the version that was opened; returns the newer version on a conflict.
 * @throws Error when the product was deleted, BackendError
 */
export async function saveProduct(
  base: StoredProduct,
  form: ProductForm,
  attributes: readonly Attribute[],
): Promise<StoredProduct | null> {
  const supabase = await loadSupabase();
  const row = rowOfForm(form, attributes, base.translations);
  const saved = await offeringToAsk(askedPrice(base.id, row.price ?? null), async () =>
    dataOf(
      await supabase
        .from('products')
        .update(row)
        .eq('tenant_id', pageTenant())
        .eq('id', base.id)
        .eq('version', base.version)
        .select('id'),
    ),
  );
  return conflictOf(saved.length === 1, () => readAdminProduct(base.id));
}

/**
 * Saves all options and variants of a product over the version that was opened; returns the newer version on
 * a conflict.
 * @throws Error when the product was deleted, BackendError with the refused rows and column in its hint
 */
export async function saveVariants(
  base: StoredProduct,
  { options, variants }: { options: Json; variants: Json },
): Promise<StoredProduct | null> {
  const supabase = await loadSupabase();
  const args = {
    p_product_id: base.id,
    p_version: base.version,
    p_options: options,
    p_variants: variants,
  };
  const isConflict = await offeringToAsk({ act: 'save_product_variants', args }, () =>
    sendOnce(`save_product_variants ${base.id}`, async (requestId) => {
      const answer = await supabase.rpc('save_product_variants', { ...args, p_request_id: requestId });
      const refused = answer.error?.details === 'version_conflict';
      if (!refused) dataOf(answer);
      return refused;
    }),
  );
  return conflictOf(!isConflict, () => readAdminProduct(base.id));
}

/** A product's price in pounds, with its version; null without a price. */
export type Priced = { id: string; tenant_id: string; version: number; price: number | null };

/**
 * Saves a price over the version that was shown; returns the new version, or the newer one when its price
 * differs.
 * @throws Error when the product was deleted, BackendError
 */
export async function savePrice(
  base: Priced,
  price: number | null,
): Promise<{ saved: Priced; newer: null } | { saved: null; newer: Priced }> {
  const supabase = await loadSupabase();
  const [saved] = await offeringToAsk(askedPrice(base.id, price), async () =>
    dataOf(
      await supabase
        .from('products')
        .update({ price })
        .eq('tenant_id', base.tenant_id)
        .eq('id', base.id)
        .eq('version', base.version)
        .select('id, tenant_id, version, price'),
    ),
  );
  if (saved) return { saved, newer: null };
  const newer = await conflictOf(false, () => readAdminProduct(base.id, base.tenant_id));
  if (!newer || newer.version === base.version) throw notAllowedError();
  return newer.price === base.price ? savePrice(newer, price) : { saved: null, newer };
}

/**
 * Adds pieces to a product's stock, or removes them; returns the new stock. The database distributes them
 * over several variants.
 * @throws BackendError
 */
export function addPieces(id: string, delta: number): Promise<number> {
  return adjustStock({ p_product_id: id, p_delta: delta });
}

/** Adds pieces to a variant's stock, or removes them; returns the new stock. @throws BackendError */
export function moveStock(id: string, variantId: string, delta: number, note: string): Promise<number> {
  return adjustStock({ p_product_id: id, p_variant_id: variantId, p_delta: delta, p_note: note });
}

async function adjustStock(change: Database['public']['Functions']['adjust_stock']['Args']): Promise<number> {
  const supabase = await loadSupabase();
  return sendOnce(`adjust_stock ${change.p_product_id}`, async (requestId) =>
    dataOf(await supabase.rpc('adjust_stock', { ...change, p_request_id: requestId })),
  );
}
