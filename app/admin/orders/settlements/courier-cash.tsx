import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { CourierCash } from './statement-calls.ts';

/** The cash that each courier holds, since when, and what of it is overdue. */
export function CourierCashList({ couriers }: { couriers: readonly CourierCash[] }) {
  const t = adminStatementsTexts();
  const { currency } = useBrand();
  if (couriers.length === 0) return null;
  return (
    <ul aria-label={t('held')} className="flex flex-wrap gap-3">
      {couriers.map(({ carrier, carrier_name, parcels, amount, overdue, overdue_parcels, oldest }) => (
        <li key={`${carrier} ${carrier_name}`} className="stroked grid gap-1 rounded-card bg-surface p-4">
          <span className="font-semibold">
            <bdi>{carrier_name || (carrier === 'manual' ? t('unnamed') : carrier)}</bdi>
          </span>
          <span>{t('holds', { count: parcels, amount: formatPounds(amount, currency) })}</span>
          <span className="text-ink-soft text-sm">{t('since', { day: formatDate(oldest) })}</span>
          {overdue_parcels > 0 ? (
            <Badge tone="danger">
              {t('overdue', { count: overdue_parcels, amount: formatPounds(overdue, currency) })}
            </Badge>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
