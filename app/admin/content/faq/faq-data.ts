import { readQuestions, type StoredQuestion } from '#app/content/faq.ts';
import adminFaqMessages from '#app/i18n/messages/en/admin-faq.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';

interface QuestionForm {
  question: string;
  answer: string;
}

/** The store's questions in display order. @throws BackendError */
export async function readStoredQuestions(): Promise<StoredQuestion[]> {
  return readQuestions(await loadSupabase(), pageTenant());
}

/** @throws Error when the store already has this question, BackendError */
async function named<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof BackendError && error.code === '23505')) throw error;
    throw new Error(getTranslations('admin-faq', adminFaqMessages)('twice'));
  }
}

/** Adds a question at a position; never a conflict. @throws Error when it is there already, BackendError */
export async function addQuestion(form: QuestionForm, position: number): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...form, tenant_id: pageTenant(), position };
  await named(async () => dataOf(await supabase.from('faq_questions').insert(row)));
  return null;
}

/**
 * Saves a question over the version that was opened; returns the stored one on a conflict.
 * @throws Error when it was deleted or its text is another question's, BackendError
 */
export async function saveQuestion(base: StoredQuestion, form: QuestionForm): Promise<StoredQuestion | null> {
  const supabase = await loadSupabase();
  const saved = await named(async () =>
    dataOf(
      await supabase
        .from('faq_questions')
        .update(form)
        .eq('tenant_id', pageTenant())
        .eq('id', base.id)
        .eq('version', base.version)
        .select('id'),
    ),
  );
  return conflictOf(saved.length === 1, async () =>
    (await readStoredQuestions()).find(({ id }) => id === base.id),
  );
}

/** Stores the order of all questions at once. @throws BackendError */
export async function orderQuestions(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('order_faq_questions', { p_tenant_id: pageTenant(), p_ids: ids }));
}
