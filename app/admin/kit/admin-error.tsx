import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { adminCrumbs } from './admin-pages.ts';
import { errorMessage } from './error-message.ts';

/** What a page for one thing says when there is no such thing, and the way to those that there are. */
const missing = {
  product: { title: 'noProduct', list: 'allProducts' },
  order: { title: 'noOrder', list: 'allOrders' },
  customer: { title: 'noCustomer', list: 'allCustomers' },
} as const;

/**
 * What a page of the back office shows when it could not be read; the frame around it stays.
 * @param of what the page is for, where it can be missing.
 */
export function AdminError({ of }: { of?: keyof typeof missing }) {
  const t = useTranslations('admin', adminMessages);
  const list = adminCrumbs(useLocation(), t)[1]?.to;
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const words = of && missing[of];
    return (
      <EmptyState
        level={1}
        title={t(words?.title ?? 'notFound')}
        action={
          words && list ? (
            <LinkButton to={list} variant="outline">
              {t(words.list)}
            </LinkButton>
          ) : null
        }
      >
        {t('notFoundWhy')}
      </EmptyState>
    );
  }
  return (
    <ErrorState onRetry={() => void revalidate()} busy={state === 'loading'}>
      {errorMessage(error)}
    </ErrorState>
  );
}
