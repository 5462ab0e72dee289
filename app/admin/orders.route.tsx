import { data, Form, href, Link, useSearchParams, useSubmit } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/lib/dates.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { adminWords } from '#app/messages/en/admin.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { AuthSpinner } from '#app/shell/auth-spinner.tsx';
import { pageMeta } from '#app/shell/seo.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { Route } from './+types/orders.route.ts';
import { AdminOrder } from './admin-order.tsx';
import {
  orderStatuses,
  ordersPerPage,
  readAdminOrder,
  readAdminOrders,
  statusOf,
} from './read-admin-orders.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminWords.orders });
}

/** The list, or with `?order={id}` one order of it. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const id = url.searchParams.get('order');
  if (id) {
    const found = await readAdminOrder(id);
    if (!found) throw data(null, { status: 404 });
    return { found, list: null };
  }
  const page = Math.max(1, Math.floor(Number(url.searchParams.get('page')) || 1));
  const status = statusOf(url.searchParams.get('status'));
  return { found: null, list: { page, ...(await readAdminOrders({ status, page })) } };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AuthSpinner />;
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { found, list } = loaderData;
  if (found) return <AdminOrder {...found} />;
  return <OrderList {...list} />;
}

type ListProps = NonNullable<Route.ComponentProps['loaderData']['list']>;

function OrderList({ orders, count, page }: ListProps) {
  const t = useWords(adminWords);
  const words = useWords(orderWords);
  const submit = useSubmit();
  const [query] = useSearchParams();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-heading">{t('orders')}</h1>
        <Form onChange={(event) => void submit(event.currentTarget)}>
          <SelectField label={t('filterStatus')} name="status" defaultValue={query.get('status') ?? ''}>
            <option value="">{t('allStatuses')}</option>
            {orderStatuses.map((status) => (
              <option key={status} value={status}>
                {words(`status_${status}`)}
              </option>
            ))}
          </SelectField>
        </Form>
      </div>
      {orders.length === 0 ? (
        <EmptyState title={t('noOrders')}>{t('noOrdersWhy')}</EmptyState>
      ) : (
        <>
          <Table caption={t('orders')}>
            <thead>
              <tr>
                <HeadCell>{t('number')}</HeadCell>
                <HeadCell>{t('placed')}</HeadCell>
                <HeadCell>{t('customer')}</HeadCell>
                <HeadCell>{t('items')}</HeadCell>
                <HeadCell>{t('payment')}</HeadCell>
                <HeadCell>{t('status')}</HeadCell>
                <HeadCell className="text-end">{t('total')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} />
              ))}
            </tbody>
          </Table>
          <Pager page={page} shown={orders.length} count={count} />
        </>
      )}
    </div>
  );
}

function OrderRow({ order }: { order: ListProps['orders'][number] }) {
  const words = useWords(orderWords);
  const { currency } = useBrand();
  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <Link
          to={`${href('/admin/orders')}?order=${order.id}`}
          className="font-details font-semibold text-link underline"
        >
          {order.number}
        </Link>
      </Cell>
      <Cell className="whitespace-nowrap">{formatDateTime(order.created_at)}</Cell>
      <Cell>{order.customer_name}</Cell>
      <Cell>{order.order_lines.reduce((sum, line) => sum + line.quantity, 0)}</Cell>
      <Cell>
        {words(order.payment_method)}, {words(order.payment_status)}
      </Cell>
      <Cell>
        <OrderStatusBadge status={order.status} />
      </Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">
        {formatMoney(toPiastres(order.total), currency)}
      </Cell>
    </tr>
  );
}

function Pager({ page, shown, count }: { page: number; shown: number; count: number }) {
  const t = useWords(adminWords);
  const [query] = useSearchParams();
  const from = (page - 1) * ordersPerPage + 1;
  const to = from + shown - 1;
  const at = (wanted: number) => {
    const changed = new URLSearchParams(query);
    changed.set('page', String(wanted));
    return `?${changed}`;
  };
  return (
    <nav aria-label={t('orders')} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft text-sm">{t('page', { from, to, count })}</p>
      <div className="flex gap-2">
        {page > 1 ? (
          <LinkButton to={at(page - 1)} variant="outline" size="small">
            {t('previous')}
          </LinkButton>
        ) : null}
        {to < count ? (
          <LinkButton to={at(page + 1)} variant="outline" size="small">
            {t('next')}
          </LinkButton>
        ) : null}
      </div>
    </nav>
  );
}
