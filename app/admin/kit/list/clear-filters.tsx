import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { textLinkClasses } from '#app/ui/text-link.tsx';

/** Takes every filter off a list; beside the label of its search, so that nothing moves when it comes and goes. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  const t = useTranslations('admin', adminMessages);
  return (
    <button
      type="button"
      onClick={onClear}
      className={classes(textLinkClasses, 'absolute end-0 -top-1 min-h-6 text-sm')}
    >
      {t('clearFilters')}
    </button>
  );
}
