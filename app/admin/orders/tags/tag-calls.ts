import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

/** A tag that orders have, as last spelled, with its form for comparison. */
export type TagInUse = { tag: string; folded: string };

/** Reads the tags in use on the stores' orders, the most used first. @throws BackendError */
export async function readTagsInUse(tenantIds: readonly string[]): Promise<TagInUse[]> {
  const supabase = await loadSupabase();
  const tags = dataOf(await supabase.rpc('order_tags_in_use', { p_tenant_ids: [...tenantIds] }));
  return tags.map(({ tag, folded }) => ({ tag, folded }));
}

/** Gives orders tags and takes others off. Returns how many orders changed. @throws BackendError */
export async function tagOrders(
  orderIds: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<number> {
  const supabase = await loadSupabase();
  return sendOnce(`tag ${orderIds.join(' ')} +${add.join('\n')} -${remove.join('\n')}`, async (requestId) =>
    dataOf(
      await supabase.rpc('tag_orders', {
        p_order_ids: [...orderIds],
        p_add: [...add],
        p_remove: [...remove],
        p_request_id: requestId,
      }),
    ),
  );
}
