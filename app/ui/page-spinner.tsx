import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { NeedsScript } from './needs-script.tsx';
import { Spinner } from './spinner.tsx';

/** What a personal page shows while it is found out who is there. */
export function PageSpinner() {
  const t = useTranslations('shell', shellMessages);
  return (
    <div className="grid min-h-[60vh] place-items-center text-link">
      <span className="noscript:hidden">
        <Spinner className="size-10" label={t('checkingAccount')} />
      </span>
      <NeedsScript />
    </div>
  );
}
