import { isAllStores } from '#app/auth/office-stores.ts';
import { formatParts } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { useOfficeStores } from './office-stores.ts';

/**
 * Returns a function that says how many of some rows are of which store, in the stores' order; '' in the office of one
 * store, where it goes without saying.
 */
export function useStoreCounts(): (rows: readonly { tenant_id: string }[]) => string {
  const t = adminTexts();
  const stores = useOfficeStores();
  return (rows) => {
    if (!isAllStores()) return '';
    const counts = Map.groupBy(rows, ({ tenant_id }) => tenant_id);
    return formatParts(
      stores.flatMap(({ id, name }) => {
        const count = counts.get(id)?.length ?? 0;
        return count > 0 ? [t('countInStore', { store: name, count })] : [];
      }),
    );
  };
}
