import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '#app/ui/skeleton.tsx';

type PlotFrameProps = {
  /** What the plot shows, in a sentence: all that somebody who cannot see it needs besides the table. */
  says: string;
  caption?: ReactNode;
  children: ReactNode;
};

/** A plot on its card; its drawing loads by itself. */
export function PlotFrame({ says, caption, children }: PlotFrameProps) {
  return (
    <figure className="stroked min-w-0 self-start rounded-card bg-surface p-4 md:p-5">
      {caption ? <figcaption className="mb-3">{caption}</figcaption> : null}
      <div role="img" aria-label={says}>
        <div aria-hidden="true" className="relative">
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>{children}</Suspense>
        </div>
      </div>
    </figure>
  );
}
