import { z } from 'zod';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { insistOnRow } from './error-message.ts';

/** Days for which what was deleted or changed can come back. */
export const undoDays = 30;

const undone = z.object({
  undone: z.number(),
  left: z.number(),
  why: z.string(),
  next: z.number().nullable(),
});

/** How many rows came back, how many could not, and why the last of these could not. */
export type Undone = Omit<z.output<typeof undone>, 'next'>;

/**
 * Undoes entries of the log of changes, each with all that the same step changed.
 * @throws BackendError when nothing of it can be undone
 */
export async function undoEntries(ids: readonly number[]): Promise<Undone> {
  const supabase = await loadSupabase();
  const all: Undone = { undone: 0, left: 0, why: '' };
  for (let next: number | null = null; ; ) {
    const answer = await supabase.rpc('undo_changes', {
      p_tenant_id: pageTenant(),
      p_ids: [...ids],
      ...(next === null ? {} : { p_before: next }),
    });
    const part = undone.parse(dataOf(answer));
    all.undone += part.undone;
    all.left += part.left;
    all.why = part.why || all.why;
    if (part.next === null) return all;
    next = part.next;
  }
}

/** Tables whose rows are deleted from a list and come back from the trash. */
export type TrashedTable = 'banners' | 'categories' | 'discounts' | 'delivery_slots';

/** Deletes rows in one step: all of them or none. @throws BackendError */
export async function deleteRows(table: TrashedTable, ids: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  const rows = supabase.from(table).delete().eq('tenant_id', pageTenant());
  insistOnRow(await rows.in('id', [...ids]).select('id'));
}

/** Brings deleted rows back as they were. @throws BackendError when one of them cannot come back */
export async function restoreRows(table: TrashedTable, ids: readonly string[]): Promise<void> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('restore_deleted', {
    p_tenant_id: pageTenant(),
    p_entity: table,
    p_entity_ids: [...ids],
  });
  const { left, why } = undone.parse(dataOf(answer));
  if (left > 0) throw new BackendError({ message: why, details: 'not_undone' }, 400);
}
