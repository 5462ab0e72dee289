import { useMemo } from 'react';
import { href, useSearchParams } from 'react-router';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminTagsTexts } from '#app/i18n/texts/admin-tags.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pieceCount } from '#app/orders/line-pieces.ts';
import { OrderStatusBadge, useStatusName } from '#app/orders/order-status.tsx';
import { ImportedMark, TestMark } from '#app/orders/order-title.tsx';
import { paidBy, paymentState } from '#app/orders/payment-state.ts';
import { Badge } from '#app/ui/badge.tsx';
import { shortDay } from '../../reports/show-cell.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { SecondLine } from '../../ui/list/table-parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { shopTimeText } from '../../ui/shop-time.ts';
import { useStoreColumn } from '../../ui/use-store-column.tsx';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { orderAddress } from '../model/order-filter.ts';
import { TagBadges } from '../tags/order-tags.tsx';
import { usePaymentLabel } from '../use-payment-label.ts';

/** A row of the list; `isNew` marks orders placed since the list was opened. */
export type OrderRow = AdminOrderRow & {
  isNew?: boolean;
  /** Name of who works on it. */
  assignee: string;
};

const column = columnsOf<OrderRow>();

const customerOf = ({ customer_name, customer_email }: OrderRow) => customer_name || customer_email;
/** Returns the pieces of an order, or those in one of the counters. */
const piecesOf = ({ order_lines }: OrderRow, which: (typeof pieceColumns)[number]): number =>
  order_lines.reduce((sum, line) => sum + line[which], 0);

/** Returns the shipments of an order with their tracking numbers. */
const shipmentsOf = ({ shipments }: OrderRow): string =>
  shipments
    .filter(({ state }) => state !== 'cancelled')
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, carrier_name, tracking_number }) =>
      [`${number}:`, carrier_name, tracking_number].filter(Boolean).join(' '),
    )
    .join('; ');

/** Returns the carriers of an order's shipments, each once. */
const carriersOf = ({ shipments }: OrderRow): string =>
  [...new Set(shipments.filter(({ state }) => state !== 'cancelled').map(({ carrier_name: name }) => name))]
    .filter(Boolean)
    .join(', ');

/** Amounts of an order in pounds: its price when placed and now, its refunds, and the store credit it was paid with. */
const moneyOf = {
  ordered: ({ total }: OrderRow) => total,
  charged: ({ charged }: OrderRow) => charged,
  given_back: ({ given_back }: OrderRow) => given_back,
  credit_used: ({ payment_entries }: OrderRow) =>
    payment_entries.reduce((sum, { kind, amount }) => (kind === 'credit_used' ? sum + amount : sum), 0),
};
const moneyColumns = ['ordered', 'charged', 'given_back', 'credit_used'] as const;
const pieceColumns = ['quantity', 'cancelled', 'returned_to_sender', 'returned'] as const;

const deliveryOf = ({ slot_date, slot_from }: OrderRow) =>
  [slot_date, slot_from?.slice(0, 5)].filter(Boolean).join(' ');

/** Returns the columns of the order list. */
export function useOrderColumns() {
  const t = adminOrdersTexts();
  const tWork = adminWorkTexts();
  const tTags = adminTagsTexts();
  const tOrders = ordersTexts();
  const tPlaces = governoratesTexts();
  const statusName = useStatusName();
  const paymentLabel = usePaymentLabel();
  const { currency } = useBrand();
  const storeColumn = useStoreColumn<OrderRow>();
  return useMemo(
    () =>
      column.columns([
        column.accessor('number', {
          id: 'created',
          header: t('number'),
          enableHiding: false,
          meta: { isMain: true, className: '@max-2xl:w-full @max-2xl:max-w-0' },
          cell: ({ row: { original: order } }) => <OrderName order={order} />,
        }),
        ...storeColumn,
        column.accessor(({ created_at }) => shopTimeText(created_at), {
          id: 'placed',
          header: t('placed'),
          enableSorting: false,
          meta: {
            from: '2xl',
            hiddenWhenFolded: true,
            hiddenByDefault: true,
            className: 'whitespace-nowrap',
          },
          cell: ({ row: { original: order } }) => formatDateTime(order.created_at),
        }),
        column.accessor(customerOf, {
          id: 'customer',
          header: t('customer'),
          meta: { from: '2xl', className: '@2xl:w-full @2xl:max-w-0' },
          cell: ({ getValue }) => <bdi className="block truncate">{getValue()}</bdi>,
        }),
        column.accessor('customer_email', {
          id: 'email',
          header: t('email'),
          enableSorting: false,
          meta: { from: '2xl', hiddenByDefault: true },
        }),
        column.accessor(({ phone }) => phone ?? '', {
          id: 'phone',
          header: t('phone'),
          enableSorting: false,
          meta: {
            from: '2xl',
            hiddenWhenFolded: true,
            hiddenByDefault: true,
            className: 'whitespace-nowrap',
          },
          cell: ({ getValue }) => <bdi dir="ltr">{getValue()}</bdi>,
        }),
        column.accessor(
          ({ governorate }) => (governorate && isGovernorate(governorate) ? tPlaces(governorate) : ''),
          {
            id: 'governorate',
            header: t('governorate'),
            enableSorting: false,
            meta: {
              from: '2xl',
              hiddenWhenFolded: true,
              hiddenByDefault: true,
              className: 'whitespace-nowrap',
            },
          },
        ),
        column.accessor(carriersOf, {
          id: 'carrier',
          header: t('carrier'),
          enableSorting: false,
          meta: {
            from: '2xl',
            hiddenWhenFolded: true,
            hiddenByDefault: true,
            className: 'whitespace-nowrap',
          },
        }),
        column.accessor(({ order_lines }) => pieceCount(order_lines), {
          id: 'pieces',
          header: t('items'),
          enableSorting: false,
          meta: { from: '2xl', align: 'end', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor('cost', {
          id: 'total',
          header: t('total'),
          meta: { align: 'end', className: 'align-top @2xl:align-middle' },
          cell: ({ row: { original: order } }) => (
            <>
              <span className="block font-semibold">{formatPounds(order.cost, currency)}</span>
              <SecondLine className="font-sans">
                {t('pieces', { count: pieceCount(order.order_lines) })}
              </SecondLine>
            </>
          ),
        }),
        ...moneyColumns.map((of) =>
          column.accessor(moneyOf[of], {
            id: of,
            header: t(`money_${of}`),
            enableSorting: false,
            meta: { from: '2xl', align: 'end', hiddenWhenFolded: true, hiddenByDefault: true },
            cell: ({ getValue }) => formatPounds(getValue(), currency),
          }),
        ),
        ...pieceColumns.map((of) =>
          column.accessor((order) => piecesOf(order, of), {
            id: of,
            header: t(`pieces_${of}`),
            enableSorting: false,
            meta: { from: '2xl', align: 'end', hiddenWhenFolded: true, hiddenByDefault: true },
          }),
        ),
        column.accessor(shipmentsOf, {
          id: 'shipments',
          header: t('shipments'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor(({ status }) => statusName(status), {
          id: 'status',
          header: t('status'),
          meta: { from: '2xl', className: 'whitespace-nowrap' },
          cell: ({ row: { original: order } }) => <OrderStatusBadge status={order.status} />,
        }),
        column.accessor((order) => tOrders(paidBy(order)), {
          id: 'payment',
          header: t('payment'),
          meta: { from: '3xl', className: 'whitespace-nowrap' },
          cell: ({ getValue, row: { original: order } }) => (
            <>
              {getValue()}
              <SecondLine>{paymentLabel(paymentState(order))}</SecondLine>
            </>
          ),
        }),
        column.accessor((order) => paymentLabel(paymentState(order)), {
          id: 'paid',
          header: t('paymentState'),
          enableSorting: false,
          meta: { from: '2xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor('assignee', {
          header: tWork('assignee'),
          enableSorting: false,
          meta: { from: '4xl', hiddenWhenFolded: true, className: 'max-w-40' },
          cell: ({ getValue }) => <bdi className="block truncate">{getValue() || '–'}</bdi>,
        }),
        column.accessor(({ order_tags }) => order_tags.map(({ tag }) => tag).join(', '), {
          id: 'tags',
          header: tTags('tags'),
          enableSorting: false,
          meta: { from: '4xl', hiddenWhenFolded: true, className: 'max-w-52' },
          cell: ({ row: { original: order } }) => <TagBadges tags={order.order_tags} />,
        }),
        column.accessor(deliveryOf, {
          id: 'delivery',
          header: t('delivery'),
          meta: { from: '4xl', hiddenWhenFolded: true, className: 'whitespace-nowrap' },
          cell: ({ row: { original: order } }) =>
            order.slot_date ? (
              <>
                {shortDay(order.slot_date, 'day')}
                <SecondLine>{order.slot_from?.slice(0, 5)}</SecondLine>
              </>
            ) : (
              '–'
            ),
        }),
      ]),
    [t, tWork, tTags, tOrders, tPlaces, statusName, paymentLabel, currency, storeColumn],
  );
}

function OrderName({ order }: { order: OrderRow }) {
  const t = adminOrdersTexts();
  const [query] = useSearchParams();
  return (
    <>
      <span data-line className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RowLink
          tenantId={order.tenant_id}
          to={href('/admin/orders') + orderAddress(query, order.id)}
          className="font-details font-semibold text-link underline whitespace-nowrap @max-2xl:text-sm"
        >
          {order.number}
        </RowLink>
        <TestMark order={order} />
        <ImportedMark order={order} />
        {order.isNew ? <Badge tone="brand">{t('new')}</Badge> : null}
        {order.replaces_order_id ? <Badge>{t('replacement')}</Badge> : null}
      </span>
      <SecondLine className="mt-0.5 whitespace-nowrap">{formatDateTime(order.created_at)}</SecondLine>
    </>
  );
}
