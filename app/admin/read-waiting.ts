import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** How many orders wait for staff, by what they wait for. */
export async function readWaiting(): Promise<{ pending: number; awaitingPayment: number }> {
  const supabase = await loadSupabase();
  const count = async (status: Enums<'order_status'>) => {
    const answer = await supabase
      .from('orders')
      .select('id', { count: 'exact', head: true })
      .eq('tenant_id', pageTenant())
      .eq('status', status);
    dataOf(answer);
    return answer.count ?? 0;
  };
  const [pending, awaitingPayment] = await Promise.all([count('pending'), count('awaiting_payment')]);
  return { pending, awaitingPayment };
}
