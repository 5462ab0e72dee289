import { CircleCheck } from 'lucide-react';
import { href, redirect } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { readOrder } from '#app/orders/read-orders.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/order-confirmation.route.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: checkoutWords.confirmTitle });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  const order = await readOrder(url.searchParams.get('order') ?? '', user.id);
  if (!order) throw redirect(href('/account/orders'));
  return order;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export default function OrderConfirmation({ loaderData: order }: Route.ComponentProps) {
  const t = useWords(checkoutWords);
  const { currency } = useBrand();
  const transfer = order.payment_method === 'bank_transfer' && order.status === 'awaiting_payment';
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-5 px-gutter py-section text-center">
      <CircleCheck aria-hidden="true" className="size-16 text-success-text" strokeWidth={1.5} />
      <h1 className="text-title">{t('confirmTitle')}</h1>
      <p className="text-lg">{t('confirmLead', { number: order.number })}</p>
      {transfer ? (
        <section className="stroked grid w-full gap-2 rounded-card bg-surface p-5">
          <h2 className="text-heading">{t('transferTitle')}</h2>
          <p>
            {t('transferLead', {
              amount: formatMoney(toPiastres(order.total), currency),
              number: order.number,
            })}
          </p>
        </section>
      ) : null}
      <div className="flex flex-wrap justify-center gap-3 pt-2">
        <LinkButton to={href('/account/orders/:id', { id: order.id })}>{t('seeOrder')}</LinkButton>
        <LinkButton to={href('/shop')} variant="outline">
          {t('keepShopping')}
        </LinkButton>
      </div>
    </div>
  );
}
