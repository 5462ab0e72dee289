import { href } from 'react-router';
import { formatDate, formatNumber } from '#app/i18n/format.ts';
import { pointsTexts } from '#app/i18n/texts/points.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { PointEntry } from './points-data.ts';

/** The points ledger, latest entry first. */
export function PointHistory({ entries }: { entries: readonly PointEntry[] }) {
  const t = pointsTexts();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b py-3 last:border-b-0">
          <div className="min-w-0">
            <p className="font-semibold">
              {entry.kind === 'exchanged' ? t('exchanged_entry', { code: entry.reason }) : t(entry.kind)}
            </p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {formatDate(entry.created_at)}
              {entry.order ? (
                <>
                  {' · '}
                  <TextLink
                    to={href('/account/orders/:id', { id: entry.order.id })}
                    className="whitespace-nowrap"
                  >
                    {t('order', { number: entry.order.number })}
                  </TextLink>
                </>
              ) : null}
              {entry.kind === 'adjusted' && entry.reason ? ` · ${entry.reason}` : null}
            </p>
          </div>
          <p
            className={
              entry.delta > 0
                ? 'font-details font-semibold text-success-text tabular-nums'
                : 'font-details font-semibold tabular-nums'
            }
          >
            {entry.delta > 0 ? '+' : '−'}
            {formatNumber(Math.abs(entry.delta))}
          </p>
        </li>
      ))}
    </ul>
  );
}
