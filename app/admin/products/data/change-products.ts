import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { type AskedAct, offeringToAsk, offerToAsk } from '../../ui/asked-act.ts';

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

/** The capability that a change requires in the products' store; the database decides. */
export function changeCapability({ kind }: Pick<ProductChange, 'kind'>): Capability {
  if (kind === 'price') return 'products.price';
  return kind === 'stock' ? 'stock.count' : 'products.change';
}

/** A product to change, with its store. */
export type ProductToChange = { id: string; tenant_id: string };

/** The products of a store that were changed together; `changeId` is for `undoChange`. */
export type ChangedStore = { tenantId: string; products: readonly ProductToChange[]; changeId: string };

/** A store whose products were not changed; `error` is null where the person may not. */
export type RefusedStore = { tenantId: string; error: unknown };

/** Changes products, all or none of each store: what is refused in one is done in the others. */
export async function changeProducts(
  products: readonly ProductToChange[],
  change: ProductChange,
  mayIn: (tenantId: string) => boolean,
): Promise<{ changed: ChangedStore[]; refused: RefusedStore[] }> {
  const changed: ChangedStore[] = [];
  const refused: RefusedStore[] = [];
  for (const [tenantId, own] of Map.groupBy(products, ({ tenant_id }) => tenant_id)) {
    if (!mayIn(tenantId)) {
      refused.push({ tenantId, error: null });
      continue;
    }
    const ids = own.map(({ id }) => id);
    try {
      changed.push({ tenantId, products: own, changeId: await changeInStore(tenantId, ids, change) });
    } catch (error) {
      refused.push({ tenantId, error });
    }
  }
  return { changed, refused };
}

async function changeInStore(tenantId: string, ids: string[], change: ProductChange): Promise<string> {
  const supabase = await loadSupabase();
  const key = `change_products ${tenantId} ${change.kind}`;
  const args = { p_tenant_id: tenantId, p_ids: ids, p_change: change };
  const { change_id: changeId } = await offeringToAsk({ act: 'change_products', args }, () =>
    sendOnce(key, async (requestId) =>
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
 * Undoes a change; returns the number of products not restored because they changed since. The office offers to ask
 * somebody for those above the person's ceiling.
 * @throws BackendError
 */
export async function undoChange(changeId: string): Promise<number> {
  const supabase = await loadSupabase();
  for (let left = 0, above = 0; ; ) {
    const part = { p_change_id: changeId };
    const answer = await sendOnce(`undo_product_change ${changeId}`, async (requestId) =>
      dataOf(await supabase.rpc('undo_product_change', { ...part, p_request_id: requestId })),
    );
    left += answer.left ?? 0;
    above += answer.above ?? 0;
    if (answer.more) continue;
    const acts: AskedAct[] = above > 0 ? [{ act: 'undo_product_change', args: part }] : [];
    offerToAsk(acts, adminRequestsTexts()('aboveUndone', { count: above }));
    return left;
  }
}
