import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { shortcutText } from '../shortcut-text.ts';

/** Hint beside a page's submit button: unsaved changes, and the save shortcut. */
export function SaveHint({ dirty }: { dirty: boolean }) {
  const t = useTranslations('admin', adminMessages);
  return (
    <>
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {dirty ? t('unsaved') : ''}
      </p>
      <span
        aria-hidden="true"
        className="rounded-sm border px-1.5 font-details text-ink-soft text-xs max-lg:hidden"
      >
        {shortcutText('S')}
      </span>
    </>
  );
}
