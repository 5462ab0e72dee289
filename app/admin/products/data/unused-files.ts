import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Returns the file name of a public address in the products' bucket; '' for other addresses. */
function fileName(address: string): string {
  const [, name = ''] = /\/product-images\/([^?#\s]+)/.exec(address) ?? [];
  return name;
}

async function remove(names: string[] | undefined): Promise<void> {
  const supabase = await loadSupabase();
  const unused = dataOf(
    await supabase.rpc('unused_product_files', { p_tenant_id: pageTenant(), p_names: names }),
  );
  if (unused.length > 0) await supabase.storage.from('product-images').remove(unused);
}

/**
 * Deletes pictures and videos that no product, order line or undoable change references. Ignores failures,
 * since `cleanUpUnusedFiles` finds the files later.
 */
export async function removeUnusedFiles(addresses: readonly string[]): Promise<void> {
  const names = addresses.map(fileName).filter(Boolean);
  if (names.length > 0) await remove(names).catch(() => {});
}

let cleanedUp = false;

/** Deletes files that were uploaded but never saved. Runs once per session of the back office. */
export async function cleanUpUnusedFiles(): Promise<void> {
  if (cleanedUp) return;
  cleanedUp = true;
  await remove(undefined).catch(() => {});
}
