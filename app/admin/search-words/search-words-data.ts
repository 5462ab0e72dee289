import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

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
