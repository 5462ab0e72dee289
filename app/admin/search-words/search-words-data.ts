import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../kit/edit/conflict.ts';
import { type SearchWordForm, searchWordColumns } from './search-word-form.ts';

/** Reads the store's own search words, alphabetically. @throws BackendError */
export async function readSearchWords() {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('search_synonyms')
    .select('id, words, one_way, version')
    .eq('tenant_id', pageTenant())
    .order('words')
    .order('id');
  return dataOf(answer);
}

export type StoredSearchWord = Awaited<ReturnType<typeof readSearchWords>>[number];

/** Adds a search word; never a conflict. @throws BackendError */
export async function addSearchWord(form: SearchWordForm): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...searchWordColumns(form), tenant_id: pageTenant() };
  await sendOnce('add search word', async (id) =>
    dataOf(await supabase.from('search_synonyms').upsert({ ...row, id })),
  );
  return null;
}

/**
 * Saves a search word over the version that was opened; returns the newer version on a conflict.
 * @throws Error when it was deleted, BackendError
 */
export async function saveSearchWord(
  base: StoredSearchWord,
  form: SearchWordForm,
): Promise<StoredSearchWord | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('search_synonyms')
    .update(searchWordColumns(form))
    .eq('tenant_id', pageTenant())
    .eq('id', base.id)
    .eq('version', base.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, async () =>
    (await readSearchWords()).find(({ id }) => id === base.id),
  );
}
