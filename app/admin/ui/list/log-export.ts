import { isAllStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** Writes into the log of the page's stores that a list was taken as a file. @throws BackendError */
export async function logExport(list: string): Promise<void> {
  const supabase = await loadSupabase();
  const { user } = pageSession.getState();
  const stores = isAllStores() ? (user?.workplaces.map(({ tenantId }) => tenantId) ?? []) : [pageTenant()];
  const taken = { p_tenant_ids: stores, p_list: list };
  await sendOnce(`log_export ${list}`, async (requestId) =>
    dataOf(await supabase.rpc('log_export', { ...taken, p_request_id: requestId })),
  );
}
