import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { ErrorPage } from '#app/layout/error-page.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { useOffline } from '#app/ui/use-offline.ts';

/** Error page of the account area; when offline, says so and retries once online. */
export function AccountError({ error }: { error: unknown }) {
  const t = accountTexts();
  const tShell = shellTexts();
  const { revalidate, state } = useRevalidator();
  const offline = useOffline(revalidate);

  if (isRouteErrorResponse(error)) return <ErrorPage error={error} />;
  return (
    <div className="column">
      <ErrorState
        title={offline ? tShell('offline') : undefined}
        busy={state !== 'idle'}
        onRetry={() => void revalidate()}
      >
        {offline ? tShell('offlineText') : t('unreachable')}
      </ErrorState>
    </div>
  );
}
