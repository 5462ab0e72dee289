import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/lib/dates.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { customersWords } from '#app/messages/en/admin-customers.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { ListPages } from '../list-pages.tsx';
import { ListSearch } from '../table/list-search.tsx';
import {
  type CustomerFilter,
  customerSorts,
  customersPerPage,
  type ListedCustomer,
} from './customers-data.ts';

type CustomerListProps = { filter: CustomerFilter; customers: ListedCustomer[]; count: number };

/** The store's customers, found and sorted, with what they bought. */
export function CustomerList({ filter, customers, count }: CustomerListProps) {
  const t = useWords(customersWords);
  const { currency } = useBrand();
  const { points } = useRootData().settings;
  const sorts = customerSorts.filter((sort) => sort !== 'points' || points.enabled);
  return (
    <div className="grid gap-5">
      <ListSearch
        label={t('search')}
        search={filter.search}
        choices={[
          {
            ...{ name: 'sort', label: t('sort'), value: filter.sort },
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
                <HeadCell>{t('email')}</HeadCell>
                <HeadCell className="text-end">{t('orders')}</HeadCell>
                <HeadCell className="text-end">{t('spent')}</HeadCell>
                {points.enabled ? <HeadCell className="text-end">{t('points')}</HeadCell> : null}
                <HeadCell>{t('lastOrder')}</HeadCell>
                <HeadCell>{t('joined')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {customers.map((customer) => (
                <tr key={customer.id} className="hover:bg-sunken">
                  <Cell className="min-w-36 max-w-64 break-words">
                    <Link
                      to={`${href('/admin/customers')}?customer=${customer.id}`}
                      className="font-medium text-link underline"
                    >
                      {customer.name || t('unnamed')}
                    </Link>
                  </Cell>
                  <Cell className="max-w-64 truncate">{customer.email}</Cell>
                  <Cell className="text-end font-details tabular-nums">{customer.orders}</Cell>
                  <Cell className="whitespace-nowrap text-end font-details tabular-nums">
                    {formatMoney(toPiastres(customer.spent), currency)}
                  </Cell>
                  {points.enabled ? (
                    <Cell className="text-end font-details tabular-nums">{customer.points}</Cell>
                  ) : null}
                  <Cell className="whitespace-nowrap">
                    {customer.last_order_at ? formatDate(customer.last_order_at) : '–'}
                  </Cell>
                  <Cell className="whitespace-nowrap">{formatDate(customer.joined)}</Cell>
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
