import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { subscribeToStaff } from './staff-topics.ts';

const counted = createStore<{ count: number }>(() => ({ count: 0 }));

/** Counts the requests that wait for this person, and the decisions about their own that they have not seen. */
export async function countApprovalRequests(): Promise<void> {
  const supabase = await loadSupabase();
  const [row] = dataOf(await supabase.rpc('count_approval_requests', { p_tenant_ids: [pageTenant()] }));
  counted.setState({ count: row ? row.waiting + row.news : 0 });
}

/** Keeps the number of requests up to date. Used once, in the layout, for people who may see requests. */
export function useApprovalCounting(maySee: boolean): void {
  useEffect(() => {
    if (!maySee) return;
    // A failed count is repeated with the next request; the page of requests shows the error.
    const count = () => void countApprovalRequests().catch(() => {});
    count();
    return subscribeToStaff((event) => {
      if (event === 'approval' || event === 'joined') count();
    });
  }, [maySee]);
}

/** Returns the number of requests that wait for this person, with unseen decisions about their own. */
export function useApprovalCount(): number {
  return useStore(counted, ({ count }) => count);
}
