import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';
import { readAddresses } from '#app/addresses/addresses-data.ts';
import { requireUser } from '#app/auth/guards.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { CheckoutForm } from '#app/checkout/checkout-form.tsx';
import { EarlierOrderNotice } from '#app/checkout/earlier-order-notice.tsx';
import { useOrderRecovery } from '#app/checkout/order-recovery.ts';
import { useUploadedDesigns } from '#app/checkout/uploaded-designs.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AccountError } from '../account/account-error.tsx';
import type { Route } from './+types/checkout.ts';

export const handle = { frame: 'quiet' } satisfies RouteHandle;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: checkoutTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  return { user, addresses: await readAddresses(user.id) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const t = checkoutTexts();
  const { lines, ready } = useCart();
  const uploads = useUploadedDesigns(loaderData.user.id);
  const recovery = useOrderRecovery(loaderData.user.id);
  const [ordered, setOrdered] = useState(false);
  const { checkout: layout } = useShoppingLook();
  if (ordered) {
    return (
      <div className="column grid justify-items-center gap-4 py-section text-center">
        <Spinner className="size-10" />
        <p role="status">{t('ordered')}</p>
      </div>
    );
  }
  if (!ready || uploads.status === 'busy') return <PageSpinner />;
  if (uploads.status === 'failed') {
    return (
      <ErrorState title={t('designsFailed')} onRetry={uploads.retry}>
        {uploads.reason || t('unreachable')}
      </ErrorState>
    );
  }
  if (lines.length === 0) {
    return (
      <div className="column">
        <EarlierOrderNotice recovery={recovery} />
        <BrandEmptyState
          icon={<ShoppingBag className="size-12" />}
          title={t('empty')}
          level={1}
          action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
        >
          {t('emptyWhy')}
        </BrandEmptyState>
      </div>
    );
  }
  return (
    <div className={layout.page}>
      <h1 className={layout.title}>{t('title')}</h1>
      <CheckoutForm {...loaderData} recovery={recovery} onOrdered={() => setOrdered(true)} />
    </div>
  );
}
