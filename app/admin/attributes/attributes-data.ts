import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { attributeColumns } from '#app/product/attributes.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../kit/edit/conflict.ts';
import { assertRowChanged } from '../kit/error-message.ts';
import { type AttributeForm, attributeColumnsOf } from './attribute-form.ts';

/** Reads the store's attributes in order. @throws BackendError */
export async function readAttributes() {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('attributes')
    .select(`${attributeColumns}, position, version, created_at`)
    .eq('tenant_id', pageTenant())
    .order('position')
    .order('name');
  return dataOf(answer);
}

export type StoredAttribute = Awaited<ReturnType<typeof readAttributes>>[number];

/** Adds an attribute; never a conflict. @throws BackendError */
export async function addAttribute(form: AttributeForm): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...attributeColumnsOf(form), kind: form.kind, tenant_id: pageTenant() };
  await sendOnce('add attribute', async (id) =>
    dataOf(await supabase.from('attributes').upsert({ ...row, id })),
  );
  return null;
}

/**
 * Saves an attribute over the version that was opened; returns the newer version on a conflict.
 * @throws Error when the attribute was deleted, BackendError
 */
export async function saveAttribute(
  base: StoredAttribute,
  form: AttributeForm,
): Promise<StoredAttribute | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('attributes')
    .update(attributeColumnsOf(form))
    .eq('tenant_id', pageTenant())
    .eq('id', base.id)
    .eq('version', base.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, async () =>
    (await readAttributes()).find(({ id }) => id === base.id),
  );
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
