import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/**
 * Removes a category's picture from storage once no category of the store shows it any more. What cannot be removed
 * stays; nobody sees it.
 */
export async function removeUnusedPicture(address: string): Promise<void> {
  const [, name = ''] = /\/website-images\/([^?#\s]+)/.exec(address) ?? [];
  if (!name) return;
  const supabase = await loadSupabase();
  const { count, error } = await supabase
    .from('categories')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .eq('image', address);
  if (!error && count === 0) await supabase.storage.from('website-images').remove([name]);
}
