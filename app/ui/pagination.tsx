import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { classes } from './classes.ts';

type PaginationProps = {
  /** Starts at 1. */
  page: number;
  pages: number;
  /** Returns the URL of a page, keeping the rest of the query. */
  linkTo: (page: number) => string;
};

const cell = 'grid size-11 place-items-center rounded-field font-details tabular-nums';

/** Pagination with real links, which work without JavaScript. Renders nothing for a single page. */
export function Pagination({ page, pages, linkTo }: PaginationProps) {
  const t = uiTexts();
  if (pages < 2) return null;
  return (
    <nav aria-label={t('pages')}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 ? (
          <li>
            <Link
              to={linkTo(page - 1)}
              rel="prev"
              aria-label={t('previous')}
              className={classes(cell, 'hover:bg-sunken')}
            >
              <ChevronLeft className="size-5 rtl:-scale-x-100" />
            </Link>
          </li>
        ) : null}
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true" className={classes(cell, 'text-ink-soft')}>
                …
              </span>
            ) : (
              <Link
                to={linkTo(number)}
                aria-label={t('page', { number })}
                aria-current={number === page ? 'page' : undefined}
                className={classes(cell, number === page ? 'chosen' : 'hover:bg-sunken')}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        {page < pages ? (
          <li>
            <Link
              to={linkTo(page + 1)}
              rel="next"
              aria-label={t('next')}
              className={classes(cell, 'hover:bg-sunken')}
            >
              <ChevronRight className="size-5 rtl:-scale-x-100" />
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** Returns the page numbers to list: first, last and neighbors of the current page; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  const sorted = offered.sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const previous = sorted[index - 1] ?? number - 1;
    if (number - previous === 2) return [number - 1, number];
    return number - previous > 2 ? [null, number] : [number];
  });
}
