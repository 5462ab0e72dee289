import { ArrowLeft, Heart, Search, ShoppingBag, X } from 'lucide-react';
import { useState } from 'react';
import { href, Link, NavLink, useLocation } from 'react-router';
import type { HeaderLayout } from '#app/brands/looks/look.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { useCartCount } from '#app/cart/cart-store.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { BareButton, buttonClasses } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { IconLink, iconControl } from '#app/ui/icon-link.tsx';
import { ThemeButton } from '#app/ui/theme-button.tsx';
import { AccountEntry } from './account-entry.tsx';
import { BrandMark } from './brand-mark.tsx';
import { CategoriesMenu } from './categories-menu.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SearchForm } from './search-form.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

function Links({ layout }: { layout: HeaderLayout }) {
  const t = shellTexts();
  const { customization } = useRootData().settings;
  return (
    <nav aria-label={t('mainNavigation')} className={layout.links}>
      <NavLink to={href('/shop')} className={layout.link}>
        {t('shop')}
      </NavLink>
      <CategoriesMenu className={layout.link} />
      <NavLink to={href('/deals')} className={layout.link}>
        {t('deals')}
      </NavLink>
      {customization.enabled ? (
        <NavLink to="/customize" className={layout.link}>
          {t('customize')}
        </NavLink>
      ) : null}
    </nav>
  );
}

type HeaderActionsProps = {
  searchOpen: boolean;
  onSearch: () => void;
  toggleClass?: string | undefined;
  account?: boolean;
};

/** Actions at the end of the header: search, theme, wishlist, cart, account. */
export function HeaderActions({ searchOpen, onSearch, toggleClass, account = true }: HeaderActionsProps) {
  const t = shellTexts();
  const { features } = useRootData().settings;
  const count = useCartCount();
  const Icon = searchOpen ? X : Search;
  return (
    <>
      <BareButton
        aria-label={searchOpen ? t('closeSearch') : t('openSearch')}
        aria-expanded={searchOpen}
        onClick={onSearch}
        className={classes(iconControl, toggleClass)}
      >
        <Icon className="size-5.5" />
      </BareButton>
      <LanguageSwitch short className="max-xl:hidden" />
      <ThemeButton className="max-md:hidden" />
      {features.wishlist ? (
        <IconLink
          to={href('/account/wishlist')}
          label={t('wishlist')}
          icon={Heart}
          className="max-md:hidden"
        />
      ) : null}
      <IconLink
        to={href('/cart')}
        label={count > 0 ? t('cartWithCount', { count }) : t('cart')}
        icon={ShoppingBag}
        count={count}
        className="max-md:hidden"
      />
      {account ? (
        <div className="ms-1 max-md:hidden">
          <AccountEntry />
        </div>
      ) : null}
    </>
  );
}

/** Search row below the header. */
export function SearchRow() {
  return (
    <div className="border-b bg-page py-3">
      <div className="column">
        <SearchForm autoFocus className="mx-auto max-w-3xl" />
      </div>
    </div>
  );
}

/** State of the search row, which closes on navigation. */
export function useSearchRow(): [boolean, () => void] {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;
  return [open, () => setOpenedAt(open ? null : key)];
}

/** Header of the checkout: the brand and a link back to the cart. */
export function QuietHeader() {
  const t = shellTexts();
  const { header: layout } = useRootData();
  return (
    <header data-quiet-header className={layout.bar}>
      <div className={layout.row}>
        <BrandMark />
        <div className={layout.actions}>
          <Link to={href('/cart')} className={buttonClasses('quiet', 'small')}>
            <ArrowLeft className="size-4 rtl:-scale-x-100" />
            {/* Phones have room only for the store's name. */}
            <span className="max-sm:sr-only">{t('backToCart')}</span>
          </Link>
        </div>
      </div>
    </header>
  );
}

/** The store's header, laid out by the brand: links, search, theme, **Wishlist**, **Cart** and account. */
export function Header() {
  const { design } = useBrand();
  const { header: layout, settings } = useRootData();
  const { hidden } = useHideOnScroll(design.header === 'hiding');
  const [searchOpen, toggleSearch] = useSearchRow();
  return (
    <header
      data-hidden={hidden && !searchOpen ? true : undefined}
      className={classes(
        'sticky top-0 z-40 transition-transform duration-(--slow) not-has-focus-visible:data-hidden:-translate-y-full',
        layout.bar,
      )}
    >
      <div className={layout.row}>
        <BrandMark nameClass={settings.customization.enabled ? 'md:max-lg:sr-only' : layout.name} />
        <Links layout={layout} />
        <SearchForm className={layout.search} />
        <div className={layout.actions}>
          <HeaderActions searchOpen={searchOpen} onSearch={toggleSearch} toggleClass={layout.toggle} />
        </div>
      </div>
      {searchOpen ? <SearchRow /> : null}
    </header>
  );
}
