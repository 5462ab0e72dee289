import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Maximum number of orders shown. */
const mostOrders = 200;

/** Reads the orders that wait for a bank transfer, or for the rest of one, with what was shown of it, oldest first. @throws BackendError */
export async function readAwaitedTransfers() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('orders')
      .select(
        'id, number, customer_name, created_at, charged, received, given_back, transfers (id, state, photos, note, answer, created_at)',
      )
      .eq('tenant_id', pageTenant())
      .eq('payment_method', 'bank_transfer')
      .in('payment_status', ['unpaid', 'partly_paid'])
      .not('status', 'in', '(cancelled,refused,returned)')
      .order('created_at')
      .order('created_at', { referencedTable: 'transfers', ascending: false })
      .limit(mostOrders),
  );
}

export type AwaitedTransfer = Awaited<ReturnType<typeof readAwaitedTransfers>>[number];
