import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import uiMessages from '#app/i18n/messages/en/ui.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from './classes.ts';

type PaginationProps = {
  /** From 1. */
  page: number;
  pages: number;
  /** Address of a page, with everything else of the URL kept. */
  linkTo: (page: number) => string;
};

const cell = 'grid size-11 place-items-center rounded-field font-details tabular-nums';

/** Real links to pages, so that paging works without JavaScript. Nothing for a single page. */
export function Pagination({ page, pages, linkTo }: PaginationProps) {
  const t = useTranslations('ui', uiMessages);
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

/** The page numbers to offer: the ends, the neighbours of the current page, and null for what is left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages);
  const sorted = wanted.sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}
