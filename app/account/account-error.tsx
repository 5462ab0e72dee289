import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { accountWords } from '#app/messages/en/account.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { ErrorPage } from '#app/shell/error-page.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { useOffline } from '#app/ui/use-offline.ts';

/** What a page of the account area shows when it did not load; without a connection it says so, and waits for it. */
export function AccountError({ error }: { error: unknown }) {
  const t = useWords(accountWords);
  const frame = useWords(shellWords);
  const { revalidate, state } = useRevalidator();
  const offline = useOffline(revalidate);

  if (isRouteErrorResponse(error)) return <ErrorPage error={error} />;
  return (
    <div className="column">
      <ErrorState
        title={offline ? frame('offline') : undefined}
        busy={state !== 'idle'}
        onRetry={() => void revalidate()}
      >
        {offline ? frame('offlineText') : t('unreachable')}
      </ErrorState>
    </div>
  );
}
