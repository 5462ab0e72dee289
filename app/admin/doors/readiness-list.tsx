import { Check, CircleDashed } from 'lucide-react';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { Readiness } from './doors-data.ts';

/** The requirements for a store's first order, met or not. */
export function ReadinessList({ readiness }: { readiness: readonly Readiness[] }) {
  const t = adminDoorsTexts();
  return (
    <ul className="grid gap-2">
      {readiness.map(({ item, isReady, isRequired }) => (
        <li key={item} className="flex items-start gap-3">
          {isReady ? (
            <Check aria-label={t('ready')} className="mt-0.5 size-5 shrink-0 text-success-text" />
          ) : (
            <CircleDashed aria-label={t('missing')} className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          )}
          <span className="min-w-0">
            {t(`item_${item}`)} {isReady || isRequired ? null : <Badge>{t('optional')}</Badge>}
          </span>
        </li>
      ))}
    </ul>
  );
}
