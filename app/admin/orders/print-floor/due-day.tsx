import { formatDate } from '#app/i18n/format.ts';
import { adminPrintFloorTexts } from '#app/i18n/texts/admin-print-floor.ts';
import { Badge } from '#app/ui/badge.tsx';
import { isLate } from './print-jobs.ts';

/** Due day of a print; `today` is the store's current day. */
export function DueDay({ due, today }: { due: string; today: string }) {
  const t = adminPrintFloorTexts();
  if (!due) return <span className="text-ink-soft">{t('dueNone')}</span>;
  const day = formatDate(`${due}T12:00:00Z`);
  if (isLate(due, today)) return <Badge tone="danger">{t('dueLate', { day })}</Badge>;
  return <Badge tone={due === today ? 'warning' : 'neutral'}>{t('due', { day })}</Badge>;
}
