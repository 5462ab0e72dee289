import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { offeringToAsk, offerToAsk } from './asked-act.ts';
import { assertRowChanged } from './error-message.ts';

/** Days for which a deletion or change can be undone. */
export const undoDays = 30;

type UndoneChanges = Database['public']['CompositeTypes']['undone_changes'];

/** Numbers of rows restored and not restored, and the last reason why one was not. */
type Undone = { undone: number; left: number; why: string };

const undoneOf = ({ undone, left, refusal }: UndoneChanges): Undone => ({
  undone: undone ?? 0,
  left: left ?? 0,
  why: refusal ? refusalText(refusal) : '',
});

/**
 * Undoes audit log entries, each with every change made in the same step; with `alone` only the entry, as for
 * rows in the trash.
 * The office offers to ask somebody for those above the person's ceiling.
 * @param tenantId the store of the log, by default the page's
 * @throws BackendError when nothing can be undone
 */
export async function undoEntries(
  ids: readonly number[],
  { alone = false, tenantId = pageTenant() } = {},
): Promise<Undone> {
  const supabase = await loadSupabase();
  const all: Undone = { undone: 0, left: 0, why: '' };
  const above: number[] = [];
  let next: number | null = null;
  do {
    const entries = {
      p_tenant_id: tenantId,
      p_ids: [...ids],
      p_parts: !alone,
      ...(next === null ? {} : { p_before: next }),
    };
    const asked = { p_tenant_id: tenantId, p_ids: [...ids], p_parts: !alone };
    const answer: UndoneChanges = await offeringToAsk({ act: 'undo_changes', args: asked }, () =>
      sendOnce(`undo_changes ${ids.join(' ')}`, async (requestId) =>
        dataOf(await supabase.rpc('undo_changes', { ...entries, p_request_id: requestId })),
      ),
    );
    above.push(...(answer.above_ids ?? []));
    const part = undoneOf(answer);
    all.undone += part.undone;
    all.left += part.left;
    all.why = part.why || all.why;
    next = answer.next;
  } while (next !== null);
  const rest = { p_tenant_id: tenantId, p_ids: above, p_parts: false };
  offerToAsk(
    above.length > 0 ? [{ act: 'undo_changes', args: rest }] : [],
    adminRequestsTexts()('aboveUndone', { count: above.length }),
  );
  return all;
}

/** Tables whose rows are deleted to the trash. */
export type TrashedTable =
  | 'banners'
  | 'faq_questions'
  | 'saved_replies'
  | 'categories'
  | 'discounts'
  | 'offers'
  | 'delivery_slots'
  | 'shipping_zones'
  | 'search_synonyms';

/** Deletes rows in one statement: all or none. @throws BackendError */
export async function deleteRows(table: TrashedTable, ids: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  const rows = supabase.from(table).delete().eq('tenant_id', pageTenant());
  assertRowChanged(await rows.in('id', [...ids]).select('id'));
}

/** Restores deleted rows. @throws Error when one of them cannot be restored */
export async function restoreRows(table: TrashedTable, ids: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  const answer = await sendOnce(`restore_deleted ${table}`, async (requestId) =>
    dataOf(
      await supabase.rpc('restore_deleted', {
        p_tenant_id: pageTenant(),
        p_entity: table,
        p_entity_ids: [...ids],
        p_request_id: requestId,
      }),
    ),
  );
  const { left, why } = undoneOf(answer);
  if (left > 0) throw new Error(why);
}
