import { Printer } from 'lucide-react';
import { data, href, isRouteErrorResponse } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { BuyAgain } from '#app/orders/buy-again-button.tsx';
import { ConfirmByCode } from '#app/orders/code-form.tsx';
import { HeldPayment } from '#app/orders/held-payment.tsx';
import { KeptFee } from '#app/orders/kept-fee.tsx';
import { OrderAddress } from '#app/orders/order-address.tsx';
import { OrderAftercare } from '#app/orders/order-aftercare.tsx';
import { OrderInvoices } from '#app/orders/order-invoices.tsx';
import { OrderLines } from '#app/orders/order-lines.tsx';
import { OrderNote } from '#app/orders/order-note.tsx';
import { OrderRefunds } from '#app/orders/order-refunds.tsx';
import { OrderReturns } from '#app/orders/order-returns.tsx';
import { OrderShipments } from '#app/orders/order-shipments.tsx';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { OrderTimeline } from '#app/orders/order-timeline.tsx';
import { OrderTitle } from '#app/orders/order-title.tsx';
import { OrderTotals } from '#app/orders/order-totals.tsx';
import { awaitsTransfer, PayByTransfer } from '#app/orders/pay-by-transfer.tsx';
import { PayOnline } from '#app/orders/pay-online.tsx';
import { updatePayments } from '#app/orders/payment-calls.ts';
import { ProposedChange } from '#app/orders/proposed-change.tsx';
import { readBankDetails, readOrder, replacementsOf } from '#app/orders/read-orders.ts';
import { useLiveOrder } from '#app/orders/use-live-order.ts';
import { awaitsDelivery } from '#app/shipping/order-arrival.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/order.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: ordersTexts()('title') });
}

export async function clientLoader({ request, url, params }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  const fromProvider = url.searchParams.get('payment') === 'made';
  // The provider's callback may be delayed. On failure the page shows the booked state.
  const declined = fromProvider && (await updatePayments(params.id).catch(() => false));
  const order = await readOrder(params.id, user.id);
  if (!order) throw data(null, { status: 404 });
  const bankDetails = awaitsTransfer(order) ? await readBankDetails() : '';
  return { user, order, bankDetails, declined };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;

export default function OrderRoute(props: Route.ComponentProps) {
  return <OrderPage key={props.loaderData.order.id} {...props} />;
}

function OrderPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = ordersTexts();
  const { name } = useBrand();
  const { order: layout } = useShoppingLook();
  const { user, bankDetails, declined } = loaderData;
  const { order, live, readAgain } = useLiveOrder(loaderData.order, user.id);
  const { replaces, replacedBy } = replacementsOf(order);
  return (
    <div className={layout.page}>
      <div className={classes('@container flex flex-wrap items-center gap-x-4 gap-y-2', layout.head)}>
        <p className="mb-2 w-full print:hidden">
          <TextLink to={href('/account/orders')}>{t('toOrders')}</TextLink>
        </p>
        <p className="hidden w-full font-display text-xl print:block">{name}</p>
        <h1 style={textLengths(order.number)} className={layout.title}>
          <OrderTitle number={order.number} />
        </h1>
        <span role="status">
          <OrderStatusBadge status={order.status} />
        </span>
        <p className="w-full text-ink-soft">{t('placedOn', { date: formatDateTime(order.created_at) })}</p>
        <Related order={replaces} word={order.is_exchange ? 'replacesExchange' : 'replaces'} />
        <Related order={replacedBy} word={replacedBy?.is_exchange ? 'replacedByExchange' : 'replacedBy'} />
      </div>
      <div className={classes('grid grid-cols-[minmax(0,1fr)] items-start', layout.grid)}>
        <div className={classes('grid grid-cols-[minmax(0,1fr)]', layout.main)}>
          <ProposedChange order={order} readAgain={readAgain} />
          <OrderTimeline order={order} live={live} />
          <OrderShipments order={order} />
          <OrderLines lines={order.order_lines} />
          <OrderReturns order={order} readAgain={readAgain} />
        </div>
        <div className={classes('grid grid-cols-[minmax(0,1fr)] content-start', layout.aside)}>
          <ConfirmByCode order={order} />
          <HeldPayment order={order} />
          <PayOnline order={order} readAgain={readAgain} declined={declined} />
          <PayByTransfer order={order} bankDetails={bankDetails} readAgain={readAgain} />
          <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&>button]:grow max-sm:[&>button]:px-3! print:hidden">
            <OrderAftercare order={order} readAgain={readAgain} />
            <BuyAgain lines={order.order_lines} />
            <Button variant="outline" onClick={() => print()}>
              <Printer className="size-4" />
              {t('print')}
            </Button>
          </div>
          <OrderTotals order={order} />
          {awaitsDelivery(order.status) ? (
            <KeptFee
              payment={order.payment_method}
              fee={order.shipping_total + order.shipping_difference - order.shipping_credited}
            />
          ) : null}
          <OrderRefunds refunds={order.refunds} />
          <OrderInvoices invoices={order.invoices} />
          <OrderAddress order={order} />
          <OrderNote order={order} />
        </div>
      </div>
    </div>
  );
}

function Related({
  order,
  word,
}: {
  order: { id: string; number: string } | undefined;
  word: 'replaces' | 'replacedBy' | 'replacesExchange' | 'replacedByExchange';
}) {
  const t = ordersTexts();
  if (!order) return null;
  return (
    <p className="w-full">
      {t(word)}{' '}
      <TextLink to={href('/account/orders/:id', { id: order.id })}>
        <OrderTitle number={order.number} />
      </TextLink>
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = ordersTexts();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <AccountError error={error} />;
  return (
    <div className="column">
      <BrandEmptyState
        title={t('notFound')}
        action={<LinkButton to={href('/account/orders')}>{t('toOrders')}</LinkButton>}
      >
        {t('notFoundWhy')}
      </BrandEmptyState>
    </div>
  );
}
