import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
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
import { SecondLine } from '../ui/list/table-parts.tsx';
import { changedQuery } from '../ui/list/url-state.ts';
import { shopTimeText } from '../ui/shop-time.ts';
import { CustomerMarks } from './customer-marks.tsx';
import {
  type CustomerFilter,
  customersPerPage,
  defaultCustomerSort,
  type ListedCustomer,
  readAllCustomers,
} from './customers-data.ts';

type CustomerListProps = {
  filter: CustomerFilter;
  rows: ListedCustomer[];
  count: number;
  views: SavedView[];
  /** Tags used in this store. */
  tags: string[];
};

const column = columnsOf<ListedCustomer>();
const rowId = ({ id }: ListedCustomer) => id;

/** List of the store's customers with their purchases. */
export function CustomerList({ filter, rows, count, views, tags }: CustomerListProps) {
  const t = adminCustomersTexts();
  const { currency } = useBrand();
  const { points } = useRootData().settings;
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
        ...(points.enabled
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
    [t, currency, points.enabled],
  );
  return (
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
      exports={{ readAll: () => readAllCustomers(filter) }}
    />
  );
}

function CustomerName({
  customer: { id, name, email, tags, is_blocked: blocked, isUnconfirmed },
}: {
  customer: ListedCustomer;
}) {
  const t = adminCustomersTexts();
  const [query] = useSearchParams();
  return (
    <>
      <Link
        to={changedQuery(query, { customer: id, page: query.get('page') ?? '' })}
        className="block truncate font-medium text-link underline"
      >
        {name || t('unnamed')}
      </Link>
      <SecondLine>
        <bdi className="block truncate">{email}</bdi>
      </SecondLine>
      <CustomerMarks tags={tags} blocked={blocked} unconfirmed={isUnconfirmed} />
    </>
  );
}
