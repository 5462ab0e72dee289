import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatParts } from '#app/i18n/format.ts';
import { adminDashboardTexts } from '#app/i18n/texts/admin-dashboard.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { formatPounds } from '#app/lib/money.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import { Badge } from '#app/ui/badge.tsx';
import { useLiveOrders } from '../orders/data/use-live-orders.ts';
import type { DashboardAnswer } from './dashboard-model.ts';
import { LatestOrders } from './latest-orders.tsx';
import { MoneyFigures } from './money-figures.tsx';
import { OrderStatuses } from './order-statuses.tsx';
import { ProductRanks } from './product-ranks.tsx';
import { SalesBars } from './sales-bars.tsx';
import { SalesCards } from './sales-cards.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';

/** Minimum interval between reloads in ms, because the aggregation is slow. */
const reloadInterval = 1000;

type OverviewProps = {
  answer: DashboardAnswer;
  /** Value of `ordersChangeCount` before loading. */
  loadedCount: number;
};

/** Sales and pending work. */
export function Overview({ answer, loadedCount }: OverviewProps) {
  const t = adminDashboardTexts();
  const { currency } = useBrand();
  useLiveOrders({ loadedCount, interval: reloadInterval });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {answer.notifications_held === 0 ? null : (
        <p className="rounded-card bg-warning-tint p-4 text-warning-text">
          {t('notificationsHeld', { count: answer.notifications_held })}{' '}
          <Link to={`${href('/admin/settings')}?tab=orders`} className="underline">
            {t('notificationsHeldLimits')}
          </Link>
        </p>
      )}
      <SalesCards sales={answer.sales} />
      <MoneyFigures money={answer.money} />
      <WaitingTiles answer={answer} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SalesBars days={answer.days} />
          <LatestOrders orders={answer.latest} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrderStatuses orders={answer.orders} />
          <ProductRanks
            title={t('bestSellers')}
            empty={t('noSales')}
            ranks={answer.best_sellers
              .map((row) => orderLineRow(row))
              .map(({ product_id, name, image, quantity, revenue }) => ({
                id: product_id,
                name,
                image,
                figure: (
                  <>
                    {formatPounds(revenue, currency)}{' '}
                    <span className="text-ink-soft">{t('sold', { count: quantity })}</span>
                  </>
                ),
              }))}
          />
          <ProductRanks
            title={t('runningOut')}
            empty={t('enough')}
            more={
              <Link to={`${href('/admin/products')}?sort=stock`} className="text-link text-sm underline">
                {t('allByStock')}
              </Link>
            }
            ranks={answer.running_out
              .map((row) => translatedRow(row))
              .map(({ id, variant_id, name, variant, image, stock }) => ({
                id,
                key: variant_id,
                name: formatParts([name, variant ?? '']),
                image,
                figure: (
                  <Badge tone={stock === 0 ? 'danger' : 'warning'}>{t('left', { count: stock })}</Badge>
                ),
              }))}
          />
        </div>
      </div>
    </div>
  );
}
