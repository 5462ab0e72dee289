import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Json, TablesUpdate } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { SettingsColumn } from './settings-groups.ts';

/** The store's row of settings; null when it has none yet. @throws BackendError */
export async function readSettings() {
  const supabase = await loadSupabase();
  const answer = await supabase.from('settings').select('*').eq('tenant_id', pageTenant()).maybeSingle();
  return dataOf(answer);
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

/**
 * Saves one column of the settings over the version that was opened, or as the store's first row when `version` is
 * null. False when somebody has saved since: nothing is changed then.
 * @throws BackendError
 */
export async function saveSettings(
  version: number | null,
  column: SettingsColumn,
  value: Json,
): Promise<boolean> {
  const supabase = await loadSupabase();
  const change: Pick<TablesUpdate<'settings'>, SettingsColumn> = { [column]: value };
  if (version === null) {
    dataOf(await supabase.from('settings').insert({ ...change, tenant_id: pageTenant() }));
    return true;
  }
  const answer = await supabase
    .from('settings')
    .update(change)
    .eq('tenant_id', pageTenant())
    .eq('version', version)
    .select('version');
  return dataOf(answer).length === 1;
}
