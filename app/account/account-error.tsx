import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { accountWords } from '#app/messages/en/account.ts';
import { useWords } from '#app/messages/use-words.ts';
import { ErrorPage } from '#app/shell/error-page.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';

/** What a page of the account area shows when it did not load; without a connection it says so, and waits for it. */
export function AccountError({ error }: { error: unknown }) {
  const t = useWords(accountWords);
  const { revalidate, state } = useRevalidator();
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const follow = () => {
      setOffline(!navigator.onLine);
      if (navigator.onLine) void revalidate();
    };
    addEventListener('online', follow);
    addEventListener('offline', follow);
    return () => {
      removeEventListener('online', follow);
      removeEventListener('offline', follow);
    };
  }, [revalidate]);

  if (isRouteErrorResponse(error)) return <ErrorPage error={error} />;
  return (
    <div className="column">
      <ErrorState
        title={offline ? t('offline') : undefined}
        busy={state !== 'idle'}
        onRetry={() => void revalidate()}
      >
        {offline ? t('offlineWhy') : t('unreachable')}
      </ErrorState>
    </div>
  );
}
