import { useNavigation } from 'react-router';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';

/** A thin line along the top while a navigation takes longer than a moment. */
export function ProgressLine() {
  const t = useTranslations('shell', shellMessages);
  const busy = useNavigation().state !== 'idle';
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-100 h-0.75">
      {busy ? (
        <>
          <div className="h-full origin-left animate-[progress-line_8s_cubic-bezier(0,0.9,0.3,1)_0.15s_both] bg-focus rtl:origin-right" />
          <span className="sr-only">{t('loading')}</span>
        </>
      ) : null}
    </div>
  );
}
