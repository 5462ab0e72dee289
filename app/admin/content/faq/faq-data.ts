import { readQuestions, type StoredQuestion } from '#app/content/questions.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Reads the store's questions in display order. @throws BackendError */
export async function readStoredQuestions(): Promise<StoredQuestion[]> {
  return readQuestions(await loadSupabase(), pageTenant());
}

/** Saves the order of all questions in one request. @throws BackendError */
export async function orderQuestions(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('order_faq_questions', { p_tenant_id: pageTenant(), p_ids: ids }));
}
