import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { scrollFocusIntoView } from './scroll-row.ts';

type TableProps = {
  /** Description of the table for screen readers. */
  caption: string;
  children: ReactNode;
  className?: string;
  /** Scrolls vertically in its frame, under sticky headings. */
  tall?: boolean;
};

/** A scrollable region must be focusable. */
const focusable = { tabIndex: 0 };

const tallClasses = 'max-h-[80vh] overflow-y-auto [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-10';

const cover = (direction: string) => `linear-gradient(to ${direction}, var(--surface) 40%, transparent)`;
const shade = (direction: string) =>
  `linear-gradient(to ${direction}, color-mix(in oklab, var(--ink) 28%, transparent), transparent)`;

/**
 * A shadow at each edge with more content beyond it, under a cover that scrolls along. Not a class, because the first
 * pages' sheet would contain it without showing a table.
 */
const scrollHint = [
  `${cover('right')} left / 3rem 100% no-repeat local`,
  `${cover('left')} right / 3rem 100% no-repeat local`,
  `${shade('right')} left / 1rem 100% no-repeat`,
  `${shade('left')} right / 1rem 100% no-repeat var(--surface)`,
].join();

/** A table that scrolls horizontally in its own frame. */
export function Table({ caption, children, className, tall = false }: TableProps) {
  return (
    <section
      aria-label={caption}
      {...focusable}
      onFocus={scrollFocusIntoView}
      style={{ background: scrollHint }}
      className={classes('relative isolate overflow-x-auto rounded-card border', tall && tallClasses)}
    >
      <table className={classes('w-full border-collapse text-start text-sm', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** Column heading cell. */
export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        'whitespace-nowrap border-b bg-sunken px-3 py-2.5 font-semibold @max-lg:px-2',
        className?.includes('text-end') ? null : 'text-start',
        className,
      )}
    />
  );
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classes('border-b px-3 py-2.5 align-middle @max-lg:px-2', className)} />;
}
