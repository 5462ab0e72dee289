import { Link, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatMoney } from '#app/i18n/format.ts';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { ListPages } from '../kit/list/list-pages.tsx';
import { ListSearch } from '../kit/list/list-search.tsx';
import { changedQuery } from '../kit/list/url-state.ts';
import {
  type CustomerFilter,
  customerSorts,
  customersPerPage,
  type ListedCustomer,
} from './customers-data.ts';

type CustomerListProps = { filter: CustomerFilter; customers: ListedCustomer[]; count: number };

/** The store's customers, found and sorted, with what they bought. */
export function CustomerList({ filter, customers, count }: CustomerListProps) {
  const t = useTranslations('admin-customers', adminCustomersMessages);
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const { points } = useRootData().settings;
  const sorts = customerSorts.filter((sort) => sort !== 'points' || points.enabled);
  return (
    <div className="grid gap-5">
      <ListSearch
        label={t('search')}
        search={filter.search}
        choices={[
          {
            name: 'sort',
            label: t('sort'),
            options: sorts.map((value) => ({ value, label: t(`sort_${value}`) })),
          },
        ]}
      />
      {customers.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('name')}</HeadCell>
                <HeadCell className="hidden text-end @xl:table-cell">{t('orders')}</HeadCell>
                <HeadCell className="text-end">{t('spent')}</HeadCell>
                {points.enabled ? (
                  <HeadCell className="hidden text-end @xl:table-cell">{t('points')}</HeadCell>
                ) : null}
                <HeadCell className="hidden @3xl:table-cell">{t('lastOrder')}</HeadCell>
                <HeadCell className="hidden @4xl:table-cell">{t('joined')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {customers.map((customer) => (
                <tr key={customer.id} className="hover:bg-sunken">
                  <Cell className="w-full max-w-0">
                    <Link
                      to={changedQuery(query, { customer: customer.id, page: query.get('page') ?? '' })}
                      className="block truncate font-medium text-link underline"
                    >
                      {customer.name || t('unnamed')}
                    </Link>
                    <span className="block truncate text-ink-soft text-xs">{customer.email}</span>
                  </Cell>
                  <Cell className="hidden text-end font-details tabular-nums @xl:table-cell">
                    {customer.orders}
                  </Cell>
                  <Cell className="whitespace-nowrap text-end">
                    <span className="block font-details tabular-nums">
                      {formatMoney(toPiastres(customer.spent), currency)}
                    </span>
                    <span className="block text-ink-soft text-xs @xl:hidden">
                      {t('orderCount', { count: customer.orders })}
                    </span>
                  </Cell>
                  {points.enabled ? (
                    <Cell className="hidden text-end font-details tabular-nums @xl:table-cell">
                      {customer.points}
                    </Cell>
                  ) : null}
                  <Cell className="hidden whitespace-nowrap @3xl:table-cell">
                    {customer.last_order_at ? formatDate(customer.last_order_at) : '–'}
                  </Cell>
                  <Cell className="hidden whitespace-nowrap @4xl:table-cell">
                    {formatDate(customer.joined)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={customersPerPage} shown={customers.length} count={count} />
        </>
      )}
    </div>
  );
}
