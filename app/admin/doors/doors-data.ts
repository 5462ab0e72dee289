import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { readReadiness } from '../setup/setup-calls.ts';

/** Reads the store's state, its readiness, its waiting list and its preview token. @throws BackendError */
export async function readDoors() {
  const supabase = await loadSupabase();
  const store = { p_tenant_id: pageTenant() };
  const [opening, readiness, waiting] = await Promise.all([
    supabase.rpc('store_opening', store).maybeSingle(),
    readReadiness(),
    supabase
      .from('opening_alerts')
      .select('*', { count: 'exact', head: true })
      .eq('tenant_id', store.p_tenant_id),
  ]);
  const { state = 'open', reopens_on = null } = dataOf(opening) ?? {};
  dataOf(waiting);
  // A removed store shows nothing.
  const previewToken = state === 'gone' ? '' : await readPreviewToken();
  return {
    state,
    /** ISO date on which a resting store takes orders again. */
    reopensOn: reopens_on,
    readiness,
    waiting: waiting.count ?? 0,
    previewToken,
  };
}

/** Reads the store's preview token. @throws BackendError */
export async function readPreviewToken(): Promise<string> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('store_preview', { p_tenant_id: pageTenant() }));
}

export type Doors = Awaited<ReturnType<typeof readDoors>>;

/**
 * Opens or closes a store, or lets it rest.
 * @param reopensOn ISO date on which a resting store takes orders again
 * @param tenantId a store other than the page's
 * @throws BackendError
 */
export async function changeStoreState(
  state: Enums<'store_state'>,
  reopensOn?: string,
  tenantId: string = pageTenant(),
): Promise<void> {
  const supabase = await loadSupabase();
  const asked = {
    p_tenant_id: tenantId,
    p_state: state,
    ...(reopensOn && { p_reopens_on: reopensOn }),
  };
  await sendOnce(`change_store_state ${tenantId} ${state} ${reopensOn}`, async (requestId) =>
    dataOf(await supabase.rpc('change_store_state', { ...asked, p_request_id: requestId })),
  );
}

/** Replaces the preview link; the old one stops working. @throws BackendError */
export async function renewPreview(): Promise<void> {
  const supabase = await loadSupabase();
  const asked = { p_tenant_id: pageTenant(), p_renew: true };
  await sendOnce('store_preview', async (requestId) =>
    dataOf(await supabase.rpc('store_preview', { ...asked, p_request_id: requestId })),
  );
}
