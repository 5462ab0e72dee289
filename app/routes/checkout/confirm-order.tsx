import confirmOrderMessages from '#app/i18n/messages/en/confirm-order.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { confirmationOutcomes } from '#app/lib/confirm-order.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/lib/seo.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import type { Route } from './+types/confirm-order.ts';

// The secret is not among them: the page is the same for everybody.
export const handle = { query: ['result'] } satisfies RouteHandle;

export function loader({ url }: Route.LoaderArgs) {
  const result = url.searchParams.get('result');
  return { outcome: confirmationOutcomes.find((one) => one === result) ?? null };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: getTranslations('confirm-order', confirmOrderMessages)('title'),
    noindex: true,
  });
}

/** Asks whoever comes by the link of a message to confirm their order, and says what came of it. */
export default function ConfirmOrder({ loaderData: { outcome } }: Route.ComponentProps) {
  const t = useTranslations('confirm-order', confirmOrderMessages);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-4 py-16 text-center">
      <h1 className="text-heading">{t(outcome ? `${outcome}Title` : 'title')}</h1>
      <p>{t(outcome ?? 'lead')}</p>
      {outcome === null || outcome === 'later' ? (
        // Without an action it goes to the address of the page, which has the secret.
        <form method="post">
          <button type="submit" className={buttonClasses()}>
            {t('confirm')}
          </button>
        </form>
      ) : null}
    </div>
  );
}
