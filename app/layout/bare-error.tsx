import shellMessages from '#app/i18n/messages/en/shell.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { buttonClasses } from '#app/ui/button.tsx';

/** Error page without a brand, when the root loader failed; offers a reload. */
export function BareError() {
  const t = getTranslations('shell', shellMessages);
  return (
    <main className="column flex min-h-dvh flex-col items-start justify-center gap-4">
      <h1 className="text-title">{t('storeDown')}</h1>
      <p className="text-ink-soft">{t('storeDownText')}</p>
      <a href="." className={buttonClasses('primary')}>
        {t('tryAgain')}
      </a>
    </main>
  );
}
