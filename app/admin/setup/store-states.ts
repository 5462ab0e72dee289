import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import type { Readiness } from './setup-steps.ts';

/** How a store stands; one that rests has the day on which it reopens, as YYYY-MM-DD. */
export type StoreStanding = { state: Enums<'store_state'>; reopens_on: string | null };

/** Reads what a store has, and lacks, to take its first order. @throws BackendError */
export async function readReadiness(tenantId: string = pageTenant()): Promise<Readiness[]> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('store_readiness', { p_tenant_id: tenantId }));
}

/** Reads how all stores stand, by their ids. @throws BackendError */
export async function readStandings(): Promise<Map<string, StoreStanding>> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.from('settings').select('tenant_id, state, reopens_on'));
  return new Map(rows.map(({ tenant_id, ...standing }) => [tenant_id, standing]));
}

/** Reads how this store stands. @throws BackendError */
export async function readStanding(): Promise<StoreStanding> {
  const supabase = await loadSupabase();
  const row = supabase.from('settings').select('state, reopens_on').eq('tenant_id', pageTenant());
  return dataOf(await row.maybeSingle()) ?? { state: 'closed', reopens_on: null };
}

/** Opens or closes a store. @throws BackendError */
export async function changeStoreState(tenantId: string, state: 'open' | 'closed'): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`change_store_state ${tenantId} ${state}`, async (p_request_id) =>
    dataOf(await supabase.rpc('change_store_state', { p_tenant_id: tenantId, p_state: state, p_request_id })),
  );
}
