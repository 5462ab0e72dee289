import { may } from '#app/auth/model.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** A store's state; a resting store has its reopening day, as YYYY-MM-DD. */
export type StoreStanding = { state: Enums<'store_state'>; reopensOn: string | null };

/** Reads a store's current state. @throws BackendError */
export async function readStanding(tenantId: string = pageTenant()): Promise<StoreStanding> {
  const supabase = await loadSupabase();
  const [row] = dataOf(await supabase.rpc('store_opening', { p_tenant_id: tenantId }));
  return { state: row?.state ?? 'closed', reopensOn: row?.reopens_on ?? null };
}

/** Reads whether the user may open and close a store. @throws BackendError */
export async function mayOpenStore(tenantId: string): Promise<boolean> {
  const supabase = await loadSupabase();
  const workplaces = dataOf(await supabase.rpc('my_workplaces'));
  const capabilities = workplaces.find(({ tenant_id }) => tenant_id === tenantId)?.capabilities ?? [];
  return may({ capabilities }, 'settings.open_store');
}
