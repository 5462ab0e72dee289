import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { followFocus } from './scroll-row.ts';

type TableProps = {
  /** Says what the table holds; read out, not shown. */
  caption: string;
  children: ReactNode;
  className?: string;
  /** Long enough to scroll in its frame downwards as well, under its headings. */
  tall?: boolean;
};

/** A region that scrolls must be reachable by keyboard. */
const reachable = { tabIndex: 0 };

const tallClasses =
  'isolate max-h-[80vh] overflow-y-auto [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-10';

/** A table that scrolls sideways inside its own frame, never the page. */
export function Table({ caption, children, className, tall = false }: TableProps) {
  return (
    <section
      aria-label={caption}
      {...reachable}
      onFocus={followFocus}
      className={classes('relative overflow-x-auto rounded-card border bg-surface', tall && tallClasses)}
    >
      <table className={classes('w-full border-collapse text-start text-sm', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/** A heading cell of a column. */
export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        'whitespace-nowrap border-b bg-sunken px-3 py-2.5 font-semibold',
        className?.includes('text-end') ? null : 'text-start',
        className,
      )}
    />
  );
}

/** A cell. */
export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classes('border-b px-3 py-2.5 align-middle', className)} />;
}
