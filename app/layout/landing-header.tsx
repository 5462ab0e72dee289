import { Link } from 'react-router';
import { isStaff } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { classes } from '#app/ui/classes.ts';
import { AccountEntry } from './account-entry.tsx';
import { BrandMark } from './brand-mark.tsx';
import { HeaderActions, SearchRow, useSearchRow } from './header.tsx';
import { landingLinks } from './links.ts';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

const entry =
  'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-2.5 font-semibold text-sm -outline-offset-2 lg:px-4 hover:bg-tint hover:text-on-tint';

/**
 * Header of the board-game landing over its hero; hides on scroll down, returns on scroll up (docs/product.md,
 * Landing).
 */
export function LandingHeader() {
  const t = shellTexts();
  const { user, status } = useSession();
  const { hidden, atTop } = useHideOnScroll(true);
  const [searchOpen, toggleSearch] = useSearchRow();
  const { everybody, personal } = landingLinks(user);
  const loading = status === 'loading';
  // Staff have more entries than fit on medium widths; the profile menu has them too.
  const hasOverflow = isStaff(user);
  return (
    <header
      data-hidden={hidden && !searchOpen ? true : undefined}
      className={classes(
        'fixed inset-x-0 top-0 z-40 transition duration-(--slow) not-has-focus-visible:data-hidden:-translate-y-full',
        atTop && !searchOpen
          ? 'dark-ground bg-linear-to-b from-page/85 to-transparent text-ink'
          : 'bg-raised shadow-card',
      )}
    >
      <div className="column flex h-16 items-center gap-3 md:h-20 lg:gap-6">
        <BrandMark nameClass="md:max-lg:sr-only" />
        <nav aria-label={t('mainNavigation')} className="mx-auto flex min-w-0 items-center max-md:hidden">
          {[...everybody, ...(loading ? [] : personal)].map(({ to, word }) => (
            <Link
              key={word}
              to={to}
              className={classes(
                entry,
                hasOverflow && personal.some((link) => link.word === word) && 'max-xl:hidden',
              )}
            >
              {t(word)}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1 max-md:ms-auto">
          <HeaderActions searchOpen={searchOpen} onSearch={toggleSearch} account={false} />
          {loading || hasOverflow ? (
            <div className={classes('max-md:hidden', hasOverflow && 'xl:hidden')}>
              <AccountEntry />
            </div>
          ) : null}
        </div>
      </div>
      {searchOpen ? <SearchRow /> : null}
    </header>
  );
}
