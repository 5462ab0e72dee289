import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { href, redirect } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { ConfirmByCode } from '#app/orders/code-form.tsx';
import { HeldPayment } from '#app/orders/held-payment.tsx';
import { OrderAddress } from '#app/orders/order-address.tsx';
import { OrderLines } from '#app/orders/order-lines.tsx';
import { OrderNote } from '#app/orders/order-note.tsx';
import { OrderTotals } from '#app/orders/order-totals.tsx';
import { awaitsTransfer, PayByTransfer } from '#app/orders/pay-by-transfer.tsx';
import { awaitsOnlinePayment, heldFor, PayOnline } from '#app/orders/pay-online.tsx';
import { updatePayments } from '#app/orders/payment-calls.ts';
import { type FullOrder, readBankDetails, readOrder } from '#app/orders/read-orders.ts';
import { useLiveOrder } from '#app/orders/use-live-order.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import { AccountError } from '../account/account-error.tsx';
import type { Route } from './+types/order-confirmation.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: checkoutTexts()('confirmTitle') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  const id = url.searchParams.get('order') ?? '';
  let order = await readOrder(id, user.id);
  if (!order) throw redirect(href('/account/orders'));
  const fromProvider = url.searchParams.get('payment') === 'made';
  let declined = false;
  if (fromProvider && awaitsPayment(order)) {
    // The provider's callback may be delayed. On failure the page polls.
    declined = await updatePayments(id).catch(() => false);
    order = (await readOrder(id, user.id)) ?? order;
  }
  return {
    user,
    order,
    fromProvider,
    declined,
    bankDetails: awaitsTransfer(order) ? await readBankDetails() : '',
  };
}
clientLoader.hydrate = true as const;

/** Whether an order awaits a payment that a provider can take. */
const awaitsPayment = (order: FullOrder) => awaitsOnlinePayment(order) || order.awaited_deposit > 0;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function OrderConfirmation(props: Route.ComponentProps) {
  return <Confirmation key={props.loaderData.order.id} {...props} />;
}

function Confirmation({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const t = checkoutTexts();
  const { copy } = useShoppingLook();
  const { sendsMail } = useRootData();
  const { user, fromProvider, bankDetails } = loaderData;
  const [declined, setDeclined] = useState(loaderData.declined);
  const { order, readAgain } = useLiveOrder(loaderData.order, user.id);
  const { id, number } = order;
  const isHeld = heldFor(order) > 0;
  const waiting = fromProvider && !declined && awaitsPayment(order) && !isHeld;
  const poll = useCallback(async () => {
    setDeclined(await updatePayments(id).catch(() => false));
    await readAgain();
  }, [id, readAgain]);
  const timedOut = usePolling(waiting, poll);
  if (waiting) {
    return (
      <Frame order={order} mark={<Spinner className="size-14" />} title={t('waitingTitle')}>
        <p className="text-lg">
          {timedOut ? t('waitingLong') : <Unbroken text={t('waitingLead', { number })} part={number} />}
        </p>
      </Frame>
    );
  }
  if (awaitsPayment(order)) {
    const wait = isHeld ? 'held' : declined ? 'declined' : order.awaited_deposit > 0 ? 'deposit' : 'unpaid';
    return (
      <Frame
        order={order}
        mark={<Clock className="size-16 text-warning-text" strokeWidth={1.5} />}
        title={t(`${wait}Title`)}
      >
        <p className="text-lg">
          <Unbroken text={t(`${wait}Lead`, { number })} part={number} />
        </p>
        <HeldPayment order={order} />
        <PayOnline order={order} readAgain={readAgain} declined={declined} />
        <PayByTransfer order={order} bankDetails={bankDetails} readAgain={readAgain} />
      </Frame>
    );
  }
  if (order.status === 'cancelled') {
    const owed = order.payment_status === 'refund_due' || order.payment_status === 'refunded';
    return (
      <Frame
        order={order}
        mark={<CircleX className="size-16 text-danger-text" strokeWidth={1.5} />}
        title={t('cancelledTitle')}
      >
        <p className="text-lg">
          <Unbroken text={t(owed ? 'cancelledRefund' : 'cancelledLead', { number })} part={number} />
        </p>
      </Frame>
    );
  }
  const paid = order.payment_method === 'online' && order.payment_status === 'paid';
  return (
    <Frame
      order={order}
      mark={<CircleCheck className="size-16 text-success-text" strokeWidth={1.5} />}
      title={t('confirmTitle')}
    >
      <p className="text-lg">
        <Unbroken text={t(paid ? 'paidLead' : 'confirmLead', { number })} part={number} />
      </p>
      <p>{copy.orderPlacedText}</p>
      {order.customer_email && sendsMail ? (
        <p className="text-ink-soft">{t('mailed', { email: order.customer_email })}</p>
      ) : null}
      <ConfirmByCode order={order} />
      <PayByTransfer order={order} bankDetails={bankDetails} readAgain={readAgain} />
    </Frame>
  );
}

interface FrameProps {
  order: FullOrder;
  mark: ReactNode;
  title: string;
  children: ReactNode;
}

function Frame({ order, mark, title, children }: FrameProps) {
  const t = checkoutTexts();
  const { confirmation: layout } = useShoppingLook();
  return (
    <div className={layout.page}>
      <div className={classes('wrap-anywhere', layout.head)}>
        <span aria-hidden="true" className={layout.mark}>
          {mark}
        </span>
        <h1 className={layout.title}>{title}</h1>
        {children}
        <div className={layout.actions}>
          <LinkButton
            to={href('/account/orders/:id', { id: order.id })}
            variant={awaitsPayment(order) || awaitsTransfer(order) ? 'outline' : 'primary'}
          >
            {t('seeOrder')}
          </LinkButton>
          <LinkButton to={href('/shop')} variant="outline">
            {t('keepShopping')}
          </LinkButton>
        </div>
      </div>
      <div className={layout.body}>
        <OrderLines lines={order.order_lines} />
        <OrderTotals order={order} />
        <OrderAddress order={order} />
        <OrderNote order={order} />
      </div>
    </div>
  );
}

const pollInterval = 2_500;
const maxPolls = 24;

/** Polls while `waiting`. @returns whether the maximum number of polls is reached */
function usePolling(waiting: boolean, poll: () => Promise<void>): boolean {
  const [timedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times >= maxPolls) {
        clearInterval(timer);
        setTimedOut(true);
      } else void poll();
    }, pollInterval);
    return () => clearInterval(timer);
  }, [waiting, poll]);
  return timedOut;
}
