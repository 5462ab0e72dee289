import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { claimOrderTexts } from '#app/i18n/texts/claim-order.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { MessagePage } from '#app/layout/message-page.tsx';
import { dataOf } from '#app/lib/backend-error.ts';
import { claimOrderPath } from '#app/lib/confirmation-link.ts';
import { formatPounds } from '#app/lib/money.ts';
import { hasStoredSession, loadSupabase } from '#app/lib/supabase-browser.ts';
import { type LinkedOrder, readLinkedOrder } from '#app/orders/linked-order.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { useOrderChange } from '#app/orders/use-order-change.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { Route } from './+types/claim-order.ts';
import { AccountError } from './account-error.tsx';

/** Adds a staff-made order to the person's account, by the secret in the message's link. @throws BackendError */
async function claimOrder(secret: string): Promise<string> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('claim_order', { p_token: secret }));
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: claimOrderTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const secret = url.searchParams.get('order') ?? '';
  // The order is visible without an account; adding it requires one.
  if (url.searchParams.has('claim')) await requireUser(request);
  return { secret, order: await readLinkedOrder(secret), isSignedIn: hasStoredSession() };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

/** Shows a staff-made order to anybody with the message's link, and offers to add it to their account. */
export default function ClaimOrder({ loaderData: { secret, order, isSignedIn } }: Route.ComponentProps) {
  const t = claimOrderTexts();
  const tOrders = ordersTexts();
  const nameOf = useStatusName();
  const navigate = useNavigate();
  const { busy, change } = useOrderChange();
  const [refusal, setRefusal] = useState('');
  const claim = () =>
    change({
      run: () => claimOrder(secret),
      onDone: (id) => void navigate(href('/account/orders/:id', { id }), { replace: true }),
      onFailure: setRefusal,
      leaves: true,
    });
  const title = order ? tOrders('order', { number: order.number }) : t('title');
  return (
    <MessagePage
      title={refusal ? t('failed') : title}
      text={refusal || (order ? nameOf(order.status) : t('lead'))}
    >
      {order ? <Summary order={order} /> : null}
      {order && !refusal ? <p className="w-full max-w-prose text-ink-soft">{t('lead')}</p> : null}
      {refusal ? (
        <LinkButton to={href('/contact')} variant="outline">
          {t('contact')}
        </LinkButton>
      ) : isSignedIn ? (
        <Button size="large" busy={busy} onClick={() => void claim()}>
          {t('claim')}
        </Button>
      ) : (
        <LinkButton to={`${claimOrderPath}?${new URLSearchParams({ order: secret, claim: '1' })}`}>
          {t('claim')}
        </LinkButton>
      )}
      {isSignedIn ? (
        <LinkButton to={href('/account/orders')} variant="outline">
          {t('orders')}
        </LinkButton>
      ) : null}
    </MessagePage>
  );
}

/** The order's items, amount due and shipments. */
function Summary({ order }: { order: LinkedOrder }) {
  const t = claimOrderTexts();
  const { currency } = useBrand();
  return (
    <div className="grid w-full max-w-prose gap-4">
      <ul className="divide-y border-y">
        {order.lines.map(({ id, name, quantity }) => (
          <li key={id} className="py-2">
            <bdi>{`${quantity} × ${name}`}</bdi>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-2 gap-1">
        <AmountRow label={t('costs')}>{formatPounds(order.charged, currency)}</AmountRow>
        {order.cash_due > 0 ? (
          <AmountRow label={t('cashDue')}>{formatPounds(order.cash_due, currency)}</AmountRow>
        ) : null}
      </dl>
      {order.shipments.map(({ number, carrier_name, tracking_number, tracking_url }) => (
        <p key={number} className="wrap-anywhere">
          <bdi>{carrier_name || t('shipment', { number: String(number) })}</bdi>{' '}
          {tracking_url ? (
            <a className={textLinkClasses} href={tracking_url} target="_blank" rel="noreferrer">
              {tracking_number ?? t('follow')}
            </a>
          ) : (
            <bdi>{tracking_number}</bdi>
          )}
        </p>
      ))}
    </div>
  );
}
