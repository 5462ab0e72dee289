import type { ReactNode } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { reloadPage } from '#app/lib/reload-page.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';

/** Props of a fallback for code that did not load. */
export interface FailedLoad {
  retry: () => void;
  /** The retry failed too: a newer version may have removed the file, so offer a page reload. */
  retried: boolean;
}

function ReloadButton() {
  const t = uiTexts();
  return (
    <Button variant="quiet" onClick={reloadPage}>
      {t('reloadPage')}
    </Button>
  );
}

/** Replaces a component whose code failed to load. */
export function LoadFailed({ retry, retried, title }: FailedLoad & { title?: ReactNode }) {
  return <ErrorState title={title} onRetry={retry} action={retried ? <ReloadButton /> : null} />;
}

/** Replaces a dialog whose code failed to load. */
export function DialogLoadFailed({ retry, retried, onClose }: FailedLoad & { onClose: () => void }) {
  const t = uiTexts();
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('errorTitle')}
      description={t('errorText')}
      actions={
        <>
          {retried ? <ReloadButton /> : null}
          <Button onClick={retry}>{t('tryAgain')}</Button>
        </>
      }
    />
  );
}
