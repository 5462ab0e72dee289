import { useBrand } from '#app/brands/use-brand.ts';
import { formatNumber } from '#app/i18n/format.ts';
import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { DayAct } from './day-money.ts';

/** Who booked what on a day. */
export function DayActs({ acts }: { acts: readonly DayAct[] }) {
  const t = adminCloseDayTexts();
  const { currency } = useBrand();
  return (
    <section aria-label={t('acts')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">{t('acts')}</h2>
      <Table caption={t('acts')}>
        <thead>
          <tr>
            <HeadCell>{t('person')}</HeadCell>
            <HeadCell className="text-end">{t('entries')}</HeadCell>
            <HeadCell className="text-end">{t('amount')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {acts.map(({ actor, kind, entries, amount }) => (
            <tr key={`${actor} ${kind}`}>
              <Cell>
                <bdi className="wrap-anywhere font-semibold">{actor}</bdi>
                <span className="block text-ink-soft text-xs">{t(kind)}</span>
              </Cell>
              <Cell className="text-end font-details tabular-nums">{formatNumber(entries)}</Cell>
              <Cell className="whitespace-nowrap text-end font-details tabular-nums">
                {formatPounds(amount, currency)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
