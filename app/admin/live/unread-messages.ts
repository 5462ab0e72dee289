import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { amongStores, officeStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { subscribeToStaff } from './staff-topics.ts';

const unread = createStore<{ count: number }>(() => ({ count: 0 }));

/** Counts the open conversations with unread messages in the office's stores. @throws BackendError */
export async function countUnread(): Promise<number> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('conversations')
    .select('id, conversation_staff_facts!inner()', { count: 'exact', head: true })
    .filter('tenant_id', ...amongStores(officeStores(pageSession.getState().user, 'customers.see')))
    .eq('is_open', true)
    .gt('conversation_staff_facts.unread_by_staff', 0);
  dataOf(answer);
  return answer.count ?? 0;
}

/** Stores the number of unread conversations that a page just read. */
export function setUnreadMessages(count: number): void {
  unread.setState({ count });
}

/** Keeps the number of unread conversations up to date. Used once, in the layout. */
export function useUnreadCounting(): void {
  useEffect(() => {
    // A failed count is repeated with the next message; the messages page shows the error.
    const count = () => void countUnread().then(setUnreadMessages, () => {});
    count();
    return subscribeToStaff((event) => {
      if (event === 'message' || event === 'joined') count();
    });
  }, []);
}

/** Returns the number of unread conversations. */
export function useUnreadMessages(): number {
  return useStore(unread, ({ count }) => count);
}
