import type { Question } from './faq.ts';

/** Questions that open to their answers. */
export function FaqList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="border-t">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-b">
          <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
            {question}
          </summary>
          <p className="max-w-prose whitespace-pre-line pb-5 text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  );
}
