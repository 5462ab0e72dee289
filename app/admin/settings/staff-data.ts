import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** What only staff know of their store, and the row's version. */
export type StoredStaffSettings = {
  contact_emails: string[];
  low_stock_threshold: number;
  notes: string;
  version: number;
} | null;

/** What only staff know of their store; null before anything was saved. @throws BackendError */
export async function readStaffSettings(): Promise<StoredStaffSettings> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select('contact_emails, low_stock_threshold, notes, version')
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer);
}

/** Saves over the version that was opened. False when somebody has saved since. @throws BackendError */
export async function saveStaffSettings(
  version: number | null,
  values: Omit<NonNullable<StoredStaffSettings>, 'version'>,
): Promise<boolean> {
  const supabase = await loadSupabase();
  if (version === null) {
    dataOf(await supabase.from('staff_settings').insert({ ...values, tenant_id: pageTenant() }));
    return true;
  }
  const answer = await supabase
    .from('staff_settings')
    .update(values)
    .eq('tenant_id', pageTenant())
    .eq('version', version)
    .select('version');
  return dataOf(answer).length === 1;
}
