import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { adminCrumbs } from './admin-pages.ts';
import { errorMessage } from './error-message.ts';

/** Texts and list link of pages for one entity that does not exist. */
const missing = {
  product: { title: 'noProduct', list: 'allProducts' },
  order: { title: 'noOrder', list: 'allOrders' },
  customer: { title: 'noCustomer', list: 'allCustomers' },
} as const;

/**
 * Error page of the back office, inside its layout.
 * @param of the kind of entity that may be missing
 */
export function AdminError({ of }: { of?: keyof typeof missing }) {
  const t = adminTexts();
  const list = adminCrumbs(useLocation(), t)[1]?.to;
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const texts = of && missing[of];
    return (
      <EmptyState
        level={1}
        title={t(texts?.title ?? 'notFound')}
        action={
          texts && list ? (
            <LinkButton to={list} variant="outline">
              {t(texts.list)}
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
