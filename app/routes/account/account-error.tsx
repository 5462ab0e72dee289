import { isRouteErrorResponse, useRevalidator } from 'react-router';
import accountMessages from '#app/i18n/messages/en/account.json';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { ErrorPage } from '#app/layout/error-page.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { useOffline } from '#app/ui/use-offline.ts';

/** Error page of the account area; when offline, says so and retries once online. */
export function AccountError({ error }: { error: unknown }) {
  const t = useTranslations('account', accountMessages);
  const tShell = useTranslations('shell', shellMessages);
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
