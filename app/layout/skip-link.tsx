import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** Where the skip link leads. */
export const contentId = 'content';

/** First stop of the keyboard: past the header. */
export function SkipLink() {
  const t = useTranslations('shell', shellMessages);
  return (
    <a
      href={`#${contentId}`}
      className="sr-only z-100 rounded-control bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
    >
      {t('skip')}
    </a>
  );
}
