import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { Badge } from '#app/ui/badge.tsx';

type CustomerMarksProps = { tags: readonly string[]; blocked: boolean; unconfirmed: boolean };

/** A customer's tags, and whether they are blocked or unconfirmed; renders nothing for other customers. */
export function CustomerMarks({ tags, blocked, unconfirmed }: CustomerMarksProps) {
  const t = adminCustomersTexts();
  if (tags.length === 0 && !blocked && !unconfirmed) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {unconfirmed ? <Badge tone="warning">{t('unconfirmed')}</Badge> : null}
      {blocked ? <Badge tone="danger">{t('blocked')}</Badge> : null}
      {tags.map((tag) => (
        <Badge key={tag} className="max-w-full">
          <span className="truncate">{tag}</span>
        </Badge>
      ))}
    </span>
  );
}
