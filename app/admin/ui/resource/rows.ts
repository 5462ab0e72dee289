import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../edit/conflict.ts';
import { assertRowChanged } from '../error-message.ts';

type Tables = Database['public']['Tables'];

/** Store tables with an id and a version. */
export type ResourceTable =
  | 'attributes'
  | 'banners'
  | 'delivery_slots'
  | 'discounts'
  | 'faq_questions'
  | 'offers'
  | 'reviews'
  | 'saved_replies'
  | 'search_synonyms'
  | 'shipping_zones';

/** Tables whose rows can be switched on and off. */
export type SwitchedTable = 'banners' | 'delivery_slots' | 'discounts' | 'offers' | 'shipping_zones';

/** Columns that a form sets. */
export type Columns<Table extends ResourceTable> = Tables[Table]['Update'];

export type StoredRow = { id: string; version: number };

/** Adds a row once, however often the request is sent; never conflicts. @throws BackendError */
export async function addRow<Table extends ResourceTable>(
  table: Table,
  columns: Tables[Table]['Insert'],
): Promise<null> {
  const supabase = await loadSupabase();
  const [rows, row]: [ResourceTable, Tables[ResourceTable]['Insert']] = [table, columns];
  await sendOnce(`add ${table}`, async (id) => dataOf(await supabase.from(rows).upsert({ ...row, id })));
  return null;
}

/**
 * Saves a row over the version that was opened; returns the newer version on a conflict.
 * @throws Error when the row was deleted, BackendError
 */
export async function saveRow<Table extends ResourceTable, Row extends StoredRow>(
  table: Table,
  base: Row,
  columns: Columns<Table>,
  reread: (id: string) => Promise<Row | null | undefined>,
): Promise<Row | null> {
  const supabase = await loadSupabase();
  const [rows, changed]: [ResourceTable, Columns<ResourceTable>] = [table, columns];
  const answer = await supabase
    .from(rows)
    .update(changed)
    .eq('tenant_id', pageTenant())
    .eq('id', base.id)
    .eq('version', base.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, () => reread(base.id));
}

/** Switches rows on or off. @throws BackendError */
export async function switchRows(
  table: SwitchedTable,
  ids: readonly string[],
  active: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const supabase = await loadSupabase();
  const rows = supabase.from(table).update({ is_active: active }).eq('tenant_id', pageTenant());
  assertRowChanged(await rows.in('id', [...ids]).select('id'));
}
