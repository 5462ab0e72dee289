import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { notAllowed } from '../kit/error-message.ts';

/** What only staff know of their store, and the row's version. */
export type StoredStaffSettings = {
  contact_emails: string[];
  low_stock_threshold: number;
  /** How many unpaid orders one person, phone number or address may have, and pieces of one product in them. */
  unpaid_orders_limit: number | null;
  unpaid_pieces_limit: number | null;
  notes: string;
  /** Whether colleagues who have a second step see customers' data only after it. */
  customers_need_aal2: boolean;
  version: number;
} | null;

/** What only staff know of their store; null before anything was saved. @throws BackendError */
export async function readStaffSettings(): Promise<StoredStaffSettings> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select(
      'contact_emails, low_stock_threshold, unpaid_orders_limit, unpaid_pieces_limit, notes, customers_need_aal2, version',
    )
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer);
}

/** Saves over the version that was opened, or answers with the newer one that is in the way. @throws BackendError */
export async function saveStaffSettings(
  over: StoredStaffSettings,
  values: Omit<NonNullable<StoredStaffSettings>, 'version'>,
): Promise<StoredStaffSettings> {
  const supabase = await loadSupabase();
  const rows = supabase.from('staff_settings');
  const answer = over
    ? await rows.update(values).eq('tenant_id', pageTenant()).eq('version', over.version).select('version')
    : await rows
        .upsert({ ...values, tenant_id: pageTenant() }, { onConflict: 'tenant_id', ignoreDuplicates: true })
        .select('version');
  if (dataOf(answer).length === 1) return null;
  const newer = await readStaffSettings();
  // Somebody who is no longer staff reads nothing.
  if (!newer) throw notAllowed();
  return newer;
}
