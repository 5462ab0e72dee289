import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { PrintedOrder } from '../data/read-admin-orders.ts';
import { picksOf } from '../model/sheets.ts';
import { SheetItem } from './order-sheet.tsx';

/** What to fetch from the shelves for several orders, with each variant once. */
export function PickList({ orders }: { orders: readonly PrintedOrder[] }) {
  const t = adminOrdersTexts();
  const picks = picksOf(orders);
  if (picks.length === 0) return <EmptyState title={t('nothingToPick')}>{t('nothingToPickWhy')}</EmptyState>;
  const count = picks.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article className="grid gap-6">
      <h2 className="text-heading">{t('pickList')}</h2>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('pickList')}</caption>
        <thead>
          <tr className="border-line-strong border-b-2">
            <th scope="col" className="w-16 py-2 text-start">
              {t('packed')}
            </th>
            <th scope="col" className="w-20 py-2 text-start">
              {t('quantity')}
            </th>
            <th scope="col" className="w-18 py-2 text-start">
              {t('picture')}
            </th>
            <th scope="col" className="py-2 text-start">
              {t('item')}
            </th>
            <th scope="col" className="py-2 text-start">
              {t('forOrders')}
            </th>
          </tr>
        </thead>
        <tbody>
          {picks.map(({ key, line, quantity, shares }) => (
            <tr key={key} className="break-inside-avoid border-b">
              <td className="py-3">
                <span aria-hidden="true" className="block size-5 rounded-xs border-2 border-line-strong" />
              </td>
              <td className="py-3 font-details font-semibold text-base tabular-nums">{quantity} ×</td>
              <td className="py-3 pe-4">
                <LinePicture
                  image={line.image}
                  alt=""
                  size={56}
                  eager
                  className="size-14 rounded-picture object-cover"
                />
              </td>
              <SheetItem line={line} />
              <td className="py-3">
                <ul className="flex flex-wrap gap-x-4 gap-y-1 font-details text-xs tabular-nums">
                  {shares.map((share) => (
                    <li key={share.number} className="whitespace-nowrap">
                      <bdi>{share.number}</bdi>{' '}
                      <span className="font-semibold text-sm">× {share.quantity}</span>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
        <tbody className="break-inside-avoid">
          <tr>
            <th scope="row" className="pt-3 text-start">
              {t('allPieces')}
            </th>
            <td colSpan={4} className="pt-3 font-details font-semibold text-base tabular-nums">
              {t('pieces', { count })}
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
}
