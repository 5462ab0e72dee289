import { useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { useOffline } from '#app/ui/use-offline.ts';
import { MessagePage } from './message-page.tsx';
import { NotFound } from './not-found.tsx';

/**
 * Loads the page afresh, once the store answers: a browser that reloads without a connection leaves the store.
 * @returns whether it does.
 */
async function loadAfresh(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer) location.reload();
  return Boolean(answer);
}

/** What a page shows when it failed, in the brand's voice, with **Try again**; a 404 shows the not-found page. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useWords(shellWords);
  const { voice } = useBrand().design;
  const { revalidate, state } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const answered = isRouteErrorResponse(error);
  const retry = async () => {
    if (answered) return revalidate();
    // A route that failed in the browser may lack its code: only a fresh page helps then.
    setAsking(true);
    setAsking(await loadAfresh());
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
