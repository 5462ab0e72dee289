import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { paymentState } from '#app/orders/payment-state.ts';
import { Badge } from '#app/ui/badge.tsx';
import { columnsOf } from '../../kit/list/features.ts';
import { SecondLine } from '../../kit/list/table-parts.tsx';
import { shopTimeText } from '../../kit/shop-time.ts';
import { shortDay } from '../../reports/show-cell.ts';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { orderAddress } from '../model/order-filter.ts';
import { usePaymentLabel } from '../use-payment-label.ts';

/** A row of the list; `isNew` when the order was placed while the list was open. */
export type OrderRow = AdminOrderRow & { isNew?: boolean };

const column = columnsOf<OrderRow>();

const customerOf = ({ customer_name, customer_email }: OrderRow) => customer_name || customer_email;
const piecesOf = ({ order_lines }: OrderRow) => order_lines.reduce((sum, line) => sum + line.quantity, 0);

const deliveryOf = ({ slot_date, slot_from }: OrderRow) =>
  [slot_date, slot_from?.slice(0, 5)].filter(Boolean).join(' ');

/** Returns the columns of the order list. */
export function useOrderColumns() {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const paymentLabel = usePaymentLabel();
  const { currency } = useBrand();
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
          cell: ({ getValue }) => (
            <span className="block truncate">
              <bdi>{getValue()}</bdi>
            </span>
          ),
        }),
        column.accessor('customer_email', {
          id: 'email',
          header: t('email'),
          enableSorting: false,
          meta: { from: '2xl', hiddenByDefault: true },
        }),
        column.accessor(piecesOf, {
          id: 'pieces',
          header: t('items'),
          enableSorting: false,
          meta: { from: '2xl', align: 'end', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor('total', {
          header: t('total'),
          meta: { align: 'end', className: 'align-top @2xl:align-middle' },
          cell: ({ row: { original: order } }) => (
            <>
              <span className="block font-semibold">{formatPounds(order.total, currency)}</span>
              <SecondLine className="font-sans">{t('pieces', { count: piecesOf(order) })}</SecondLine>
            </>
          ),
        }),
        column.accessor(({ status }) => tOrders(`status_${status}`), {
          id: 'status',
          header: t('status'),
          meta: { from: '2xl', className: 'whitespace-nowrap' },
          cell: ({ row: { original: order } }) => <OrderStatusBadge status={order.status} />,
        }),
        column.accessor(({ payment_method }) => tOrders(payment_method), {
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
    [t, tOrders, paymentLabel, currency],
  );
}

function OrderName({ order }: { order: OrderRow }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const [query] = useSearchParams();
  return (
    <>
      <span data-line className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={orderAddress(query, order.id)}
          className="font-details font-semibold text-link underline @2xl:whitespace-nowrap"
        >
          {order.number}
        </Link>
        {order.isNew ? <Badge tone="brand">{t('new')}</Badge> : null}
        {order.replaces_order_id ? <Badge>{t('replacement')}</Badge> : null}
      </span>
      <SecondLine className="mt-0.5 whitespace-nowrap">{formatDateTime(order.created_at)}</SecondLine>
    </>
  );
}
