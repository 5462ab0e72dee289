import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { formatSigned } from '#app/i18n/format-signed.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { containedTax } from '#app/orders/order-money.ts';
import { paidBy } from '#app/orders/paid-by.ts';
import { paymentState } from '#app/orders/payment-state.ts';
import type { OrderWithLines } from '../data/read-admin-orders.ts';
import { Fact, OrderSheet, SheetItem } from './order-sheet.tsx';

/** Invoice of an order: lines, totals and payment; of a cancelled or returned one it says so, and asks for nothing. */
export function InvoiceSheet({ order }: { order: OrderWithLines }) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  const off = (pounds: number) => formatSigned(-toPiastres(pounds), currency);
  const sums = [
    { name: tOrders('subtotal'), amount: money(order.subtotal) },
    ...(order.discount_code
      ? [
          {
            name: tOrders('discount', { code: order.discount_code }),
            amount: off(order.discount_total),
          },
        ]
      : []),
    ...(order.manual_discount > 0 ? [{ name: t('manualDiscount'), amount: off(order.manual_discount) }] : []),
    ...(order.points_value > 0 ? [{ name: tOrders('points'), amount: off(order.points_value) }] : []),
    {
      name: tOrders('shipping'),
      amount: order.shipping_total === 0 ? tOrders('free') : money(order.shipping_total),
    },
  ];
  const tax =
    order.tax_rate > 0
      ? [{ name: tOrders('containedTax'), amount: formatMoney(containedTax(order), currency) }]
      : [];
  const isVoid = order.status === 'cancelled' || order.status === 'returned' || order.status === 'refused';
  const added = order.order_lines
    .filter(({ edit_id }) => edit_id !== null)
    .reduce((sum, { net }) => sum + toPiastres(net ?? 0), 0);
  const takenOff = toPiastres(order.total) + added - toPiastres(order.charged);
  const now = { name: t(order.charged === 0 ? 'nothingToPay' : 'costsNow'), amount: money(order.charged) };
  const afterwards = [
    ...(added > 0 ? [{ name: t('addedSince'), amount: formatMoney(added, currency) }] : []),
    ...(takenOff > 0
      ? [
          {
            name: isVoid ? tOrders(`status_${order.status}`) : t('takenOffSince'),
            amount: formatSigned(-takenOff, currency),
          },
        ]
      : []),
    ...(added > 0 || takenOff > 0 ? [now] : []),
  ];
  return (
    <OrderSheet
      order={order}
      title={isVoid ? t('voidInvoice', { status: tOrders(`status_${order.status}`) }) : t('invoice')}
      addressed={t('billTo')}
      facts={
        <Fact name={t('payment')}>
          {t('paymentLine', {
            method: tOrders(paidBy(order)),
            status: tOrders(paymentState(order)),
          })}
        </Fact>
      }
      columns={[
        { name: t('item'), className: 'text-start' },
        { name: t('quantity'), className: 'w-20 text-end' },
        { name: t('price'), className: 'w-32 text-end' },
        { name: t('amount'), className: 'w-32 text-end' },
      ]}
      rows={order.order_lines.map((line) => (
        <tr key={line.id} className="break-inside-avoid border-b align-top">
          <SheetItem line={line} />
          <td className="py-3 text-end font-details tabular-nums">{line.quantity}</td>
          <td className="py-3 text-end font-details tabular-nums">{money(line.unit_price)}</td>
          <td className="py-3 text-end font-details tabular-nums">{money(line.total)}</td>
        </tr>
      ))}
      sums={
        <tbody className="break-inside-avoid">
          {sums.map(({ name, amount }, index) => (
            <tr key={name}>
              <th
                scope="row"
                colSpan={3}
                className={`text-end font-normal text-ink-soft ${index === 0 ? 'pt-4' : 'pt-1'}`}
              >
                {name}
              </th>
              <td className={`text-end font-details tabular-nums ${index === 0 ? 'pt-4' : 'pt-1'}`}>
                {amount}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3} className="pt-3 text-end text-base">
              {tOrders('total')}
            </th>
            <td className="pt-3 text-end font-details font-semibold text-base tabular-nums">
              {money(order.total)}
            </td>
          </tr>
          {[...tax, ...afterwards].map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row" colSpan={3} className="pt-1 text-end font-normal text-ink-soft">
                {name}
              </th>
              <td className="pt-1 text-end font-details tabular-nums">{amount}</td>
            </tr>
          ))}
        </tbody>
      }
    />
  );
}
