import { dataOf } from '#app/lib/backend-error.ts';
import type { Json, TablesUpdate } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { SettingsGroup } from './settings-groups.ts';

/** Reads the store's settings row; null when there is none. @throws BackendError */
export async function readSettings() {
  const supabase = await loadSupabase();
  const answer = await supabase.from('settings').select('*').eq('tenant_id', pageTenant()).maybeSingle();
  return dataOf(answer);
}

/**
 * A settings group: its column, and the row's version and translations, which all groups share. The version
 * is null before the first save. Groups without texts need no translations.
 */
export type StoredGroup = { version: number | null; column: Json; translations?: Json };

/**
 * Saves a settings column with its translations over the version that was opened; returns the newer version
 * on a conflict.
 * @throws BackendError
 */
export async function saveSettings(
  base: StoredGroup,
  group: SettingsGroup,
  value: Json,
  translations?: Json,
): Promise<StoredGroup | null> {
  const supabase = await loadSupabase();
  const change: Pick<TablesUpdate<'settings'>, SettingsGroup | 'translations'> = {
    [group]: value,
    ...(translations !== undefined && { translations }),
  };
  const rows = supabase.from('settings');
  const answer =
    base.version === null
      ? await rows
          .upsert({ ...change, tenant_id: pageTenant() }, { onConflict: 'tenant_id', ignoreDuplicates: true })
          .select('version')
      : await rows.update(change).eq('tenant_id', pageTenant()).eq('version', base.version).select('version');
  if (dataOf(answer).length === 1) return null;
  const row = await readSettings();
  return { version: row?.version ?? null, column: row?.[group] ?? {}, translations: row?.translations ?? {} };
}
