import { useMemo } from 'react';
import { isAllStores } from '#app/auth/office-stores.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { columnsOf, type ListColumns } from './list/features.ts';
import { useOfficeStores } from './office-stores.ts';
import { StoreMark } from './store-mark.tsx';

/** Returns the column of a row's store, which lists have in the office of all stores only; on phones it is a line of the main cell. */
export function useStoreColumn<Row extends { tenant_id: string }>(): ListColumns<Row> {
  const t = adminTexts();
  const stores = useOfficeStores();
  return useMemo(() => {
    if (!isAllStores()) return [];
    const column = columnsOf<Row>();
    return column.columns([
      column.accessor((row) => stores.find(({ id }) => id === row.tenant_id)?.name ?? row.tenant_id, {
        id: 'store',
        header: t('store'),
        enableSorting: false,
        meta: { from: '2xl', className: 'whitespace-nowrap' },
        cell: ({ row: { original: row } }) => <StoreMark tenantId={row.tenant_id} />,
      }),
    ]);
  }, [t, stores]);
}
