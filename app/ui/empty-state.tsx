import type { ReactNode } from 'react';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from './classes.ts';
import { Ornament } from './ornament.tsx';

export type EmptyStateProps = {
  /** Decorative drawing or icon. */
  icon?: ReactNode;
  title: ReactNode;
  /** 1 if the page has no other heading. */
  level?: 1 | 2;
  children?: ReactNode;
  /** Usually one link or button. */
  action?: ReactNode;
  /** Class names of frame and title that replace the defaults. */
  look?: { frame: string; title: string };
  ornament?: ReactNode;
};

const defaultLook = { frame: 'max-w-md py-section text-center', title: 'text-heading' };

/** Shown in place of an empty list: what is missing and where to go. */
export function EmptyState({
  icon,
  title,
  level = 2,
  children,
  action,
  look = defaultLook,
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
      {children ? (
        <div className="wrap-anywhere max-w-full text-balance text-ink-soft [&_p]:text-balance">
          {children}
        </div>
      ) : null}
      {action ? <div className="pt-3">{action}</div> : null}
    </div>
  );
}

/** An empty state of the store's pages, in the brand's look. */
export function BrandEmptyState(props: Omit<EmptyStateProps, 'look' | 'ornament'>) {
  const { empty } = useRootData();
  return <EmptyState {...props} look={empty} ornament={<Ornament />} />;
}
