import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { numberFormat, numberLocaleOf } from '#app/i18n/format.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { SalesFigures } from './read-reports.ts';
import { changeOf } from './sales-series.ts';
import { showCell } from './show-cell.ts';

type Totals = SalesFigures['totals'];

const signedPercent = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;

/** The main totals; amounts in piastres. */
export const leadingTotals = [
  { labelKey: 'revenue', of: (totals: Totals) => toPiastres(totals.revenue), format: 'money' },
  { labelKey: 'orders', of: (totals: Totals) => totals.orders, format: 'count' },
  { labelKey: 'average', of: (totals: Totals) => toPiastres(totals.average), format: 'money' },
  { labelKey: 'items', of: (totals: Totals) => totals.items, format: 'count' },
] as const;

const others = [
  { labelKey: 'buyers', of: (totals: Totals) => totals.customers, format: 'count' },
  { labelKey: 'newCustomers', of: (totals: Totals) => totals.new_customers, format: 'count' },
  { labelKey: 'given', of: (totals: Totals) => toPiastres(totals.discounts), format: 'money' },
  { labelKey: 'pointsPaid', of: (totals: Totals) => toPiastres(totals.points_value), format: 'money' },
  { labelKey: 'shipping', of: (totals: Totals) => toPiastres(totals.shipping), format: 'money' },
  { labelKey: 'cancelled', of: (totals: Totals) => totals.cancelled, format: 'count' },
  { labelKey: 'returned', of: (totals: Totals) => totals.returned, format: 'count' },
  { labelKey: 'delivered', of: (totals: Totals) => toPiastres(totals.delivered), format: 'money' },
  {
    labelKey: 'cashWithCarriers',
    of: (totals: Totals) => toPiastres(totals.cash_with_carriers),
    format: 'money',
  },
  { labelKey: 'refunded', of: (totals: Totals) => toPiastres(totals.refunded), format: 'money' },
  { labelKey: 'refundDue', of: (totals: Totals) => toPiastres(totals.refund_due), format: 'money' },
] as const;

/** Totals of a period, the main ones with their change. */
export function SalesTotals({ totals, before }: { totals: Totals; before: Totals | null }) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        {leadingTotals.map(({ labelKey, of, format }) => (
          <div key={labelKey} className="stroked flex flex-col gap-1 rounded-card bg-surface p-4">
            <dt className="text-ink-soft text-sm">{t(labelKey)}</dt>
            <dd className="font-details font-semibold text-lg tabular-nums md:text-2xl">
              {showCell(of(totals), format, currency)}
            </dd>
            {before ? (
              <dd className="mt-auto text-sm">
                <Change now={of(totals)} before={of(before)} format={format} />
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {others.map(({ labelKey, of, format }) => (
          <div key={labelKey} className="flex gap-2">
            <dt className="text-ink-soft">{t(labelKey)}</dt>
            <dd className="font-details font-semibold tabular-nums">
              {showCell(of(totals), format, currency)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-prose text-ink-soft text-sm">{t('whatCounts')}</p>
    </div>
  );
}

function Change({ now, before, format }: { now: number; before: number; format: 'money' | 'count' }) {
  const t = adminReportsTexts();
  const { currency } = useBrand();
  const exact = changeOf(now, before);
  const share = exact !== null && Math.abs(exact) < 0.005 ? 0 : exact;
  if (share === null) return <span className="text-ink-soft">{t('noChange')}</span>;
  const Mark = share > 0 ? TrendingUp : share < 0 ? TrendingDown : Minus;
  return (
    <span className="flex items-start gap-1.5">
      <Mark
        className={`mt-0.5 size-4 shrink-0 ${share > 0 ? 'text-success-text' : share < 0 ? 'text-danger-text' : 'text-ink-soft'}`}
      />
      <span className="text-ink-soft">
        {t('change', {
          change: numberFormat(numberLocaleOf(), signedPercent).format(share),
          before: showCell(before, format, currency),
        })}
      </span>
    </span>
  );
}
