import type { ReactNode } from 'react';
import { uiWords } from '#app/messages/en/ui.ts';
import { useWords } from '#app/messages/use-words.ts';
import { type LatePart, Part } from '#app/ui/part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

type PlotFrameProps<Props> = {
  /** What the plot shows, in a sentence: all that somebody who cannot see it needs besides the table. */
  says: string;
  caption?: ReactNode;
  plot: LatePart<Props>;
  props: Props;
};

/** A plot on its card; its drawing loads by itself. */
export function PlotFrame<Props extends object>({ says, caption, plot, props }: PlotFrameProps<Props>) {
  const t = useWords(uiWords);
  return (
    <figure className="stroked min-w-0 self-start rounded-card bg-surface p-4 md:p-5">
      {caption ? <figcaption className="mb-3">{caption}</figcaption> : null}
      <div role="img" aria-label={says}>
        <div aria-hidden="true" className="relative">
          <Part
            part={plot}
            props={props}
            waiting={<Skeleton className="h-80 w-full" />}
            missing={() => <p className="grid h-80 place-items-center text-ink-soft">{t('errorTitle')}</p>}
          />
        </div>
      </div>
    </figure>
  );
}
