import type { KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { RowCheckbox } from '../kit/list/row-checkbox.tsx';
import { rowGround } from '../kit/list/row-ground.ts';
import { moveByRow } from '../kit/list/row-keys.ts';
import { pageToggled, type Selection, toggled } from '../kit/list/selection.ts';
import { shortDay } from '../reports/show-cell.ts';
import { orderAddress } from './order-filter.ts';
import type { AdminOrderRow } from './read-admin-orders.ts';
import { usePaymentWords } from './use-payment-words.ts';

type OrderRowsProps = {
  orders: AdminOrderRow[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Ids of orders that came in while the list was open. */
  fresh: ReadonlySet<string>;
};

/** Moves between rows with J, K and the arrows and selects with X, while a row has the focus. */
function useRowKeys(onToggle: (id: string) => void) {
  return (event: KeyboardEvent<HTMLTableSectionElement>) => {
    moveByRow(event);
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === 'x') return onToggle(row.id);
    const next = key === 'j' ? row.nextElementSibling : key === 'k' ? row.previousElementSibling : null;
    next?.querySelector<HTMLElement>('a')?.focus();
  };
}

/** Orders as rows, each with a box to select it and its number as the way to it. */
export function OrderRows({ orders, selection, onSelect, fresh }: OrderRowsProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const page = orders.map(({ id }) => id);
  const chosenHere = page.filter((id) => selection.ids.has(id)).length;
  const keys = useRowKeys((id) => onSelect(toggled(selection, id, page)));
  return (
    <Table caption={t('title')}>
      <thead>
        <tr>
          <HeadCell className="w-0">
            <RowCheckbox
              label={t('selectAll')}
              checked={chosenHere === page.length}
              partly={chosenHere > 0}
              onToggle={() => onSelect(pageToggled(selection, page))}
            />
          </HeadCell>
          <HeadCell>{t('number')}</HeadCell>
          <HeadCell className="hidden @2xl:table-cell">{t('customer')}</HeadCell>
          <HeadCell className="text-end">{t('total')}</HeadCell>
          <HeadCell className="hidden @2xl:table-cell">{t('status')}</HeadCell>
          <HeadCell className="hidden @2xl:table-cell">{t('payment')}</HeadCell>
          <HeadCell className="hidden @4xl:table-cell">{t('delivery')}</HeadCell>
        </tr>
      </thead>
      <tbody onKeyDown={keys}>
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            selected={selection.ids.has(order.id)}
            fresh={fresh.has(order.id)}
            onToggle={(range) => onSelect(toggled(selection, order.id, page, range))}
          />
        ))}
      </tbody>
    </Table>
  );
}

type OrderRowProps = {
  order: AdminOrderRow;
  selected: boolean;
  fresh: boolean;
  /** `range` when Shift was held. */
  onToggle: (range: boolean) => void;
};

function OrderRow({ order, selected, fresh, onToggle }: OrderRowProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const [query] = useSearchParams();
  const { payment } = usePaymentWords();
  const customer = order.customer_name || order.customer_email;
  const pieces = order.order_lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <tr id={order.id} className={rowGround(selected)}>
      <Cell>
        <RowCheckbox label={t('select', { number: order.number })} checked={selected} onToggle={onToggle} />
      </Cell>
      <Cell className="w-full max-w-0 @2xl:w-auto @2xl:max-w-none">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={orderAddress(query, order.id)}
            className="@2xl:whitespace-nowrap font-details font-semibold text-link underline"
          >
            {order.number}
          </Link>
          {fresh ? <Badge tone="brand">{t('new')}</Badge> : null}
          {order.replaces_order_id ? <Badge>{t('replacement')}</Badge> : null}
        </span>
        <span className="mt-0.5 block truncate @2xl:hidden">{customer}</span>
        <span className="mt-0.5 block whitespace-nowrap text-ink-soft text-xs">
          {formatDateTime(order.created_at)}
        </span>
      </Cell>
      <Cell className="hidden w-full max-w-0 @2xl:table-cell">
        <span className="block truncate">{customer}</span>
      </Cell>
      <Cell className="whitespace-nowrap text-end">
        <span className="block font-details font-semibold tabular-nums">
          {formatMoney(toPiastres(order.total), currency)}
        </span>
        <span className="block text-ink-soft text-xs">{t('pieces', { count: pieces })}</span>
        <span className="mt-1 inline-block @2xl:hidden">
          <OrderStatusBadge status={order.status} />
        </span>
      </Cell>
      <Cell className="hidden @2xl:table-cell">
        <OrderStatusBadge status={order.status} />
      </Cell>
      <Cell className="hidden whitespace-nowrap @2xl:table-cell">
        <span className="block">{tOrders(order.payment_method)}</span>
        <span className="block text-ink-soft text-xs">{payment(order)}</span>
      </Cell>
      <Cell className="hidden whitespace-nowrap @4xl:table-cell">
        {order.slot_date ? (
          <>
            <span className="block">{shortDay(order.slot_date, 'day')}</span>
            <span className="block text-ink-soft text-xs">{order.slot_from?.slice(0, 5)}</span>
          </>
        ) : (
          '–'
        )}
      </Cell>
    </tr>
  );
}
