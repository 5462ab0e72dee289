import { ShoppingBag } from 'lucide';
import { useState } from 'react';
import { href } from 'react-router';
import { AccountError } from '#app/account/account-error.tsx';
import { requireUser } from '#app/auth/guards.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Route } from './+types/checkout.route.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { EarlierOrderNotice } from './earlier-order-notice.tsx';
import { usePlacedBefore } from './placed-before.ts';
import { readCheckout } from './use-checkout-data.ts';
import { useSettledDesigns } from './use-settled-designs.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaWords(args, checkoutWords)('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  return { user, ...(await readCheckout(user.id)) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const t = useWords(checkoutWords);
  const { lines, ready } = useCart();
  const settled = useSettledDesigns(loaderData.user.id);
  const before = usePlacedBefore(loaderData.user.id);
  const [ordered, setOrdered] = useState(false);
  if (ordered) {
    return (
      <div className="column grid justify-items-center gap-4 py-section text-center">
        <Spinner className="size-10" />
        <p role="status">{t('ordered')}</p>
      </div>
    );
  }
  if (!ready || settled.status === 'busy') return <AuthSpinner />;
  if (settled.status === 'failed') {
    return (
      <ErrorState title={t('designsFailed')} onRetry={settled.again}>
        {settled.reason || t('unreachable')}
      </ErrorState>
    );
  }
  if (lines.length === 0) {
    return (
      <div className="column">
        <EarlierOrderNotice before={before} />
        <EmptyState
          icon={<Icon of={ShoppingBag} className="size-12" />}
          title={t('empty')}
          level={1}
          action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
        >
          {t('emptyWhy')}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="column py-section">
      <h1 className="mb-8 text-title">{t('title')}</h1>
      <CheckoutForm {...loaderData} before={before} onOrdered={() => setOrdered(true)} />
    </div>
  );
}
