import { href } from 'react-router';
import { confirmOrderTexts } from '#app/i18n/texts/confirm-order.ts';
import { MessagePage } from '#app/layout/message-page.tsx';
import { confirmationOutcomes } from '#app/lib/confirmation-link.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { CodeForm } from '#app/orders/code-form.tsx';
import { pageMeta } from '#app/store/seo.ts';
import { buttonClasses, LinkButton } from '#app/ui/button.tsx';
import type { Route } from './+types/confirm-order.ts';

// Without the secret: the page is the same for everybody.
export const handle = { query: ['result'] } satisfies RouteHandle;

export function loader({ url }: Route.LoaderArgs) {
  const result = url.searchParams.get('result');
  return { outcome: confirmationOutcomes.find((one) => one === result) ?? null };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: confirmOrderTexts()('title'),
    noindex: true,
  });
}

/** Asks a person with a message's link or code to confirm their order, and shows the outcome. */
export default function ConfirmOrder({ loaderData: { outcome } }: Route.ComponentProps) {
  const t = confirmOrderTexts();
  const { copy } = useShoppingLook();
  const text = t(outcome ?? 'lead');
  return (
    <MessagePage
      title={t(outcome ? `${outcome}Title` : 'title')}
      text={outcome === 'confirmed' ? `${text} ${copy.orderPlacedText}` : text}
    >
      {outcome === null || outcome === 'later' ? (
        // Without an `action` it posts to the page's URL, which has the secret.
        <form method="post" className="w-full">
          <button type="submit" className={buttonClasses('primary', 'large')}>
            {t('confirm')}
          </button>
        </form>
      ) : null}
      {outcome === null || outcome === 'unknown' || outcome === 'wrong_code' ? <CodeForm /> : null}
      {outcome === null || outcome === 'later' ? null : (
        <>
          <LinkButton to={href('/shop')} variant="outline">
            {t('toShop')}
          </LinkButton>
          <LinkButton to={href('/contact')} variant="outline">
            {t('contact')}
          </LinkButton>
        </>
      )}
    </MessagePage>
  );
}
