import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { type AskedAct, offeringToAsk } from '../../ui/asked-act.ts';

/** A bulk change of products as `change_products` takes it; amounts in pounds. */
export type ProductChange =
  | { kind: 'delete' }
  | { kind: 'featured' | 'is_new' | 'is_active'; value: boolean }
  /** Id of a category; null removes it. */
  | { kind: 'category'; value: string | null }
  /** Of each variant; null removes it. */
  | { kind: 'cost'; value: number | null }
  | { kind: 'stock'; by: 'set' | 'add'; value: number }
  /** `strike` sets the previous price as the original price if that is higher. */
  | { kind: 'price'; by: 'set' | 'amount' | 'percent'; value: number; strike: boolean };

/**
 * Changes products in one statement, all or none; returns the change's id for `undoChange`.
 * @throws BackendError
 */
export async function changeProducts(ids: readonly string[], change: ProductChange): Promise<string> {
  const supabase = await loadSupabase();
  const args = { p_tenant_id: pageTenant(), p_ids: [...ids], p_change: change };
  const { change_id: changeId } = await offeringToAsk({ act: 'change_products', args }, () =>
    sendOnce(`change_products ${change.kind}`, async (requestId) =>
      dataOf(await supabase.rpc('change_products', { ...args, p_request_id: requestId })),
    ),
  );
  return changeId ?? '';
}

/** A product's new price, as somebody else is asked to set it. */
export const askedPrice = (id: string, price: number | null): AskedAct => ({
  act: 'change_products',
  args: {
    p_tenant_id: pageTenant(),
    p_ids: [id],
    p_change: { kind: 'price', by: 'set', value: price ?? 0, strike: false } satisfies ProductChange,
  },
});

/** A bulk change that can be undone; `made_at` is an ISO time, counts are numbers of products. */
export type UndoableChange = Awaited<ReturnType<typeof readUndoable>>[number];

/** Reads the latest undoable changes of the store's products, including imports. @throws BackendError */
export async function readUndoable() {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('undoable_product_changes', { p_tenant_id: pageTenant() });
  return dataOf(answer);
}

/**
 * Undoes a change; returns the number of products not restored because they changed since.
 * @throws BackendError
 */
export async function undoChange(changeId: string): Promise<number> {
  const supabase = await loadSupabase();
  for (let left = 0; ; ) {
    const part = { p_change_id: changeId };
    const answer = await sendOnce(`undo_product_change ${changeId}`, async (requestId) =>
      dataOf(await supabase.rpc('undo_product_change', { ...part, p_request_id: requestId })),
    );
    left += answer.left ?? 0;
    if (!answer.more) return left;
  }
}
