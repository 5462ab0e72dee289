import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { CarrierCash } from './statement-calls.ts';

/** The cash that each carrier holds, since when, and how much is overdue. */
export function CarrierCashList({ carriers }: { carriers: readonly CarrierCash[] }) {
  const t = adminStatementsTexts();
  const { currency } = useBrand();
  if (carriers.length === 0) return null;
  return (
    <ul aria-label={t('held')} className="flex flex-wrap gap-3">
      {carriers.map(({ carrier, carrier_name, shipments, amount, overdue, overdue_shipments, oldest }) => (
        <li key={`${carrier} ${carrier_name}`} className="stroked grid gap-1 rounded-card bg-surface p-4">
          <span className="font-semibold">
            <bdi>{carrier_name || (carrier === 'manual' ? t('unnamed') : carrier)}</bdi>
          </span>
          <span>{t('holds', { count: shipments, amount: formatPounds(amount, currency) })}</span>
          <span className="text-ink-soft text-sm">{t('since', { day: formatDate(oldest) })}</span>
          {overdue_shipments > 0 ? (
            <Badge tone="danger">
              {t('overdue', { count: overdue_shipments, amount: formatPounds(overdue, currency) })}
            </Badge>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
