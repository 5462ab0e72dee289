import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { type Attribute, attributeColumns, attributeInLanguage } from '#app/product/attributes.ts';
import { assertRowChanged } from '../ui/error-message.ts';

/** Reads the store's attributes in order. @throws BackendError */
export async function readStoredAttributes() {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('attributes')
    .select(`${attributeColumns}, position, version, created_at, translations`)
    .eq('tenant_id', pageTenant())
    .order('position')
    .order('name');
  return dataOf(answer);
}

export type StoredAttribute = Awaited<ReturnType<typeof readStoredAttributes>>[number];

/** Reads the store's attributes in order, in the page's language. @throws BackendError */
export async function readTranslatedAttributes(): Promise<Attribute[]> {
  return (await readStoredAttributes()).map(attributeInLanguage);
}

/** Counts the products that have a value of an attribute. @throws BackendError */
export async function countUses(id: string): Promise<number> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .not(`attributes->${id}`, 'is', null);
  dataOf(answer);
  return answer.count ?? 0;
}

/** Deletes an attribute and its values in all products. @throws BackendError */
export async function deleteAttribute(id: string): Promise<void> {
  const supabase = await loadSupabase();
  const attributes = supabase.from('attributes').delete();
  assertRowChanged(await attributes.eq('tenant_id', pageTenant()).eq('id', id).select('id'));
}
