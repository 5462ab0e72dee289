import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import claimOrderMessages from '#app/i18n/messages/en/claim-order.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { MessagePage } from '#app/layout/message-page.tsx';
import { pageMeta } from '#app/lib/seo.ts';
import { claimOrder } from '#app/orders/claim-order.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import type { Route } from './+types/claim-order.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: getTranslations('claim-order', claimOrderMessages)('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request);
  return { secret: url.searchParams.get('order') ?? '' };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

/** Asks whoever comes by the link of a message about an order that staff made whether to add it to their account. */
export default function ClaimOrder({ loaderData: { secret } }: Route.ComponentProps) {
  const t = useTranslations('claim-order', claimOrderMessages);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const claim = async () => {
    setBusy(true);
    const answer = await claimOrder(secret);
    if ('id' in answer) return navigate(href('/account/orders/:id', { id: answer.id }), { replace: true });
    setRefusal(answer.refusal);
    setBusy(false);
  };
  return (
    <MessagePage title={t(refusal ? 'failed' : 'title')} text={refusal || t('lead')}>
      {refusal ? (
        <LinkButton to={href('/contact')} variant="outline">
          {t('contact')}
        </LinkButton>
      ) : (
        <Button size="large" busy={busy} onClick={() => void claim()}>
          {t('claim')}
        </Button>
      )}
      <LinkButton to={href('/account/orders')} variant="outline">
        {t('orders')}
      </LinkButton>
    </MessagePage>
  );
}
