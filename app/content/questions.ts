import type { SupabaseClient } from '@supabase/supabase-js';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Database } from '#app/lib/database.types.ts';
import { foldText } from '#app/lib/folded-text.ts';
import { rowWithFacts } from '#app/store/fact-texts.ts';
import { readFactTexts } from '#app/store/read-facts.ts';

/** Reads a store's questions in display order. @throws BackendError */
export async function readQuestions(supabase: SupabaseClient<Database>, tenantId: string) {
  const answer = await supabase
    .from('faq_questions')
    .select('id, question, answer, position, version, translations')
    .eq('tenant_id', tenantId)
    .order('position')
    .order('created_at')
    .order('id');
  return dataOf(answer);
}

export type StoredQuestion = Awaited<ReturnType<typeof readQuestions>>[number];
export type Question = Pick<StoredQuestion, 'question' | 'answer'>;

/** Texts of a question that can name facts. */
export const questionTexts = ['question', 'answer'] as const;

/** Reads the questions for a page of the storefront. One whose facts the store does not have is left out. */
export async function readFaq(store: StoreContext): Promise<Question[]> {
  store.tag('questions', 'settings', 'zones');
  const [questions, facts] = await Promise.all([
    store.cached('content:faq', ['questions'], async () => readQuestions(store.supabase, store.tenantId)),
    readFactTexts(store),
  ]);
  return questions
    .map(({ question, answer, translations }) =>
      translatedRow(rowWithFacts({ question, answer, translations }, questionTexts, facts)),
    )
    .filter(({ question, answer }) => question !== '' && answer !== '');
}

/** The questions that contain every word of the search. */
export function matchingQuestions(questions: readonly Question[], search: string): Question[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const text = foldText(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

/** schema.org FAQPage. */
export function faqJsonLd(questions: readonly Question[]): Record<string, unknown> {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
