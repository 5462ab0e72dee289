import { useMemo } from 'react';
import { href, useSearchParams } from 'react-router';
import { formatDate } from '#app/i18n/format.ts';
import { adminImportedCustomersTexts } from '#app/i18n/texts/admin-imported-customers.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { columnsOf } from '../../ui/list/features.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { StoreFilter } from '../../ui/list/store-filter.tsx';
import { SecondLine } from '../../ui/list/table-parts.tsx';
import { changedQuery } from '../../ui/list/url-state.ts';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { shopTimeText } from '../../ui/shop-time.ts';
import { useStoreColumn } from '../../ui/use-store-column.tsx';
import {
  defaultImportedSort,
  type ImportedFilter,
  type ImportedRow,
  importedPerPage,
  readAllImported,
} from './imported-data.ts';

type ImportedListProps = {
  /** Ids of the stores whose rows are listed. */
  stores: readonly string[];
  filter: ImportedFilter;
  rows: ImportedRow[];
  count: number;
};

const column = columnsOf<ImportedRow>();

/** List of the customers that files of other shops brought, who have no account of their own (docs/product.md, Orders of another shop). */
export function ImportedList({ stores, filter, rows, count }: ImportedListProps) {
  const t = adminImportedCustomersTexts();
  const storeColumn = useStoreColumn<ImportedRow>();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'w-full max-w-0' },
          cell: ({ row: { original: customer } }) => <ImportedName customer={customer} />,
        }),
        ...storeColumn,
        column.accessor('email', {
          header: t('email'),
          meta: { from: '3xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor('phone', {
          header: t('phone'),
          enableSorting: false,
          meta: { from: 'xl', className: 'whitespace-nowrap' },
          cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
        }),
        column.accessor((row) => t(`consent_${row.email_consent}`), {
          id: 'mail',
          header: t('byMail'),
          enableSorting: false,
          meta: { from: '2xl', named: true, className: 'whitespace-nowrap' },
        }),
        column.accessor((row) => t(`consent_${row.sms_consent}`), {
          id: 'sms',
          header: t('bySms'),
          enableSorting: false,
          meta: { from: '3xl', named: true, className: 'whitespace-nowrap' },
        }),
        column.accessor(({ created_at }) => shopTimeText(created_at), {
          id: 'imported',
          header: t('imported'),
          meta: { from: '3xl', hiddenWhenFolded: true, className: 'whitespace-nowrap' },
          cell: ({ row: { original: customer } }) => formatDate(customer.created_at),
        }),
      ]),
    [t, storeColumn],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <StoreFilter capability={pageCapabilities['/admin/customers']} />
      <DataTable
        list={{
          name: 'imported-customers',
          title: t('title'),
          columns,
          rowId: ({ id }) => id,
          nameOf: ({ name, email, phone }) => name || email || phone,
          sort: defaultImportedSort,
        }}
        rows={rows}
        paging={{ page: filter.page, perPage: importedPerPage, count }}
        filters={<ListSearch label={t('search')} search={filter.search} choices={[]} />}
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        exports={{ readAll: () => readAllImported(stores, filter) }}
      />
    </div>
  );
}

function ImportedName({
  customer: { id, tenant_id: tenantId, name, email, phone },
}: {
  customer: ImportedRow;
}) {
  const [query] = useSearchParams();
  return (
    <>
      <RowLink
        tenantId={tenantId}
        to={href('/admin/customers') + changedQuery(query, { imported: id, page: query.get('page') ?? '' })}
        className="block truncate font-medium text-link underline"
      >
        <bdi>{name || email || phone}</bdi>
      </RowLink>
      <SecondLine>
        <bdi className="block truncate">{email}</bdi>
      </SecondLine>
    </>
  );
}
