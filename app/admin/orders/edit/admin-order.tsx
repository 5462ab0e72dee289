import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { href, Link, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { PrintFiles } from '#app/designer/print-files.tsx';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminPaymentsTexts } from '#app/i18n/texts/admin-payments.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { OrderAddress } from '#app/orders/order-address.tsx';
import { OrderInvoices } from '#app/orders/order-invoices.tsx';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { ImportedMark, OrderTitle, TestMark } from '#app/orders/order-title.tsx';
import { OrderTotals } from '#app/orders/order-totals.tsx';
import { awaitsOnlinePayment } from '#app/orders/pay-online.tsx';
import { paidOnlineBy, paymentState } from '#app/orders/payment-state.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextLink, textLinkClasses } from '#app/ui/text-link.tsx';
import { AssigneeField } from '../../ui/assignment/assignee-field.tsx';
import { useMarkSeen } from '../../ui/assignment/for-me.ts';
import type { AdminFullOrder, readAdminOrder } from '../data/read-admin-orders.ts';
import { useLiveOrders } from '../data/use-live-orders.ts';
import { DeliveryHistory } from '../delivery-history.tsx';
import { listAddress, orderAddress } from '../model/order-filter.ts';
import { OrderPayLink } from '../pay-links/order-pay-link.tsx';
import { InvoicesButton } from '../print/invoices-button.tsx';
import { OrderTags } from '../tags/order-tags.tsx';
import { usePaymentLabel } from '../use-payment-label.ts';
import { AdminConfirmation } from './admin-confirmation.tsx';
import { AdminMoney } from './admin-money.tsx';
import { AdminReturns } from './admin-returns.tsx';
import { AdminShipments } from './admin-shipments.tsx';
import { AdminTimeline } from './admin-timeline.tsx';
import { ConfirmPayment } from './confirm-payment.tsx';
import { ImportedNote } from './imported-note.tsx';
import { NoteForm } from './note-form.tsx';
import { OrderEdits } from './order-edits.tsx';
import { OrderPieces } from './order-pieces.tsx';
import { OrderTransitions } from './order-transitions.tsx';
import { TestOrderNote } from './test-order-note.tsx';

type AdminOrderProps = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>> & {
  /** Value of `ordersChangeCount` before loading. */
  loadedCount: number;
};

/** An order for staff: next steps, shipments, returns, money and history. */
export function AdminOrder({ order, people: { names, ...history }, loadedCount }: AdminOrderProps) {
  const t = adminOrdersTexts();
  const paymentLabel = usePaymentLabel();
  const [query] = useSearchParams();
  const seesContact = may(useSession().user, 'customers.see_contact');
  useLiveOrders({ loadedCount, orderId: order.id });
  useMarkSeen({ orderId: order.id });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <OrderNeighbours id={order.id} />
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-heading">
          <OrderTitle number={order.number} />
        </h1>
        <OrderStatusBadge status={order.status} />
        <TestMark order={order} />
        <ImportedMark order={order} />
        {order.channel === 'web' ? null : <Badge>{t(`channel_${order.channel}`)}</Badge>}
        <div className="flex flex-wrap gap-2 sm:ms-auto">
          {seesContact ? (
            <LinkButton to={`${orderAddress(query, order.id)}&print=slip`} variant="outline" size="small">
              <Printer className="size-4" />
              {t('packingSlip')}
            </LinkButton>
          ) : null}
          {order.invoices.length > 0 ? (
            <InvoicesButton orderIds={[order.id]} variant="outline">
              {t('invoice')}
            </InvoicesButton>
          ) : null}
        </div>
        <Customer order={order} />
        <DeliveryHistory
          customerId={order.user_id}
          phone={seesContact ? (order.address.phone ?? '') : ''}
          history={history}
        />
        <Relatives order={order} />
      </div>
      <AssigneeField
        key={`assignee ${order.id}`}
        of="order"
        id={order.id}
        assignee={order.assignments?.user_id ?? null}
        className="sm:max-w-64"
      />
      <OrderTags key={`tags ${order.id}`} order={order} />
      {order.status === 'awaiting_payment' && order.payment_method !== 'online' ? (
        <ConfirmPayment key={order.id} order={order} />
      ) : null}
      <OnlinePaymentWaits order={order} />
      <ImportedNote order={order} />
      {order.is_test ? <TestOrderNote key={`test ${order.id}`} orderId={order.id} /> : null}
      <AdminConfirmation key={`confirmation ${order.id}`} order={order} />
      {order.imported_from ? null : <OrderTransitions key={`transitions ${order.id}`} order={order} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] [&_h2]:text-lg">
        <div key={order.id} className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {order.note ? (
            <div className="border-line-strong border-s-2 ps-4">
              <p className="font-semibold">{t('customerNote')}</p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {order.note}
              </p>
            </div>
          ) : null}
          <OrderPieces order={order} />
          <PrintFiles lines={order.order_lines} />
          <AdminShipments order={order} />
          <AdminReturns order={order} />
          <AdminMoney order={order} names={names} />
          <OrderPayLink key={`pay link ${order.id}`} order={order} />
          <OrderEdits order={order} />
          <AdminTimeline order={order} names={names} />
          <NoteForm orderId={order.id} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <OrderTotals order={order} />
          <OrderInvoices invoices={order.invoices} />
          <OrderAddress
            order={order}
            payment={paymentLabel(paymentState(order))}
            remark={seesContact ? '' : t('contactHidden')}
          />
          {order.payment_reference ? (
            <p className="text-sm">{t('paidReference', { reference: order.payment_reference })}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** Links to the list and to the previous and next order. */
function OrderNeighbours({ id }: { id: string }) {
  const t = adminOrdersTexts();
  const [query] = useSearchParams();
  const beside = (side: 'newer' | 'older') => `${orderAddress(query, id)}&beside=${side}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <TextLink to={listAddress(query)}>{t('back')}</TextLink>
      <div className="flex gap-2">
        <LinkButton to={beside('newer')} rel="prev" variant="outline" size="small">
          <ChevronLeft className="size-4 rtl:-scale-x-100" />
          {t('newer')}
        </LinkButton>
        <LinkButton to={beside('older')} rel="next" variant="outline" size="small">
          {t('older')}
          <ChevronRight className="size-4 rtl:-scale-x-100" />
        </LinkButton>
      </div>
    </div>
  );
}

/** The customer, their contact details, and the order date. */
function Customer({ order }: Pick<AdminOrderProps, 'order'>) {
  const { user_id: id, customer_name: name, customer_email: email, created_at: placed } = order;
  const { phone } = order.address;
  const seesContact = may(useSession().user, 'customers.see_contact');
  return (
    <ul className="flex w-full flex-wrap gap-x-4 gap-y-1 text-ink-soft">
      <li>
        {id ? (
          <TextLink to={`${href('/admin/customers')}?customer=${id}`}>
            <bdi>{name || email}</bdi>
          </TextLink>
        ) : (
          <bdi>{name}</bdi>
        )}
      </li>
      <li>
        <a href={`mailto:${email}`} className={classes(textLinkClasses, 'break-all')}>
          {email}
        </a>
      </li>
      {phone ? (
        <li>
          {seesContact ? (
            <a href={`tel:${phone}`} className={textLinkClasses}>
              <bdi>{phone}</bdi>
            </a>
          ) : (
            <bdi>{phone}</bdi>
          )}
        </li>
      ) : null}
      <li>{formatDateTime(placed)}</li>
    </ul>
  );
}

/** Links to the order that this one replaces, and to its own replacement. */
function Relatives({ order: { replaces, replaced_by, is_exchange } }: Pick<AdminOrderProps, 'order'>) {
  const t = adminOrdersTexts();
  const replacement = replaced_by.find(({ status }) => status !== 'cancelled');
  const parts = [
    {
      order: replaces[0]?.order,
      relation: (number: string) => t(is_exchange ? 'exchangedFor' : 'replaces', { number }),
    },
    {
      order: replacement,
      relation: (number: string) => t(replacement?.is_exchange ? 'exchangedBy' : 'replacedBy', { number }),
    },
  ];
  return parts.map(({ order, relation }) =>
    order ? (
      <p key={order.id} className="w-full">
        <Link to={`${href('/admin/orders')}?order=${order.id}`} className="text-link underline">
          {relation(order.number)}
        </Link>
      </p>
    ) : null,
  );
}

type Waiting = Pick<Tables<'orders'>, 'status' | 'payment_method' | 'online_method' | 'reserved_until'> &
  Pick<AdminFullOrder, 'payments'>;

/** Note that an online payment is unconfirmed or authorized only, and how long the order waits for it. */
function OnlinePaymentWaits({ order }: { order: Waiting }) {
  const t = adminPaymentsTexts();
  if (!awaitsOnlinePayment(order) || !order.reserved_until) return null;
  const isHeld = order.payments.some(({ status, is_to_release }) => status === 'held' && !is_to_release);
  return (
    <section
      aria-labelledby="online-payment-waits"
      className="grid gap-1 rounded-card bg-warning-tint p-5 text-warning-text"
    >
      <h2 id="online-payment-waits" className="text-lg">
        {isHeld ? t('held') : t(`waits_${paidOnlineBy(order)}`)}
      </h2>
      <p className="text-sm">
        {t(isHeld ? 'heldWhy' : 'waitsWhy', { time: formatDateTime(order.reserved_until) })}
      </p>
    </section>
  );
}
