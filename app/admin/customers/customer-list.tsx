import { useMemo } from 'react';
import { href, useSearchParams } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/store/root-data.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListSearch } from '../ui/list/list-search.tsx';
import type { SavedView } from '../ui/list/saved-views.ts';
import { StoreFilter } from '../ui/list/store-filter.tsx';
import { SecondLine } from '../ui/list/table-parts.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { RowLink } from '../ui/row-link.tsx';
import { shopTimeText } from '../ui/shop-time.ts';
import { useStoreColumn } from '../ui/use-store-column.tsx';
import { CustomerMarks } from './customer-marks.tsx';
import {
  type CustomerFilter,
  customersPerPage,
  defaultCustomerSort,
  type ListedCustomer,
  readAllCustomers,
} from './customers-data.ts';

type CustomerListProps = {
  /** Ids of the stores whose customers are listed. */
  stores: readonly string[];
  filter: CustomerFilter;
  rows: ListedCustomer[];
  count: number;
  views: SavedView[];
  /** Tags used in the stores. */
  tags: string[];
};

const column = columnsOf<ListedCustomer>();
// An account without a store's mark can be a customer of several stores.
const rowId = ({ id, tenant_id: tenantId }: ListedCustomer) => (isAllStores() ? `${tenantId} ${id}` : id);

/** List of the customers of one or several stores with their purchases. */
export function CustomerList({ stores, filter, rows, count, views, tags }: CustomerListProps) {
  const t = adminCustomersTexts();
  const { currency } = useBrand();
  const { points } = useRootData().settings;
  const hasPoints = points.enabled || isAllStores();
  const storeColumn = useStoreColumn<ListedCustomer>();
  const choices = [
    {
      name: 'blocked',
      label: t('who'),
      options: [
        { value: '', label: t('everybody') },
        { value: 'yes', label: t('blocked') },
      ],
    },
    ...(tags.length > 0
      ? [
          {
            name: 'tag',
            label: t('tags'),
            options: [
              { value: '', label: t('tags') },
              ...tags.map((tag) => ({ value: tag, label: t('withTag', { tag }) })),
            ],
          },
        ]
      : []),
  ];
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'w-full max-w-0' },
          cell: ({ row: { original: customer } }) => <CustomerName customer={customer} />,
        }),
        ...storeColumn,
        column.accessor('email', {
          header: t('email'),
          enableSorting: false,
          meta: { from: '3xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor('phone', {
          header: t('phone'),
          enableSorting: false,
          meta: { from: '3xl', hiddenByDefault: true, className: 'whitespace-nowrap' },
          cell: ({ getValue }) => <bdi>{getValue()}</bdi>,
        }),
        column.accessor('orders', {
          header: t('orders'),
          meta: { from: 'xl', align: 'end', named: true },
        }),
        column.accessor('spent', {
          header: t('spent'),
          meta: { align: 'end' },
          cell: ({ getValue }) => formatPounds(getValue(), currency),
        }),
        ...(hasPoints
          ? [
              column.accessor('points', {
                header: t('points'),
                meta: { from: 'xl', align: 'end', named: true },
              }),
            ]
          : []),
        column.accessor(({ last_order_at }) => shopTimeText(last_order_at), {
          id: 'last',
          header: t('lastOrder'),
          meta: { from: '3xl', hiddenWhenFolded: true, className: 'whitespace-nowrap' },
          cell: ({ row: { original: customer } }) =>
            customer.last_order_at ? formatDate(customer.last_order_at) : '–',
        }),
        column.accessor(({ joined }) => shopTimeText(joined), {
          id: 'joined',
          header: t('joined'),
          meta: { from: '4xl', hiddenWhenFolded: true, className: 'whitespace-nowrap' },
          cell: ({ row: { original: customer } }) => formatDate(customer.joined),
        }),
      ]),
    [t, currency, hasPoints, storeColumn],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <StoreFilter capability={pageCapabilities['/admin/customers']} />
      <DataTable
        list={{
          name: 'customers',
          title: t('title'),
          columns,
          rowId,
          nameOf: ({ name, email }) => name || email,
          sort: defaultCustomerSort,
        }}
        rows={rows}
        paging={{ page: filter.page, perPage: customersPerPage, count }}
        filters={<ListSearch label={t('search')} search={filter.search} choices={choices} />}
        views={views}
        empty={<EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>}
        exports={{ readAll: () => readAllCustomers(stores, filter) }}
      />
    </div>
  );
}

function CustomerName({
  customer: { id, tenant_id: tenantId, name, email, tags, is_blocked: blocked, isUnconfirmed },
}: {
  customer: ListedCustomer;
}) {
  const t = adminCustomersTexts();
  const [query] = useSearchParams();
  return (
    <>
      <RowLink
        tenantId={tenantId}
        to={href('/admin/customers') + changedQuery(query, { customer: id, page: query.get('page') ?? '' })}
        className="block truncate font-medium text-link underline"
      >
        {name || t('unnamed')}
      </RowLink>
      <SecondLine>
        <bdi className="block truncate">{email}</bdi>
      </SecondLine>
      <CustomerMarks tags={tags} blocked={blocked} unconfirmed={isUnconfirmed} />
    </>
  );
}
