import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { subscribe, type TopicListener } from '#app/lib/realtime-topics.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { subscribeToStaff } from './staff-topics.ts';

const counted = createStore<{ count: number }>(() => ({ count: 0 }));

/** Subscribes to the requests of these stores: event approval with id, asked_by and state. Returns an unsubscribe function. */
export function subscribeToApprovals(tenantIds: readonly string[], on: TopicListener): () => void {
  const stops = tenantIds.map((id) =>
    id === pageTenant() ? subscribeToStaff(on) : subscribe(`staff:${id}`, on),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Counts the requests that wait for this person, and the decisions about their own that they have not seen. */
export async function countApprovalRequests(tenantIds: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  const [row] = dataOf(await supabase.rpc('count_approval_requests', { p_tenant_ids: [...tenantIds] }));
  counted.setState({ count: row ? row.waiting + row.news : 0 });
}

/** Keeps the number of requests up to date. Used once, in the layout. @param tenantIds the stores whose requests the person may see */
export function useApprovalCounting(tenantIds: readonly string[]): void {
  const stores = tenantIds.join(' ');
  useEffect(() => {
    if (!stores) return;
    const ids = stores.split(' ');
    // A failed count is repeated with the next request; the page of requests shows the error.
    const count = () => void countApprovalRequests(ids).catch(() => {});
    count();
    return subscribeToApprovals(ids, (event) => {
      if (event === 'approval' || event === 'joined') count();
    });
  }, [stores]);
}

/** Returns the number of requests that wait for this person, with unseen decisions about their own. */
export function useApprovalCount(): number {
  return useStore(counted, ({ count }) => count);
}
