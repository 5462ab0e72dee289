import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { Picture } from '#app/ui/picture.tsx';

/** `key` is needed where a product has several ranks. */
type Rank = { id: string | null; key?: string; name: string; image: string | null; figure: ReactNode };

type ProductRanksProps = { title: string; empty: string; ranks: Rank[]; more?: ReactNode };

/** A short list of products with a figure each, linked to their forms. */
export function ProductRanks({ title, empty, ranks, more }: ProductRanksProps) {
  return (
    <section
      aria-label={title}
      className="stroked grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-card border-line bg-surface p-4 lg:p-5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        {more}
      </div>
      {ranks.length === 0 ? <p className="text-ink-soft text-sm">{empty}</p> : null}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {ranks.map(({ id, key = id ?? '', name, image, figure }) => (
          <li key={key || name} className="relative flex min-h-12 items-center gap-3 hover:bg-sunken">
            <Picture
              src={image ?? ''}
              alt=""
              sizes="2.5rem"
              widest={96}
              className="size-10 shrink-0 rounded-picture object-cover"
            />
            {id ? (
              <Link
                to={href('/admin/products/edit/:id', { id })}
                className="stretched-link min-w-0 flex-1 text-sm"
              >
                <bdi className="block truncate">{name}</bdi>
              </Link>
            ) : (
              <bdi className="min-w-0 flex-1 truncate text-ink-soft text-sm">{name}</bdi>
            )}
            <span className="whitespace-nowrap font-details text-sm tabular-nums">{figure}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
