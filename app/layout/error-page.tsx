import { useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { useOffline } from '#app/ui/use-offline.ts';
import { MessagePage } from './message-page.tsx';
import { NotFound } from './not-found.tsx';
import { UnloadedPage } from './unloaded-page.ts';

/**
 * Opens a page afresh, once the store answers: a browser that does so without a connection leaves the store.
 * @returns whether it does.
 */
async function openAfresh(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer) location.assign(address);
  return Boolean(answer);
}

/** What a page shows when it failed, in the brand's voice, with **Try again**; a 404 shows the not-found page. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslations('shell', shellMessages);
  const { voice } = useBrand().design;
  const { revalidate, state } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const answered = isRouteErrorResponse(error);
  const retry = async () => {
    if (answered) return revalidate();
    // A route that failed in the browser may lack its code: only a fresh page helps then.
    setAsking(true);
    setAsking(await openAfresh(error instanceof UnloadedPage ? error.address : location.href));
  };
  const offline = useOffline(retry);
  const status = answered ? error.status : 500;
  if (status === 404) return <NotFound />;
  const button = (
    <Button busy={asking || state !== 'idle'} onClick={retry}>
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
    <MessagePage code={String(status)} title={voice.errorTitle} text={voice.errorText}>
      {button}
    </MessagePage>
  );
}
