import { Link, useSearchParams } from 'react-router';
import { isAllStores, officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { formatNumber } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { scrollFocusIntoView } from '#app/ui/scroll-row.ts';
import { storeParam } from '../office-stores.ts';
import { StoreMark } from '../store-mark.tsx';
import { changedQuery } from './url-state.ts';
import { scrollIntoView, viewChip } from './views.tsx';

type StoreFilterProps = {
  /** What a store's rows require. */
  capability: Capability;
  /** Numbers by store, shown side by side and then added; without them only names are shown. */
  counts?: Readonly<Record<string, number>> | undefined;
};

/** Links that filter a list of all stores by one of them; nothing in the office of one store. */
export function StoreFilter({ capability, counts }: StoreFilterProps) {
  const t = adminTexts();
  const [query] = useSearchParams();
  const stores = officeStores(useSession().user, capability);
  if (!isAllStores() || stores.length < 2) return null;
  const chosen = stores.find((tenantId) => tenantId === query.get(storeParam)) ?? '';
  const sum = counts && stores.reduce((total, tenantId) => total + (counts[tenantId] ?? 0), 0);
  const linkTo = (store: string) => ({
    ref: store === chosen ? scrollIntoView : undefined,
    to: changedQuery(query, { [storeParam]: store }),
    'aria-current': store === chosen ? ('true' as const) : undefined,
    className: viewChip(store === chosen),
  });
  return (
    <ul
      aria-label={t('store')}
      onFocus={scrollFocusIntoView}
      className="flex gap-1.5 -m-1 overflow-x-auto p-1 max-md:-mx-4 max-md:px-4"
    >
      {stores.map((tenantId) => (
        <li key={tenantId} className="shrink-0">
          <Link {...linkTo(tenantId)}>
            <StoreMark tenantId={tenantId} />
            <Count count={counts && (counts[tenantId] ?? 0)} />
          </Link>
        </li>
      ))}
      <li className="shrink-0">
        <Link {...linkTo('')}>
          {t('allStores')}
          <Count count={sum} />
        </Link>
      </li>
    </ul>
  );
}

const Count = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : (
    <span className="font-details font-semibold text-xs tabular-nums">{formatNumber(count)}</span>
  );
