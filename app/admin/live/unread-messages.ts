import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { hearStaff } from './staff-topics.ts';

const unread = createStore<{ count: number }>(() => ({ count: 0 }));

/** How many open conversations hold something that staff have not read. @throws BackendError */
export async function countUnread(): Promise<number> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('conversations')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .eq('is_open', true)
    .gt('unread_by_staff', 0);
  dataOf(answer);
  return answer.count ?? 0;
}

/** Notes how many conversations hold something unread, as a page has just read it. */
export function noteUnreadMessages(count: number): void {
  unread.setState({ count });
}

/** Counts the conversations that hold something unread, now and whenever somebody writes. Once, in the frame. */
export function useUnreadCounting(): void {
  useEffect(() => {
    // A count that fails is counted again with the next message; the page of messages says what is wrong.
    const count = () => void countUnread().then(noteUnreadMessages, () => {});
    count();
    const stop = hearStaff((event) => {
      if (event === 'message' || event === 'joined') count();
    });
    return () => void stop();
  }, []);
}

/** How many conversations hold something that staff have not read. */
export function useUnreadMessages(): number {
  return useStore(unread, ({ count }) => count);
}
