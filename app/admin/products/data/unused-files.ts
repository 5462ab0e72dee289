import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const bucket = 'product-images';

/** The name of a file in the products' bucket from its public address; '' for addresses that lie elsewhere. */
function fileName(address: string): string {
  const [, name = ''] = /\/product-images\/([^?#\s]+)/.exec(address) ?? [];
  return name;
}

async function remove(names: string[] | undefined): Promise<void> {
  const supabase = await loadSupabase();
  const unused = dataOf(
    await supabase.rpc('unused_product_files', { p_tenant_id: pageTenant(), p_names: names }),
  );
  if (unused.length > 0) await supabase.storage.from(bucket).remove(unused);
}

/**
 * Removes pictures and videos from storage that nothing names any more: no product, no sold line, no change that can be
 * undone. What cannot be removed now is found by `sweepUnusedFiles`, so nobody is bothered with it.
 */
export async function removeUnusedFiles(addresses: readonly string[]): Promise<void> {
  const names = addresses.map(fileName).filter(Boolean);
  if (names.length > 0) await remove(names).catch(() => {});
}

let swept = false;

/** Once while the back office is open: removes what was uploaded and never saved, or left by a closed window. */
export async function sweepUnusedFiles(): Promise<void> {
  if (swept) return;
  swept = true;
  await remove(undefined).catch(() => {});
}
