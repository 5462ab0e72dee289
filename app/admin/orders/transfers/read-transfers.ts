import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { assignedIn, type Whose, withAssignments } from '../../ui/assignment/whose.ts';

/** Maximum number of orders shown. */
const mostOrders = 200;

/** Reads the orders that await a bank transfer, in full, in part or as a deposit, with their proofs, oldest first. @throws BackendError */
export async function readAwaitedTransfers(whose: Whose = '') {
  const supabase = await loadSupabase();
  const columns =
    'id, number, customer_name, created_at, received, due_by_transfer, assignments (user_id), transfers (id, state, photos, note, answer, created_at)' as const;
  const orders = supabase.from('orders').select(withAssignments(columns, whose) as typeof columns);
  return dataOf(
    await assignedIn(orders, whose)
      .eq('tenant_id', pageTenant())
      .or('payment_method.eq.bank_transfer,and(status.eq.awaiting_payment,deposit.gt.0)')
      .in('payment_status', ['unpaid', 'partly_paid'])
      .gt('due_by_transfer', 0)
      .order('created_at')
      .order('created_at', { referencedTable: 'transfers', ascending: false })
      .limit(mostOrders),
  );
}

export type AwaitedTransfer = Awaited<ReturnType<typeof readAwaitedTransfers>>[number];
