import { Package } from 'lucide-react';
import { useState } from 'react';
import { href, Link } from 'react-router';
import { AccountFrame } from '#app/account/account-frame.tsx';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { formatDate } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { pieceCount } from '#app/orders/line-pieces.ts';
import { OrderStatusBadge } from '#app/orders/order-status.tsx';
import { OrderTitle } from '#app/orders/order-title.tsx';
import { type ListedOrder, readOrders } from '#app/orders/read-orders.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { useAction } from '#app/ui/use-action.ts';
import type { Route } from './+types/orders.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: ordersTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  return { user, ...(await readOrders(user.id)) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function Orders({ loaderData }: Route.ComponentProps) {
  const t = ordersTexts();
  const [listing, setListing] = useState({ ...loaderData, of: loaderData });
  // A revalidation resets the list.
  const { orders, older } = listing.of === loaderData ? listing : loaderData;
  const { busy, act } = useAction({ explain: () => t('unreachable') });

  const showOlder = () =>
    act({
      run: () => readOrders(loaderData.user.id, orders.at(-1)?.created_at),
      onDone: (read) =>
        setListing({ ...loaderData, ...read, of: loaderData, orders: [...orders, ...read.orders] }),
      failed: t('olderFailed'),
    });

  return (
    <AccountFrame title={t('title')}>
      {orders.length === 0 ? (
        <BrandEmptyState
          icon={<Package className="size-12" />}
          title={t('empty')}
          action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
        >
          {t('emptyWhy')}
        </BrandEmptyState>
      ) : (
        <ul className="grid gap-4">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      {older ? (
        <Button variant="outline" busy={busy} onClick={() => void showOlder()} className="justify-self-start">
          {t('older')}
        </Button>
      ) : null}
    </AccountFrame>
  );
}

function OrderCard({ order }: { order: ListedOrder }) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const { account: layout } = useShoppingLook();
  const count = pieceCount(order.order_lines);
  return (
    <li className={classes('relative grid gap-4 sm:grid-cols-[1fr_auto]', layout.card)}>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <Link
            to={href('/account/orders/:id', { id: order.id })}
            className="stretched-link whitespace-nowrap font-details font-semibold"
          >
            <OrderTitle number={order.number} />
          </Link>
          <OrderStatusBadge status={order.status} />
        </div>
        <p className="text-ink-soft text-sm">
          {t('placedOn', { date: formatDate(order.created_at) })} · {t('lines', { count })}
        </p>
        <p className="font-details font-semibold tabular-nums">{formatPounds(order.cost, currency)}</p>
      </div>
      <div className="flex gap-2">
        {order.order_lines.slice(0, 4).map(({ id, image, name }) => (
          <LinePicture
            key={id}
            image={image}
            alt={name}
            size={64}
            className="size-16 rounded-picture object-cover"
          />
        ))}
      </div>
    </li>
  );
}
