import { isAllStores } from '#app/auth/office-stores.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { assertRowChanged } from '../error-message.ts';
import { listParam } from '../office-stores.ts';

/** The store whose office has the views; null for the office of all stores, which has its own, wherever it is opened. */
const viewsStore = () => (isAllStores() ? null : pageTenant());

const viewsFilter = (): ['is' | 'eq', string] => (isAllStores() ? ['is', 'null'] : ['eq', pageTenant()]);

/** Reads the user's saved views of a list by name. @throws BackendError */
export async function readViews(list: string) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('saved_views')
      .select('id, name, query')
      .filter('tenant_id', ...viewsFilter())
      .eq('page', list)
      .order('name'),
  );
}

export type SavedView = Awaited<ReturnType<typeof readViews>>[number];

/** Saves a view of a list, replacing one of the same name. @throws BackendError */
export async function saveView(list: string, name: string, query: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase
      .from('saved_views')
      .upsert(
        { tenant_id: viewsStore(), page: list, name, query },
        { onConflict: 'user_id,tenant_id,page,name' },
      ),
  );
}

/** Deletes one of the user's views. @throws BackendError */
export async function deleteView(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const views = supabase
    .from('saved_views')
    .delete()
    .filter('tenant_id', ...viewsFilter());
  assertRowChanged(await views.eq('id', id).select('id'));
}

/** Parameters of the position in a list, which a view does not store. */
const positionParams = ['page', 'tab', 'order', 'print', 'shipment', 'beside', 'conversation', listParam];

/** Returns the filters and sort of a URL in canonical order, without empty ones. */
export function viewOf(query: URLSearchParams): string {
  const params = new URLSearchParams();
  for (const name of [...new Set(query.keys())].sort()) {
    const values = query.getAll(name).filter(Boolean);
    if (values.length > 0 && !positionParams.includes(name)) params.set(name, values.join(','));
  }
  return params.toString();
}

/** Returns the address of a view on the current tab. */
export function viewAddress(query: URLSearchParams, view: string): string {
  const address = new URLSearchParams(view);
  const tab = query.get('tab');
  if (tab) address.set('tab', tab);
  return `?${address}`;
}
