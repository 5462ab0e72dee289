import { officeStores } from '#app/auth/office-stores.ts';
import { pageSession } from '#app/auth/session.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** What can be assigned, by the capability that people need to see it. */
export type Assignable = 'orders.see' | 'customers.see';

/** Somebody who works in a store. */
export type Colleague = { id: string; name: string };

/** Reads the people to whom orders or conversations of the page's stores can be assigned, by name. @throws BackendError */
export async function readColleagues(of: Assignable): Promise<Colleague[]> {
  const supabase = await loadSupabase();
  const people = dataOf(
    await supabase.rpc('assignable_people', {
      p_tenant_ids: officeStores(pageSession.getState().user, of),
      p_capability: of,
    }),
  );
  // Somebody who works in several stores has a row in each.
  return [...new Map(people.map(({ id, name }) => [id, { id, name }])).values()];
}

/**
 * Assigns orders or conversations.
 * @param userId null for nobody
 * @throws BackendError
 */
export async function assign(of: Assignable, ids: string[], userId: string | null): Promise<void> {
  const supabase = await loadSupabase();
  // The function's arguments have no null in their types.
  const person = userId as string;
  await sendOnce(`assign ${of} ${ids.join(' ')} ${userId}`, async (requestId) =>
    dataOf(
      of === 'orders.see'
        ? await supabase.rpc('assign_orders', {
            p_order_ids: ids,
            p_user_id: person,
            p_request_id: requestId,
          })
        : await supabase.rpc('assign_conversations', {
            p_conversation_ids: ids,
            p_user_id: person,
            p_request_id: requestId,
          }),
    ),
  );
}
