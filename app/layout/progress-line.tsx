import { useNavigation } from 'react-router';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useIsSlow } from '#app/ui/use-is-slow.ts';

/** Progress bar of slow navigations, with a message when the store does not respond. */
export function ProgressLine() {
  const t = useTranslations('shell', shellMessages);
  const busy = useNavigation().state !== 'idle';
  const late = useIsSlow(busy);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-100 h-0.75">
      {busy ? (
        <>
          <div className="h-full origin-left animate-[progress-line_8s_cubic-bezier(0,0.9,0.3,1)_0.15s_both] bg-focus rtl:origin-right" />
          {late ? (
            <p className="stroked mx-auto mt-3 w-fit max-w-[calc(100%-2rem)] rounded-card border-line-strong bg-raised px-4 py-2.5 text-ink shadow-raised">
              {t('noAnswer')}
            </p>
          ) : (
            <span className="sr-only">{t('loading')}</span>
          )}
        </>
      ) : null}
    </div>
  );
}
