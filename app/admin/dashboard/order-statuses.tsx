import { href, Link } from 'react-router';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { Constants } from '#app/lib/database.types.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { barHeights, type DashboardAnswer } from './dashboard-model.ts';

const statuses = Constants.public.Enums.order_status;

/** Number of orders per status, linked to the list. */
export function OrderStatuses({ orders }: { orders: DashboardAnswer['orders'] }) {
  const t = adminDashboardTexts();
  const statusName = useStatusName();
  const counts = statuses.map((status) => orders.find((one) => one.status === status)?.orders ?? 0);
  const widths = barHeights(counts);
  return (
    <section
      aria-labelledby="statuses"
      className="stroked grid content-start gap-3 rounded-card border-line bg-surface p-4 lg:p-5"
    >
      <h2 id="statuses" className="text-lg">
        {t('byStatus')}
      </h2>
      <ul className="grid gap-1">
        {statuses.map((status, index) => (
          <li key={status} className="relative flex min-h-9 items-center gap-3 text-sm hover:bg-sunken">
            <Link to={`${href('/admin/orders')}?status=${status}`} className="stretched-link w-32 shrink-0">
              {statusName(status)}
            </Link>
            <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-focus" style={{ width: `${widths[index]}%` }} />
            </span>
            <span className="w-10 text-end font-details tabular-nums">{counts[index]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
