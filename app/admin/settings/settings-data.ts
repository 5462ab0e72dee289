import { dataOf } from '#app/lib/backend-error.ts';
import type { Json, TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { SettingsColumn } from './settings-groups.ts';

/** The store's row of settings; null when it has none yet. @throws BackendError */
export async function readSettings() {
  const supabase = await loadSupabase();
  const answer = await supabase.from('settings').select('*').eq('tenant_id', pageTenant()).maybeSingle();
  return dataOf(answer);
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

/** One group of the settings: its column, and the version of the row that all groups share; null before the first. */
export type StoredGroup = { version: number | null; column: Json };

/**
 * Saves one column of the settings over the version that was opened, or answers with the newer one that is in the way.
 * @throws BackendError
 */
export async function saveSettings(
  over: StoredGroup,
  group: SettingsColumn,
  value: Json,
): Promise<StoredGroup | null> {
  const supabase = await loadSupabase();
  const change: Pick<TablesUpdate<'settings'>, SettingsColumn> = { [group]: value };
  const rows = supabase.from('settings');
  const answer =
    over.version === null
      ? await rows
          .upsert({ ...change, tenant_id: pageTenant() }, { onConflict: 'tenant_id', ignoreDuplicates: true })
          .select('version')
      : await rows.update(change).eq('tenant_id', pageTenant()).eq('version', over.version).select('version');
  if (dataOf(answer).length === 1) return null;
  const row = await readSettings();
  return { version: row?.version ?? null, column: row?.[group] ?? {} };
}
