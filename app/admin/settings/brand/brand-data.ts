import { dataOf } from '#app/lib/backend-error.ts';
import type { Tables, TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { BrandRow } from '#app/store/brand-row.ts';
import { assertRowChanged, notAllowedError } from '../../ui/error-message.ts';

/** A domain that leads to the store. */
export type StoreDomain = Pick<Tables<'store_domains'>, 'id' | 'domain' | 'is_main'>;

/** Reads the store's brand; null before the server has filled it. @throws BackendError */
export async function readBrand(): Promise<BrandRow | null> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.from('brands').select('*').eq('tenant_id', pageTenant()).maybeSingle());
}

/**
 * Saves columns of the brand over the version that was opened; returns the newer version on a conflict.
 * @throws BackendError
 */
export async function saveBrand(base: BrandRow, values: TablesUpdate<'brands'>): Promise<BrandRow | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('brands')
    .update(values)
    .eq('tenant_id', pageTenant())
    .eq('version', base.version)
    .select('version');
  if (dataOf(answer).length === 1) return null;
  const newer = await readBrand();
  if (!newer || newer.version === base.version) throw notAllowedError();
  return newer;
}

/** Reads the store's domains, the main one first. @throws BackendError */
export async function readDomains(): Promise<StoreDomain[]> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('store_domains')
    .select('id, domain, is_main')
    .eq('tenant_id', pageTenant())
    .order('is_main', { ascending: false })
    .order('created_at');
  return dataOf(answer);
}

/** Adds a domain; the first one becomes the main one. @throws BackendError */
export async function addDomain(domain: string, isMain: boolean): Promise<void> {
  const supabase = await loadSupabase();
  const row = { tenant_id: pageTenant(), domain, is_main: isMain };
  dataOf(await supabase.from('store_domains').insert(row).select('id'));
}

/** Makes a domain the main one, which links name. @throws BackendError */
export async function chooseMainDomain(id: string): Promise<void> {
  const supabase = await loadSupabase();
  assertRowChanged(await supabase.from('store_domains').update({ is_main: true }).eq('id', id).select('id'));
}

/** Removes a domain, which then leads to no store. @throws BackendError */
export async function removeDomain(id: string): Promise<void> {
  const supabase = await loadSupabase();
  assertRowChanged(await supabase.from('store_domains').delete().eq('id', id).select('id'));
}
