import { dataOf } from '#app/lib/backend-error.ts';
import type { TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { notAllowedError } from '../ui/error-message.ts';

/** Settings that only staff can see. */
export type StoredStaffSettings = {
  contact_emails: string[];
  low_stock_threshold: number;
  /**
   * Maximum number of unpaid orders per person, phone number or address, and of pieces of a product in them.
   */
  unpaid_orders_limit: number | null;
  unpaid_pieces_limit: number | null;
  /** Maximum number of a customer's files, and their total size in megabytes. */
  customer_files_limit: number;
  customer_storage_mb: number;
  notes: string;
  /** Staff with two-step verification see customer data only after it. */
  customers_need_aal2: boolean;
  /** Everybody who works here must have a second step. */
  staff_need_second_factor: boolean;
  /** Hours after which a second step is asked for again before sensitive changes. */
  second_step_hours: number;
  version: number;
} | null;

/** Reads the staff settings; null before the first save. @throws BackendError */
export async function readStaffSettings(): Promise<StoredStaffSettings> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('staff_settings')
    .select(
      'contact_emails, low_stock_threshold, unpaid_orders_limit, unpaid_pieces_limit, customer_files_limit, customer_storage_mb, notes, customers_need_aal2, staff_need_second_factor, second_step_hours, version',
    )
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  return dataOf(answer);
}

/**
 * Saves columns of the staff settings over the version that was opened; returns the result of `read` on a
 * conflict.
 * @throws BackendError
 */
export async function saveStaffColumns<Stored extends { version: number }>(
  base: Stored | null,
  values: TablesUpdate<'staff_settings'>,
  read: () => Promise<Stored | null>,
): Promise<Stored | null> {
  const supabase = await loadSupabase();
  const rows = supabase.from('staff_settings');
  const answer = base
    ? await rows.update(values).eq('tenant_id', pageTenant()).eq('version', base.version).select('version')
    : await rows
        .upsert({ ...values, tenant_id: pageTenant() }, { onConflict: 'tenant_id', ignoreDuplicates: true })
        .select('version');
  if (dataOf(answer).length === 1) return null;
  const newer = await read();
  // Null also means that the user is no longer staff.
  if (!newer) throw notAllowedError();
  return newer;
}
