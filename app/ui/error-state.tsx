import type { ReactNode } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { Button } from './button.tsx';

type ErrorStateProps = {
  title?: ReactNode;
  /** What happened and what to do. */
  children?: ReactNode;
  onRetry?: () => void;
  /** A retry is under way. */
  busy?: boolean;
  /** Another action beside the retry. */
  action?: ReactNode;
};

/** Shown when a part of a page failed to load, with **Try again**. */
export function ErrorState({ title, children, onRetry, busy, action }: ErrorStateProps) {
  const t = uiTexts();
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 py-section text-center">
      <h2 className="text-heading">{title ?? t('errorTitle')}</h2>
      <p className="text-ink-soft">{children ?? t('errorText')}</p>
      {onRetry ? (
        <Button variant="outline" busy={busy} onClick={onRetry} className="mt-3">
          {t('tryAgain')}
        </Button>
      ) : null}
      {action}
    </div>
  );
}
