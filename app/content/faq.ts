import { dataOf } from '#app/lib/backend-error.ts';
import type { Storefront } from '#app/lib/context.ts';
import type { Json } from '#app/lib/database.types.ts';

export interface Question {
  question: string;
  answer: string;
}

/** Parses the questions of a settings row; invalid entries are dropped. */
export function questionsOf(faq: Json | undefined): Question[] {
  if (!Array.isArray(faq)) return [];
  return faq.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { question, answer } = entry;
    return typeof question === 'string' && typeof answer === 'string' && question && answer
      ? [{ question, answer }]
      : [];
  });
}

/** Reads the FAQ from the store's settings. */
export function readFaq(store: Storefront): Promise<Question[]> {
  return store.cached('content:faq', ['settings'], async () => {
    const answer = await store.supabase
      .from('settings')
      .select('faq')
      .eq('tenant_id', store.tenantId)
      .maybeSingle();
    return questionsOf(dataOf(answer)?.faq);
  });
}

/** The questions that contain every word of the search. */
export function matchingQuestions(questions: readonly Question[], search: string): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase();
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
