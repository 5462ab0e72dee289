import type { ReactNode } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { differenceOf, isCountable, placeKey } from './day-counts.ts';
import type { DayMoney } from './day-money.ts';
import { usePlaceName } from './use-place-name.ts';

type DayTableProps = {
  money: readonly DayMoney[];
  /** The last cell of a place that can be counted; by default what was counted. */
  count?: (line: DayMoney) => ReactNode;
};

/** The money of a store's day by place: what came and went, what there should be to count, and what was counted. */
export function DayTable({ money, count }: DayTableProps) {
  const t = adminCloseDayTexts();
  const { currency } = useBrand();
  const placeName = usePlaceName();
  return (
    <Table caption={t('money')}>
      <thead>
        <tr>
          <HeadCell>{t('place')}</HeadCell>
          <HeadCell className="text-end max-md:hidden print:table-cell">{t('came')}</HeadCell>
          <HeadCell className="text-end max-md:hidden print:table-cell">{t('went')}</HeadCell>
          <HeadCell className="text-end max-md:hidden print:table-cell">{t('fees')}</HeadCell>
          <HeadCell className="text-end">{t('expected')}</HeadCell>
          <HeadCell className={count ? undefined : 'text-end'}>{t('counted')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {money.map((line) => {
          const amounts: [string, number][] =
            line.place === 'carrier'
              ? [
                  [t('cameOf'), line.came],
                  [t('wentOf'), line.went],
                  [t('fees'), line.fees],
                ]
              : [
                  [t('came'), line.came],
                  [t('went'), line.went],
                ];
          return (
            <tr key={placeKey(line)}>
              <Cell className="align-top">
                <bdi className="wrap-break-word font-semibold">{placeName(line)}</bdi>
                {line.held === null ? null : (
                  <span className="block text-ink-soft text-xs">
                    {t('held')}:{' '}
                    <span className="whitespace-nowrap">{formatPounds(line.held, currency)}</span>
                  </span>
                )}
                <span className="grid text-ink-soft text-xs md:hidden print:hidden">
                  {amounts.map(([label, pounds]) => (
                    <span key={label}>
                      {label}: <span className="whitespace-nowrap">{formatPounds(pounds, currency)}</span>
                    </span>
                  ))}
                </span>
              </Cell>
              <Amount pounds={line.came} />
              <Amount pounds={line.went} />
              <Amount pounds={line.fees} />
              <Cell className="whitespace-nowrap text-end align-top font-details font-semibold tabular-nums">
                {isCountable(line) ? formatPounds(line.expected, currency) : '–'}
              </Cell>
              <Cell className="align-top">
                {!isCountable(line) ? (
                  <span className="block text-end">–</span>
                ) : count ? (
                  count(line)
                ) : (
                  <Counted line={line} />
                )}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Amount({ pounds }: { pounds: number }) {
  const { currency } = useBrand();
  return (
    <Cell className="whitespace-nowrap text-end align-top font-details tabular-nums max-md:hidden print:table-cell">
      {formatPounds(pounds, currency)}
    </Cell>
  );
}

function Counted({ line: { expected, counted, note } }: { line: DayMoney }) {
  const t = adminCloseDayTexts();
  const { currency } = useBrand();
  if (counted === null) return <span className="block text-end text-ink-soft">{t('notCounted')}</span>;
  return (
    <span className="grid text-end">
      <span className="font-details tabular-nums">{formatPounds(counted, currency)}</span>
      <Difference piastres={differenceOf(expected, counted)} />
      {note ? (
        <span dir="auto" className="wrap-anywhere text-ink-soft text-xs">
          {note}
        </span>
      ) : null}
    </span>
  );
}

/** Says that a counted amount matches, or by how much it is short or over. */
export function Difference({ piastres }: { piastres: number }) {
  const t = adminCloseDayTexts();
  const { currency } = useBrand();
  const amount = formatMoney(Math.abs(piastres), currency);
  if (piastres === 0) return <span className="text-success-text text-xs">{t('right')}</span>;
  return <span className="text-danger-text text-xs">{t(piastres < 0 ? 'short' : 'over', { amount })}</span>;
}
