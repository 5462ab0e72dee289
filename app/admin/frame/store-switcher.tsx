import { Check, ChevronsUpDown, LayoutGrid } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { allStores } from '#app/lib/office-address.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { DropdownItem, DropdownMenu, DropdownSeparator } from '#app/ui/dropdown-menu.tsx';
import { pageInOffice, useOfficeStores } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { pageToKeep } from './page-to-keep.ts';

/** The name of the office's store; for people who work in several, a menu that opens the same page of another one, or of all. */
export function StoreSwitcher() {
  const t = adminTexts();
  const { name } = useBrand();
  const { pathname } = useLocation();
  const stores = useOfficeStores();
  const shown = isAllStores() ? t('allStores') : name;
  const isOnly = stores.length === 1 && stores[0]?.id === pageTenant();
  if (stores.length === 0 || isOnly) return <p className="display truncate text-lg lg:text-xl">{shown}</p>;
  const current = isAllStores() ? allStores : pageTenant();
  const entry = (id: string, content: ReactNode) => (
    <DropdownItem key={id} asChild>
      <a
        href={pageInOffice(id, pageToKeep(pathname, id))}
        aria-current={id === current ? 'true' : undefined}
        className="justify-between"
      >
        {content}
        {id === current ? <Check className="size-4 shrink-0" /> : null}
      </a>
    </DropdownItem>
  );
  return (
    <DropdownMenu
      label={t('chooseStore')}
      trigger={
        <button
          type="button"
          aria-label={t('storeChosen', { store: shown })}
          className="-mx-2 flex min-h-11 min-w-0 items-center gap-2 rounded-field px-2 text-start hover:bg-sunken"
        >
          <span className="display min-w-0 truncate text-lg lg:text-xl">{shown}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-ink-soft" />
        </button>
      }
    >
      {stores.map(({ id }) => entry(id, <StoreMark tenantId={id} />))}
      {stores.length > 1 ? (
        <>
          <DropdownSeparator />
          {entry(
            allStores,
            <span className="flex items-center gap-2">
              <LayoutGrid className="-mx-0.5 size-4 shrink-0" />
              {t('allStores')}
            </span>,
          )}
        </>
      ) : null}
    </DropdownMenu>
  );
}
