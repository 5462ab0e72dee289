import { Link } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';
import { BrandMark } from './brand-mark.tsx';
import { HeaderActions, SearchRow, useSearchRow } from './header.tsx';
import { landingLinks } from './links.ts';
import { useHiding } from './use-hiding.ts';

/** The landing's own bar over the hero: hides on scroll down, returns on scroll up (spec section 2). */
export function LandingHeader() {
  const t = useWords(shellWords);
  const { user } = useSession();
  const { hidden, atTop } = useHiding(true);
  const [searchOpen, toggleSearch] = useSearchRow();
  return (
    <header
      data-hidden={hidden && !searchOpen ? true : undefined}
      className={classes(
        'fixed inset-x-0 top-0 z-40 transition duration-(--slow) focus-within:translate-y-0 data-hidden:-translate-y-full',
        atTop && !searchOpen
          ? 'dark-ground bg-linear-to-b from-page/85 to-transparent text-ink'
          : 'bg-raised shadow-card',
      )}
    >
      <div className="column flex h-16 items-center gap-3 md:h-20 lg:gap-6">
        <BrandMark nameClass="md:max-lg:sr-only" />
        <nav
          aria-label={t('mainNavigation')}
          className="mx-auto hidden min-w-0 items-center overflow-x-auto [scrollbar-width:none] md:flex"
        >
          {landingLinks(user?.role).map(({ to, word }) => (
            <Link
              key={word}
              to={to}
              className="inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-2.5 font-semibold text-sm -outline-offset-2 lg:px-4 hover:bg-tint hover:text-on-tint"
            >
              {t(word)}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1 max-md:ms-auto">
          <HeaderActions searchOpen={searchOpen} onSearch={toggleSearch} account={false} />
        </div>
      </div>
      {searchOpen ? <SearchRow /> : null}
    </header>
  );
}
