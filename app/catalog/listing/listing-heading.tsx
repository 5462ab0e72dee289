import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from '#app/ui/breadcrumb.tsx';

type ListingHeadingProps = { title: string; text?: string; crumbs: Crumb[]; children?: ReactNode };

/** What stands above a listing: the way to it, its name and a line about it. */
export function ListingHeading({ title, text, crumbs, children }: ListingHeadingProps) {
  return (
    <header className="column flex flex-col gap-3 pt-6 pb-8">
      <Breadcrumb crumbs={crumbs} />
      <h1 className="text-title">{title}</h1>
      {text ? <p className="max-w-prose text-ink-soft text-lg">{text}</p> : null}
      {children}
    </header>
  );
}
