import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { isAllStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import type { Filled } from '#app/lib/filled.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { subscribeToStaff } from '../../live/staff-topics.ts';

/**
 * What is meant for the signed-in person: `kind` is order, return, conversation or request for what became theirs,
 * mention for a note that mentions them, and a request's state for the decision about their own.
 */
export type MeantForMe = Database['public']['Functions']['for_me']['Returns'][number] &
  Filled<
    Pick<
      Database['public']['CompositeTypes']['meant_for_me'],
      'tenant_id' | 'kind' | 'about' | 'note' | 'from_name' | 'at' | 'is_seen'
    >
  >;

const unseen = createStore<{ items: readonly MeantForMe[] }>(() => ({ items: [] }));

/** The stores of the page: its own, or those where the person works. */
const stores = () =>
  isAllStores()
    ? (pageSession.getState().user?.workplaces.map(({ tenantId }) => tenantId) ?? [])
    : [pageTenant()];

/** Reads what is meant for the signed-in person, unseen first. @throws BackendError */
export async function readForMe(): Promise<MeantForMe[]> {
  const supabase = await loadSupabase();
  const items = dataOf(await supabase.rpc('for_me', { p_tenant_ids: stores() })) as MeantForMe[];
  unseen.setState({ items: items.filter(({ is_seen }) => !is_seen) });
  return items;
}

/** Marks what is meant for the signed-in person as seen: of an order or a conversation, or everything. @throws BackendError */
export async function markSeen(of: { orderId?: string; conversationId?: string } = {}): Promise<void> {
  const supabase = await loadSupabase();
  const seen = {
    p_tenant_ids: stores(),
    ...(of.orderId && { p_order_id: of.orderId }),
    ...(of.conversationId && { p_conversation_id: of.conversationId }),
  };
  dataOf(await supabase.rpc('mark_seen', seen));
  await readForMe();
}

/** Keeps the number of what is new for the signed-in person up to date. Used once, in the layout. */
export function useForMeCounting(): void {
  useEffect(() => {
    // A failed count is repeated with the next event; the page shows the error.
    const count = () => void readForMe().catch(() => {});
    count();
    return subscribeToStaff((event) => {
      if (event === 'assigned' || event === 'approval' || event === 'joined') count();
    });
  }, []);
}

/** Returns the number of what is new for the signed-in person. */
export function useForMe(): number {
  return useStore(unseen, ({ items }) => items.length);
}

/** Marks what an opened order or conversation has for the signed-in person as seen. */
export function useMarkSeen({
  orderId,
  conversationId,
}: {
  orderId?: string;
  conversationId?: string;
}): void {
  const isNew = useStore(unseen, ({ items }) =>
    items.some((one) => (orderId ? one.order_id === orderId : one.conversation_id === conversationId)),
  );
  useEffect(() => {
    if (!isNew) return;
    const of = { ...(orderId && { orderId }), ...(conversationId && { conversationId }) };
    markSeen(of).catch(() => {});
  }, [isNew, orderId, conversationId]);
}
