import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';

/** A customer's tags and blocked badge; nothing for others. */
export function CustomerMarks({ tags, blocked }: { tags: readonly string[]; blocked: boolean }) {
  const t = useTranslations('admin-customers', adminCustomersMessages);
  if (tags.length === 0 && !blocked) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {blocked ? <Badge tone="danger">{t('blocked')}</Badge> : null}
      {tags.map((tag) => (
        <Badge key={tag} className="max-w-full">
          <span className="truncate">{tag}</span>
        </Badge>
      ))}
    </span>
  );
}
