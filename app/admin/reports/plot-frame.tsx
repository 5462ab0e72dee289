import type { ReactNode } from 'react';

type PlotFrameProps = {
  /** Description of the plot for screen readers, in addition to the table. */
  description: string;
  caption: ReactNode;
  children: ReactNode;
};

/** A plot in a card. */
export function PlotFrame({ description, caption, children }: PlotFrameProps) {
  return (
    <figure className="stroked min-w-0 self-start rounded-card bg-surface p-4 md:p-5">
      <figcaption className="mb-3">{caption}</figcaption>
      <div role="img" aria-label={description}>
        <div aria-hidden="true" className="relative">
          {children}
        </div>
      </div>
    </figure>
  );
}
