import { officeStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** What can be assigned. */
export type Assignable = 'order' | 'return' | 'conversation' | 'request';

/** Somebody who works in a store. */
export type Colleague = { id: string; name: string };

/**
 * Reads the people to whom something of the page's stores can be assigned, by name.
 * @param id of a request, about which not everybody may decide
 * @throws BackendError
 */
export async function readColleagues(of: Assignable, id = ''): Promise<Colleague[]> {
  const supabase = await loadSupabase();
  if (of === 'request') return dataOf(await supabase.rpc('approval_deciders', { p_id: id }));
  const capability = of === 'conversation' ? 'customers.see' : 'orders.see';
  const people = dataOf(
    await supabase.rpc('assignable_people', {
      p_tenant_ids: officeStores(pageSession.getState().user, capability),
      p_capability: capability,
    }),
  );
  // Somebody who works in several stores has a row in each.
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

/**
 * Assigns things of one kind.
 * @param userId null for nobody
 * @throws BackendError
 */
export async function assign(of: Assignable, ids: string[], userId: string | null): Promise<void> {
  const supabase = await loadSupabase();
  // The function's arguments have no null in their types.
  const person = userId as string;
  await sendOnce(`assign ${of} ${ids.join(' ')} ${userId}`, async (requestId) => {
    const who = { p_user_id: person, p_request_id: requestId };
    switch (of) {
      case 'order':
        return dataOf(await supabase.rpc('assign_orders', { p_order_ids: ids, ...who }));
      case 'return':
        return dataOf(await supabase.rpc('assign_returns', { p_return_ids: ids, ...who }));
      case 'conversation':
        return dataOf(await supabase.rpc('assign_conversations', { p_conversation_ids: ids, ...who }));
      case 'request':
        return dataOf(await supabase.rpc('assign_approval_requests', { p_ids: ids, ...who }));
    }
  });
}
