import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { leaveReplacedBuild } from '#app/lib/new-build.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';
import { useOffline } from '#app/ui/use-offline.ts';
import { MessagePage } from './message-page.tsx';
import { NotFound } from './not-found.tsx';
import { UnloadedPage } from './unloaded-page.ts';

/**
 * Loads a page from the server if it is reachable; otherwise the browser would replace the store with its own error
 * page.
 * @returns whether the page is being loaded
 */
async function loadDocument(address: string): Promise<boolean> {
  const response = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (response) location.assign(address);
  return response !== null;
}

/** Error page in the brand's copy, with **Try again**; for a 404 the not-found page. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = shellTexts();
  const { copy } = useBrand().design;
  const { revalidate, state } = useRevalidator();
  const [loading, setLoading] = useState(false);
  const isResponse = isRouteErrorResponse(error);
  useEffect(() => {
    // Data from a new build may not match the old build's code.
    if (!isResponse) void leaveReplacedBuild();
  }, [isResponse]);
  const retry = async () => {
    if (isResponse) return revalidate();
    // The code of a route may be missing, which only a new document repairs.
    setLoading(true);
    setLoading(await loadDocument(error instanceof UnloadedPage ? error.address : location.href));
  };
  const offline = useOffline(retry);
  if (isResponse && error.status === 404) return <NotFound />;
  if (isResponse && error.status === 410) return <NotFound like={error.data.like} />;
  const button = (
    <Button busy={loading || state !== 'idle'} onClick={retry}>
      {t('tryAgain')}
    </Button>
  );
  if (offline) {
    return (
      <MessagePage title={t('offline')} text={t('offlineText')}>
        {button}
      </MessagePage>
    );
  }
  return (
    <MessagePage
      code={isResponse ? String(error.status) : undefined}
      title={copy.errorTitle}
      text={copy.errorText}
    >
      {button}
    </MessagePage>
  );
}

/** Error page without a brand, when the root loader failed; offers a reload. */
export function BareError() {
  const t = shellTexts();
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
