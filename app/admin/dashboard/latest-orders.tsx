import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatRelative } from '#app/i18n/format-relative.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { formatPounds } from '#app/lib/money.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import type { DashboardAnswer } from './dashboard-model.ts';

/** The latest orders, reloaded when orders change. */
export function LatestOrders({ orders }: { orders: DashboardAnswer['latest'] }) {
  const t = adminDashboardTexts();
  const { currency } = useBrand();
  const now = useCurrentMinute();
  return (
    <section
      aria-labelledby="latest"
      className="stroked grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-card border-line bg-surface p-4 lg:p-5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="latest" className="text-lg">
          {t('latest')}
        </h2>
        <Link to={href('/admin/orders')} className="text-link text-sm underline">
          {t('allOrders')}
        </Link>
      </div>
      {orders.length === 0 ? <p className="text-ink-soft text-sm">{t('noOrders')}</p> : null}
      <ol aria-live="polite" className="divide-y">
        {orders.map((order) => (
          <li
            key={order.id}
            className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 hover:bg-sunken"
          >
            <Link
              to={`${href('/admin/orders')}?order=${order.id}`}
              className="stretched-link font-details font-semibold text-link underline"
            >
              {order.number}
            </Link>
            <span className="ms-auto font-details font-semibold text-sm tabular-nums">
              {formatPounds(order.total, currency)}
            </span>
            <span className="flex w-full items-center gap-3 text-ink-soft text-sm">
              <OrderStatusBadge status={order.status} />
              <bdi className="min-w-0 flex-1 truncate">{order.customer_name}</bdi>
              <span className="whitespace-nowrap">{formatRelative(order.created_at, now)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the current time in ms, updated every minute. */
function useCurrentMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
