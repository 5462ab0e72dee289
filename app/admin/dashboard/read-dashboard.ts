import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { type DashboardAnswer, dashboardAnswer } from './dashboard-model.ts';

/** Everything that the dashboard shows, in one call. @throws BackendError */
export async function readDashboard(): Promise<DashboardAnswer> {
  const supabase = await loadSupabase();
  return dashboardAnswer.parse(dataOf(await supabase.rpc('dashboard', { p_tenant_id: pageTenant() })));
}
