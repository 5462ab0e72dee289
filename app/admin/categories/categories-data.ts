import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { addressList } from '#app/product/parse-values.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { typedPaths } from '../products/model/product-form.ts';
import { type TranslatedName, translatedValues, translationsColumn } from '../ui/edit/translated-texts.ts';
import { assertRowChanged } from '../ui/error-message.ts';
import { searchPattern } from '../ui/list/search-pattern.ts';
import {
  CategoryRefused,
  changeRefusal,
  deleteRefusal,
  idsWithName,
  type Lookup,
  nameRefusal,
  throwIfRefused,
} from './category-rules.ts';

const columns =
  'id, name, description, image, slug, page_slugs, old_paths, translations, version, created_at';

/** Reads a store's categories, sorted by name. @throws BackendError */
export async function readListedCategories(tenantId = pageTenant()) {
  const supabase = await loadSupabase();
  const answer = await supabase.from('categories').select(columns).eq('tenant_id', tenantId).order('name');
  return dataOf(answer, 'Failed to fetch categories').map(({ image, ...category }) => ({
    ...category,
    image: addressList(image)[0] ?? '',
  }));
}

export type ListedCategory = Awaited<ReturnType<typeof readListedCategories>>[number];

/** Translated texts of a category. */
export const categoryTexts = ['name', 'description'] as const;

/** Texts of its form that a language may have of its own. */
export const translatedFields = [...categoryTexts, 'slug'] as const;

/** Form values of a category; `image` is '' or a public address, `old_paths` has one per line. */
export type CategoryEntry = {
  name: string;
  description: string;
  image: string;
  slug: string;
  old_paths: string;
} & Record<TranslatedName<(typeof translatedFields)[number]>, string>;

/** Returns the form values of a category; empty for a new one. */
export function categoryFormValues(category: ListedCategory | null): CategoryEntry {
  const { name = '', description, image = '', slug, old_paths = [], translations } = category ?? {};
  return {
    ...translatedValues(translatedFields, translations),
    name,
    description: description ?? '',
    image,
    slug: slug ?? '',
    old_paths: old_paths.join('\n'),
  };
}

async function findIdsByName(name: string): Promise<Lookup<string[]>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('categories')
    .select('id, name')
    .eq('tenant_id', pageTenant())
    .ilike('name', searchPattern(name));
  return error ? 'failed' : idsWithName(data, name);
}

async function categoryExists(id: string): Promise<Lookup<boolean>> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase
    .from('categories')
    .select('id')
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .maybeSingle();
  return error ? 'failed' : data !== null;
}

async function countProducts(id: string): Promise<Lookup<number>> {
  const supabase = await loadSupabase();
  const { count, error } = await supabase
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .eq('category_id', id);
  return error ? 'failed' : (count ?? 0);
}

/** Returns the columns that the form changes in a stored category. */
export function categoryColumns(entry: CategoryEntry, stored: ListedCategory | null) {
  return {
    name: entry.name.trim(),
    description: entry.description.trim() || null,
    image: entry.image || null,
    slug: entry.slug.trim() || null,
    old_paths: typedPaths(entry.old_paths),
    translations: translationsColumn(translatedFields, entry, stored?.translations),
  };
}

/** @throws CategoryRefused when the name is missing or another category has it */
async function assertNameFree(typed: string, ownId?: string): Promise<void> {
  const name = typed.trim();
  throwIfRefused(nameRefusal(name, name ? await findIdsByName(name) : [], ownId));
}

/** Another category may take the name between check and write; then the unique index rejects it. */
function throwIfNameTaken(error: { code: string } | null): void {
  if (error?.code === '23505') throw new CategoryRefused({ key: 'nameTaken' });
}

/** Adds a category; never conflicts. @throws CategoryRefused, BackendError */
export async function addCategory(entry: CategoryEntry): Promise<null> {
  await assertNameFree(entry.name);
  const supabase = await loadSupabase();
  const row = { ...categoryColumns(entry, null), tenant_id: pageTenant() };
  const added = await sendOnce('add category', async (id) => {
    const answer = await supabase
      .from('categories')
      .upsert({ ...row, id })
      .select('id');
    throwIfNameTaken(answer.error);
    return dataOf(answer);
  });
  if (added.length === 0) throw new CategoryRefused({ key: 'nothingCreated' });
  return null;
}

/**
 * Saves a category over the version that was opened; returns the newer version on a conflict.
 * @throws CategoryRefused, BackendError
 */
export async function saveCategory(
  base: ListedCategory,
  entry: CategoryEntry,
): Promise<ListedCategory | null> {
  const { id, version } = base;
  throwIfRefused(changeRefusal(id, await categoryExists(id)));
  await assertNameFree(entry.name, id);
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .update(categoryColumns(entry, base))
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .eq('version', version)
    .select('id');
  throwIfNameTaken(answer.error);
  if (dataOf(answer).length === 1) return null;
  const newer = (await readListedCategories()).find((category) => category.id === id);
  if (!newer) throw new CategoryRefused({ key: 'noAccess' });
  return newer;
}

/** Deletes a category that no product uses. @throws CategoryRefused, BackendError */
export async function deleteCategory(id: string): Promise<void> {
  throwIfRefused(deleteRefusal(await categoryExists(id), await countProducts(id)));
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('categories')
    .delete()
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .select('id');
  if (answer.error?.code === '23503') throwIfRefused(deleteRefusal(true, await countProducts(id)));
  assertRowChanged(answer);
}
