import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { refusalOf } from './refusal.ts';

/** What a page of the back office shows when it could not be read; the frame around it stays. */
export function AdminError() {
  const t = useWords(adminWords);
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <EmptyState title={t('notFound')}>{t('notFoundWhy')}</EmptyState>;
  }
  return (
    <ErrorState onRetry={() => void revalidate()} busy={state === 'loading'}>
      {refusalOf(error)}
    </ErrorState>
  );
}
