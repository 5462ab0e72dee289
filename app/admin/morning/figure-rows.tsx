import { useMemo } from 'react';
import { href } from 'react-router';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatDays, formatMoney, formatParts } from '#app/i18n/format.ts';
import { adminMorningTexts } from '#app/i18n/texts/admin-morning.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import type { Capability } from '#app/lib/database.constants.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { type Figure, isMoney, isOfDay, listPath } from '#app/lib/morning-figures.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextLink, textLinkClasses } from '#app/ui/text-link.tsx';
import { allStorePages } from '../ui/admin-pages.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { useOfficeStores } from '../ui/office-stores.ts';
import { shopTimeText } from '../ui/shop-time.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { type MorningRow, type RowsFilter, readAllMorningRows, rowsPerPage } from './morning-data.ts';
import { OfficeLink } from './office-link.tsx';

const column = columnsOf<MorningRow>();

/** The page of what a row is about, and the capability that it takes. */
const subjectPages: Record<MorningRow['subject'], { capability: Capability; path: (id: string) => string }> =
  {
    order: { capability: 'orders.see', path: (id) => `${href('/admin/orders')}?order=${id}` },
    product: { capability: 'products.see', path: (id) => href('/admin/products/edit/:id', { id }) },
    conversation: {
      capability: 'customers.see',
      path: (id) => `${href('/admin/customers')}?tab=messages&conversation=${id}`,
    },
    review: { capability: 'content.see', path: () => `${href('/admin/content')}?tab=reviews` },
  };

/** What a row is called: an order by its number, a product with its variant, a message or review by its author too. */
function nameOf({ label, detail, translations }: MorningRow): string {
  const { name, variant } = translatedRow({ name: label, variant: detail, translations });
  return formatParts([name, variant].filter(Boolean));
}

type FigureRowsProps = {
  filter: RowsFilter;
  page: number;
  rows: MorningRow[];
  count: number;
};

/** The rows that a figure of the morning counts, of one store or of all, each with its store's mark. */
export function FigureRows({ filter, page, rows, count }: FigureRowsProps) {
  const { figure, tenantId, day } = filter;
  const t = adminMorningTexts();
  const { currency } = useBrand();
  const { user } = useSession();
  const stores = useOfficeStores();
  const store = stores.find(({ id }) => id === tenantId)?.name ?? t('allStores');
  const title = isOfDay(figure)
    ? t('figureOfDay', { figure: t(figure), day: formatDays(day, day), store })
    : t('figureIn', { figure: t(figure), store });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(nameOf, {
          id: 'what',
          header: t('what'),
          enableSorting: false,
          enableHiding: false,
          meta: { isMain: true, className: 'w-full font-medium' },
          cell: ({ row: { original: row } }) => {
            const { capability, path } = subjectPages[row.subject];
            const name = <bdi className="wrap-anywhere">{nameOf(row)}</bdi>;
            return mayIn(user, row.tenant_id, capability) ? (
              <OfficeLink tenantId={row.tenant_id} path={path(row.subject_id)} className={textLinkClasses}>
                {name}
              </OfficeLink>
            ) : (
              name
            );
          },
        }),
        column.accessor(({ tenant_id: id }) => stores.find((one) => one.id === id)?.name ?? id, {
          id: 'store',
          header: t('store'),
          enableSorting: false,
          meta: { from: 'xl', className: 'whitespace-nowrap' },
          cell: ({ row: { original: row } }) => <StoreMark tenantId={row.tenant_id} />,
        }),
        ...(rows.some(({ status }) => status)
          ? [
              column.accessor('status', {
                header: t('status'),
                enableSorting: false,
                meta: { from: 'xl' as const, className: 'whitespace-nowrap' },
                cell: ({ getValue }) => (getValue() ? <OrderStatusBadge status={getValue()} /> : null),
              }),
            ]
          : []),
        ...(isMoney(figure)
          ? [
              column.accessor('amount', {
                header: t('amount'),
                enableSorting: false,
                meta: { align: 'end' as const, className: 'whitespace-nowrap font-details tabular-nums' },
                cell: ({ getValue }) => formatPounds(getValue(), currency),
              }),
            ]
          : []),
        ...(rows.some(({ happened_at: at }) => at)
          ? [
              column.accessor(({ happened_at }) => shopTimeText(happened_at), {
                id: 'when',
                header: t('when'),
                enableSorting: false,
                meta: { from: '2xl' as const, named: true, className: 'whitespace-nowrap text-ink-soft' },
                cell: ({ row: { original: row } }) => formatDateTime(row.happened_at),
              }),
            ]
          : []),
      ]),
    [t, user, stores, rows, figure, currency],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextLink to={href('/admin/morning')} className="justify-self-start">
        {t('back')}
      </TextLink>
      <h1 className="text-heading leading-tight">{title}</h1>
      <ListLink figure={figure} tenantId={tenantId} />
      <DataTable
        list={{
          name: 'morning',
          title,
          columns,
          rowId: (row) => `${row.subject_id} ${row.part_id} ${row.happened_at} ${row.amount}`,
          sort: '',
        }}
        rows={rows}
        paging={{ page, perPage: rowsPerPage, count, text: countText(t, { figure, rows, count }, currency) }}
        empty={<EmptyState title={t('noRows')}>{t('noRowsWhy')}</EmptyState>}
        exports={{ readAll: () => readAllMorningRows(filter), fileName: `morning-${figure}` }}
      />
    </div>
  );
}

/** The number of rows, and their sum if the page has all of them. */
function countText(
  t: ReturnType<typeof adminMorningTexts>,
  { figure, rows, count }: { figure: Figure; rows: readonly MorningRow[]; count: number },
  currency: string,
): string {
  if (!isMoney(figure) || rows.length < count) return t('rows', { count });
  const sum = rows.reduce((total, { amount }) => total + toPiastres(amount), 0);
  return t('rowsWorth', { count, amount: formatMoney(sum, currency) });
}

/** A link to the list where the rows are worked on; none where no list shows the same of all stores. */
function ListLink({ figure, tenantId }: { figure: Figure; tenantId: string | undefined }) {
  const t = adminMorningTexts();
  const path = listPath(figure);
  const [page = ''] = path?.split('?') ?? [];
  if (!path || (tenantId === undefined && !allStorePages.has(page))) return null;
  return (
    <OfficeLink tenantId={tenantId} path={path} className={`${textLinkClasses} justify-self-start`}>
      {t('inList')}
    </OfficeLink>
  );
}
