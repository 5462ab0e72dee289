import type { ReactNode } from 'react';

type PlotFrameProps = {
  /** What the plot shows, in a sentence: all that somebody who cannot see it needs besides the table. */
  says: string;
  caption?: ReactNode;
  children: ReactNode;
};

/** A plot on its card. */
export function PlotFrame({ says, caption, children }: PlotFrameProps) {
  return (
    <figure className="stroked min-w-0 self-start rounded-card bg-surface p-4 md:p-5">
      {caption ? <figcaption className="mb-3">{caption}</figcaption> : null}
      <div role="img" aria-label={says}>
        <div aria-hidden="true" className="relative">
          {children}
        </div>
      </div>
    </figure>
  );
}
