import { data, href } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { formatDateTime } from '#app/lib/dates.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/order.route.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderAddress } from './order-address.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatusBadge } from './order-status.tsx';
import { OrderTotals } from './order-totals.tsx';
import { readOrder } from './read-orders.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: orderWords.title });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  const order = await readOrder(params.id, user.id);
  if (!order) throw data(null, { status: 404 });
  return order;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export default function Order({ loaderData: order }: Route.ComponentProps) {
  const t = useWords(orderWords);
  return (
    <div className="column max-w-5xl py-section">
      <TextLink to={href('/account/orders')} className="print:hidden">
        {t('toOrders')}
      </TextLink>
      <div className="mt-4 mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-title">{t('order', { number: order.number })}</h1>
        <OrderStatusBadge status={order.status} />
        <p className="w-full text-ink-soft">{t('placedOn', { date: formatDateTime(order.created_at) })}</p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="grid gap-8">
          <OrderLines lines={order.order_lines} />
          <OrderHistory events={order.order_events} />
        </div>
        <div className="grid gap-6">
          <OrderTotals order={order} />
          <OrderAddress order={order} />
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="outline" onClick={() => print()}>
              {t('print')}
            </Button>
            <CancelOrder order={order} />
          </div>
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const t = useWords(orderWords);
  return (
    <div className="column">
      <EmptyState
        title={t('notFound')}
        action={<LinkButton to={href('/account/orders')}>{t('toOrders')}</LinkButton>}
      >
        {t('notFoundWhy')}
      </EmptyState>
    </div>
  );
}
