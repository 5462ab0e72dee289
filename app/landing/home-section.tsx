import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '#app/ui/classes.ts';

type HomeSectionProps = {
  title: string;
  to: string;
  more: string;
  /** Too few items for a row: they are placed beside the title. */
  few?: boolean;
  children: ReactNode;
};

/** A section of the home page with a link to more. */
export function HomeSection({ title, to, more, few = false, children }: HomeSectionProps) {
  return (
    <section
      className={classes(
        'deferred column flex flex-col gap-6',
        few && 'lg:grid lg:grid-cols-[1fr_1.6fr] lg:gap-x-16 [&>ul]:grid-cols-2',
      )}
    >
      <div
        className={classes(
          'flex flex-wrap items-baseline justify-between gap-x-6',
          few && 'lg:block lg:pt-2',
        )}
      >
        <h2 className="text-title">{title}</h2>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-link"
        >
          {more}
        </Link>
      </div>
      {children}
    </section>
  );
}
