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
  const awaited = (embedded: '' | '!inner', condition: string) =>
    assignedIn(
      supabase
        .from('orders')
        .select(
          withAssignments(columns.replace('transfers (', `transfers${embedded} (`), whose) as typeof columns,
        ),
      whose,
    )
      .eq('tenant_id', pageTenant())
      .or(condition)
      .in('payment_status', ['unpaid', 'partly_paid'])
      .gt('due_by_transfer', 0)
      .order('created_at')
      .order('created_at', { referencedTable: 'transfers', ascending: false })
      .limit(mostOrders);
  // An order paid in another way has a proof if its customer sent one by a link to pay.
  const [expected, announced] = await Promise.all([
    awaited('', 'payment_method.eq.bank_transfer,and(status.eq.awaiting_payment,deposit.gt.0)'),
    awaited('!inner', 'payment_method.neq.bank_transfer').eq('transfers.state', 'to_check'),
  ]);
  const orders = new Map([...dataOf(expected), ...dataOf(announced)].map((order) => [order.id, order]));
  return [...orders.values()].toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

export type AwaitedTransfer = Awaited<ReturnType<typeof readAwaitedTransfers>>[number];
