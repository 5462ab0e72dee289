import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { classes } from './classes.ts';

/** A breadcrumb; the last one is the current page and has no path. `address` is a page that is another document. */
export type Crumb = { label: string; to?: string; address?: string };

const linkClasses =
  'inline-flex min-h-11 min-w-11 items-center hover:text-ink hover:underline md:min-h-8 md:min-w-0';

/** Breadcrumb navigation. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const t = uiTexts();
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere font-details text-ink-soft text-sm">
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.label}
            // On a phone the heading below shows the current page.
            className={classes(
              'flex items-center gap-1.5',
              index === crumbs.length - 1 && crumbs.length > 2 && 'max-md:hidden',
            )}
          >
            {index > 0 ? <ChevronRight className="size-3.5 shrink-0 rtl:-scale-x-100" /> : null}
            {crumb.to ? (
              <Link to={crumb.to} className={linkClasses}>
                {crumb.label}
              </Link>
            ) : crumb.address ? (
              <a href={crumb.address} className={linkClasses}>
                {crumb.label}
              </a>
            ) : (
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
