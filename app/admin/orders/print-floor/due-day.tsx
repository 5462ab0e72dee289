import { formatDate } from '#app/i18n/format.ts';
import adminPrintFloorMessages from '#app/i18n/messages/en/admin-print-floor.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { isLate } from './print-jobs.ts';

/** When a print is due; `today` is the store's day. */
export function DueDay({ due, today }: { due: string; today: string }) {
  const t = useTranslations('admin-print-floor', adminPrintFloorMessages);
  if (!due) return <span className="text-ink-soft">{t('dueNone')}</span>;
  const day = formatDate(`${due}T12:00:00Z`);
  if (isLate(due, today)) return <Badge tone="danger">{t('dueLate', { day })}</Badge>;
  return <Badge tone={due === today ? 'warning' : 'neutral'}>{t('due', { day })}</Badge>;
}
