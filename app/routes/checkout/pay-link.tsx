import { href, useRevalidator } from 'react-router';
import { payLinkTexts } from '#app/i18n/texts/pay-link.ts';
import { MessagePage } from '#app/layout/message-page.tsx';
import { readLinkCredit, readPayLink, updateLinkPayments } from '#app/orders/pay-link-calls.ts';
import { PayLinkPage } from '#app/orders/pay-link-page.tsx';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import type { Route } from './+types/pay-link.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: payLinkTexts()('title'), noindex: true });
}

export async function clientLoader({ url, params: { token } }: Route.ClientLoaderArgs) {
  const fromProvider = url.searchParams.get('payment') === 'made';
  // The provider's callback may be delayed. On failure the page shows the booked state.
  const declined = fromProvider && (await updateLinkPayments(token).catch(() => false));
  const [link, credit] = await Promise.all([readPayLink(token), readLinkCredit(token).catch(() => 0)]);
  return { token, link, credit, declined };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;

/** Shows anybody with a link from the store what it is for, and takes the payment. */
export default function PayLinkRoute({ loaderData }: Route.ComponentProps) {
  const t = payLinkTexts();
  const { revalidate } = useRevalidator();
  const { token, link, credit, declined } = loaderData;
  if (!link)
    return (
      <MessagePage title={t('unknown')} text={t('unknownText')}>
        <LinkButton to={href('/contact')} variant="outline">
          {t('contact')}
        </LinkButton>
      </MessagePage>
    );
  return (
    <PayLinkPage
      token={token}
      link={link}
      credit={credit}
      declined={declined}
      readAgain={async () => {
        await revalidate();
      }}
    />
  );
}
