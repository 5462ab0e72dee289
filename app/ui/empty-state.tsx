import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** A drawing or icon; decorative. */
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** The way on: usually one link or button. */
  action?: ReactNode;
};

/** What a list shows when there is nothing in it: what is missing and where to go. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-section text-center">
      {icon ? (
        <div aria-hidden="true" className="text-link">
          {icon}
        </div>
      ) : null}
      <h2 className="text-heading">{title}</h2>
      {children ? <div className="text-ink-soft">{children}</div> : null}
      {action ? <div className="pt-3">{action}</div> : null}
    </div>
  );
}
