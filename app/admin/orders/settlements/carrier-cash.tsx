import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { CarrierCash } from './statement-calls.ts';

/** The cash that each carrier holds, since when, how much is overdue, and what is claimed from it. */
export function CarrierCashList({ carriers }: { carriers: readonly CarrierCash[] }) {
  const t = adminStatementsTexts();
  const { currency } = useBrand();
  if (carriers.length === 0) return null;
  return (
    <ul aria-label={t('held')} className="flex flex-wrap gap-3">
      {carriers.map((held) => (
        <li
          key={`${held.carrier} ${held.carrier_name}`}
          className="stroked grid gap-1 rounded-card bg-surface p-4"
        >
          <span className="font-semibold">
            <bdi>{held.carrier_name || (held.carrier === 'manual' ? t('unnamed') : held.carrier)}</bdi>
          </span>
          {held.shipments > 0 ? (
            <>
              <span>
                {t('holds', { count: held.shipments, amount: formatPounds(held.amount, currency) })}
              </span>
              <span className="text-ink-soft text-sm">{t('since', { day: formatDate(held.oldest) })}</span>
            </>
          ) : null}
          {held.overdue_shipments > 0 ? (
            <Badge tone="danger">
              {t('overdue', { count: held.overdue_shipments, amount: formatPounds(held.overdue, currency) })}
            </Badge>
          ) : null}
          {held.claims > 0 ? (
            <span className="text-sm">
              {t('claimed', { count: held.claims, amount: formatPounds(held.claimed, currency) })}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
