import { Plus } from 'lucide-react';
import type { Question } from './faq.ts';

/** Questions with collapsible answers. */
export function FaqList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="wrap-anywhere border-t">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-b">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 font-semibold text-lg hover:text-link [&::-webkit-details-marker]:hidden">
            {question}
            <Plus className="size-5 shrink-0 text-link transition-transform group-open:rotate-45" />
          </summary>
          <p className="max-w-prose whitespace-pre-line pb-5 text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  );
}
