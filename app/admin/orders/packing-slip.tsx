import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { adminOrderWords } from '#app/messages/en/admin-orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { WholeOrder } from '../read-admin-orders.ts';
import { SheetHead } from './sheet-head.tsx';

/** What goes into the parcel, to tick off, without prices; what the courier collects is said. */
export function PackingSlip({ order }: { order: WholeOrder }) {
  const t = useWords(adminOrderWords);
  const { currency } = useBrand();
  const toCollect =
    order.payment_method === 'cash_on_delivery' && order.payment_status === 'unpaid' ? order.total : 0;
  return (
    <article className="grid gap-8">
      <SheetHead order={order} title={t('packingSlip')} addressed={t('shipTo')} />
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('packingSlip')}</caption>
        <thead>
          <tr className="border-line-strong border-b-2 text-start">
            <th scope="col" className="w-16 py-2 text-start">
              {t('packed')}
            </th>
            <th scope="col" className="w-20 py-2 text-start">
              {t('quantity')}
            </th>
            <th scope="col" className="py-2 text-start">
              {t('item')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.order_lines.map((line) => (
            <tr key={line.id} className="break-inside-avoid border-b">
              <td className="py-3">
                <span aria-hidden="true" className="block size-5 rounded-xs border-2 border-line-strong" />
              </td>
              <td className="py-3 font-details font-semibold text-base tabular-nums">{line.quantity} ×</td>
              <td className="py-3">
                <p className="font-semibold">{line.name}</p>
                <p className="text-ink-soft">
                  {[line.color, line.size, line.type].filter(Boolean).join(' · ')}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.note ? (
        <p className="border-line-strong border-s-2 ps-3 text-sm">
          <span className="font-semibold">{t('customerNote')}:</span> {order.note}
        </p>
      ) : null}
      {toCollect > 0 ? (
        <p className="w-fit border-2 border-line-strong px-4 py-2 font-details font-semibold">
          {t('cashToCollect', { total: formatMoney(toPiastres(toCollect), currency) })}
        </p>
      ) : null}
      <p className="text-ink-soft text-xs">
        {t('thanks')} {t('returnsRule')}
      </p>
    </article>
  );
}
