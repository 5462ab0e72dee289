import { useEffect, useState } from 'react';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { reloadPage } from '#app/lib/reload-page.ts';
import { Button } from './button.tsx';
import { NeedsScript } from './needs-script.tsx';
import { Spinner } from './spinner.tsx';

/** Shown on personal pages while the session loads; adds a message when the store does not answer. */
export function PageSpinner() {
  const t = shellTexts();
  const slow = useIsSlow(true);
  return (
    <div className="grid min-h-[60vh] place-content-center justify-items-center gap-4 px-gutter text-center text-link">
      <span className="noscript:hidden">
        <Spinner className="size-10" label={t('checkingAccount')} />
      </span>
      <p role="status" className="max-w-prose text-ink empty:hidden">
        {slow ? t('noAnswer') : null}
      </p>
      {slow ? (
        <Button variant="outline" onClick={reloadPage}>
          {t('tryAgain')}
        </Button>
      ) : null}
      <NeedsScript />
    </div>
  );
}

/** Milliseconds until waiting counts as slow. */
const slowAfter = 4_000;

/** Returns whether `busy` has lasted longer than people wait without feedback. */
export function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}
