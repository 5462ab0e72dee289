import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { insistOnRow } from '../error-message.ts';

/** A person's own views of a list, by name. @throws BackendError */
export async function readViews(list: string) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('saved_views')
      .select('id, name, query')
      .eq('tenant_id', pageTenant())
      .eq('page', list)
      .order('name'),
  );
}

export type SavedView = Awaited<ReturnType<typeof readViews>>[number];

/** Keeps a view of a list; one of the same name is replaced. @throws BackendError */
export async function saveView(list: string, name: string, query: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase
      .from('saved_views')
      .upsert(
        { tenant_id: pageTenant(), page: list, name, query },
        { onConflict: 'user_id,tenant_id,page,name' },
      ),
  );
}

/** Deletes one of the person's views. @throws BackendError */
export async function deleteView(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const views = supabase.from('saved_views').delete();
  insistOnRow(await views.eq('tenant_id', pageTenant()).eq('id', id).select('id'));
}

/** Parameters that say where in the list somebody is, not what the list shows. */
const notOfView = ['page', 'tab', 'order', 'print', 'conversation'];

/** What a view keeps of an address: filters and order, without empty ones, in one order whatever theirs was. */
export function viewOf(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of [...new Set(query.keys())].sort()) {
    const values = query.getAll(name).filter(Boolean);
    if (values.length > 0 && !notOfView.includes(name)) kept.set(name, values.join(','));
  }
  return kept.toString();
}

/** The address of a view, on the tab that the list is on. */
export function viewAddress(query: URLSearchParams, view: string): string {
  const address = new URLSearchParams(view);
  const tab = query.get('tab');
  if (tab) address.set('tab', tab);
  return `?${address}`;
}
