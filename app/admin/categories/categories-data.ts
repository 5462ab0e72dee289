import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { addressList } from '#app/product/legacy-values.ts';
import { insistOnRow } from '../kit/error-message.ts';
import { searchPattern } from '../kit/list/search-pattern.ts';
import { CategoryRefused, insist } from './category-refused.ts';
import {
  categoryName,
  changeRefusal,
  deleteRefusal,
  holdersAmong,
  type Lookup,
  nameRefusal,
} from './category-rules.ts';

const columns = 'id, name, description, image, version, created_at';

/** The store's categories by name. @throws BackendError */
export async function readCategories() {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .order('name');
  return dataOf(answer, 'Failed to fetch categories').map(({ image, ...category }) => ({
    ...category,
    image: addressList(image)[0] ?? '',
  }));
}

export type ListedCategory = Awaited<ReturnType<typeof readCategories>>[number];

/** What staff enter about a category; `image` is '' or a public address. */
export type CategoryEntry = { name: string; description: string; image: string };

/** What the form of a category opens with; nothing for a new one. */
export function filledCategory(category: ListedCategory | null): CategoryEntry {
  const { name = '', description, image = '' } = category ?? {};
  return { name, description: description ?? '', image };
}

async function holdersOf(name: string): Promise<Lookup<string[]>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('categories')
    .select('id, name')
    .eq('tenant_id', pageTenant())
    .ilike('name', searchPattern(name));
  return error ? 'failed' : { found: holdersAmong(data, name) };
}

async function isThere(id: string): Promise<Lookup<boolean>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('categories')
    .select('id')
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .maybeSingle();
  return error ? 'failed' : { found: data !== null };
}

async function usesOf(id: string): Promise<Lookup<number>> {
  const supabase = await loadSupabase();
  const { count, error } = await supabase
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .eq('category_id', id);
  return error ? 'failed' : { found: count ?? 0 };
}

function rowOf(entry: CategoryEntry) {
  const description = entry.description.trim() || null;
  return { name: categoryName(entry.name), description, image: entry.image || null };
}

/** Somebody else may take a name between the look and the write; the database's index sees it. */
function speakOfNames(error: unknown): never {
  if (error instanceof BackendError && error.code === '23505')
    throw new CategoryRefused({ key: 'nameTaken' });
  throw error;
}

/** Adds a category; nothing can be in the way of it but a rule. @throws CategoryRefused, BackendError */
export async function addCategory(entry: CategoryEntry): Promise<null> {
  insist(nameRefusal(entry.name, categoryName(entry.name) ? await holdersOf(entry.name) : { found: [] }));
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .insert({ ...rowOf(entry), tenant_id: pageTenant() })
    .select('id');
  try {
    if (dataOf(answer).length === 0) throw new CategoryRefused({ key: 'nothingCreated' });
  } catch (error) {
    speakOfNames(error);
  }
  return null;
}

/**
 * Saves a category over the version that was opened, or answers with the newer one that is in the way.
 * @throws CategoryRefused, BackendError
 */
export async function saveCategory(
  { id, version }: ListedCategory,
  entry: CategoryEntry,
): Promise<ListedCategory | null> {
  insist(changeRefusal(id, await isThere(id)));
  insist(nameRefusal(entry.name, categoryName(entry.name) ? await holdersOf(entry.name) : { found: [] }, id));
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .update(rowOf(entry))
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .eq('version', version)
    .select('id');
  try {
    if (dataOf(answer).length === 1) return null;
  } catch (error) {
    speakOfNames(error);
  }
  const newer = (await readCategories()).find((category) => category.id === id);
  if (!newer) throw new CategoryRefused({ key: 'noAccess' });
  return newer;
}

/** Deletes a category that no product uses. @throws CategoryRefused, BackendError */
export async function deleteCategory(id: string): Promise<void> {
  insist(deleteRefusal(await isThere(id), await usesOf(id)));
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .delete()
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .select('id');
  if (answer.error?.code === '23503') insist(deleteRefusal({ found: true }, await usesOf(id)));
  insistOnRow(answer);
}
