import type { ReactNode } from 'react';
import { Link } from 'react-router';

type ShelfProps = { title: string; to: string; more: string; children: ReactNode };

/** A section of a home page with the way to the rest of it. */
export function Shelf({ title, to, more, children }: ShelfProps) {
  return (
    <section className="column flex flex-col gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
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
