import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** A drawing or icon; decorative. */
  icon?: ReactNode;
  title: ReactNode;
  /** 1 where nothing else on the page is a heading. */
  level?: 1 | 2;
  children?: ReactNode;
  /** The way on: usually one link or button. */
  action?: ReactNode;
};

/** What a list shows when there is nothing in it: what is missing and where to go. */
export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-section text-center">
      {icon ? (
        <div aria-hidden="true" className="text-link">
          {icon}
        </div>
      ) : null}
      <Heading className="text-heading">{title}</Heading>
      {children ? <div className="text-balance text-ink-soft [&_p]:text-balance">{children}</div> : null}
      {action ? <div className="pt-3">{action}</div> : null}
    </div>
  );
}
