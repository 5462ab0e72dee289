import { Plus } from 'lucide-react';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import type { Question } from './questions.ts';

/** Questions with collapsible answers. */
export function FaqList({ questions }: { questions: readonly Question[] }) {
  const { help: layout } = useRootData();
  return (
    <div className={classes('wrap-anywhere', layout.list)}>
      {questions.map(({ question, answer }) => (
        <details key={question} className={classes('group', layout.entry)}>
          <summary
            className={classes(
              'flex min-h-14 list-none items-center justify-between gap-4 py-4 hover:text-link [&::-webkit-details-marker]:hidden',
              layout.question,
            )}
          >
            {question}
            <Plus className="size-5 shrink-0 text-link transition-transform group-open:rotate-45" />
          </summary>
          <p className={classes('max-w-prose whitespace-pre-line pb-5 text-ink-soft', layout.answer)}>
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
