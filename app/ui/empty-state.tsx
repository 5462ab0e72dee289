import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type EmptyStateProps = {
  /** A drawing or icon; decorative. */
  icon?: ReactNode;
  title: ReactNode;
  /** 1 where nothing else on the page is a heading. */
  level?: 1 | 2;
  children?: ReactNode;
  /** The way on: usually one link or button. */
  action?: ReactNode;
  /** Class names of its frame and title, where they are not the usual ones. */
  look?: { frame: string; title: string };
  /** What lies behind it. */
  ornament?: ReactNode;
};

const usual = { frame: 'max-w-md py-section text-center', title: 'text-heading' };

/** What a list shows when there is nothing in it: what is missing and where to go. */
export function EmptyState({
  icon,
  title,
  level = 2,
  children,
  action,
  look = usual,
  ornament,
}: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      className={classes(
        'relative isolate mx-auto flex w-full flex-col items-center gap-3 overflow-hidden',
        look.frame,
      )}
    >
      {ornament}
      {icon ? (
        <div aria-hidden="true" className="text-link">
          {icon}
        </div>
      ) : null}
      <Heading className={look.title}>{title}</Heading>
      {children ? <div className="text-balance text-ink-soft [&_p]:text-balance">{children}</div> : null}
      {action ? <div className="pt-3">{action}</div> : null}
    </div>
  );
}
