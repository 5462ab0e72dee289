import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { insistOnRow } from '../kit/refusal.ts';

const page = 'orders';

/** A person's own views of the list of orders, by name. */
export async function readViews() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('saved_views')
      .select('id, name, query')
      .eq('tenant_id', pageTenant())
      .eq('page', page)
      .order('name'),
  );
}

export type SavedView = Awaited<ReturnType<typeof readViews>>[number];

/** Keeps a view; one of the same name is replaced. */
export async function saveView(name: string, query: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(
    await supabase
      .from('saved_views')
      .upsert({ tenant_id: pageTenant(), page, name, query }, { onConflict: 'user_id,tenant_id,page,name' }),
  );
}

/** Deletes one of the person's views. */
export async function deleteView(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const views = supabase.from('saved_views').delete();
  insistOnRow(await views.eq('tenant_id', pageTenant()).eq('id', id).select('id'));
}
