import { Lock } from 'lucide-react';
import { formatDateTime } from '#app/i18n/format.ts';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { OrderPhotos } from '#app/orders/order-photos.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import type { FullOrder } from '../data/read-admin-orders.ts';

type Event = FullOrder['order_events'][number];
type OrderTimelineProps = { events: Event[]; names: Record<string, string> };

/** History of an order, latest first; internal notes are marked. */
export function OrderTimeline({ events, names }: OrderTimelineProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const actorName = ({ actor, actor_id }: Event) => {
    const kind = actor === 'shopper' || actor === 'staff' ? t(`by_${actor}`) : t('by_system');
    const name = actor_id ? names[actor_id] : undefined;
    return name ? `${name} (${kind.toLowerCase()})` : kind;
  };
  return (
    <section aria-labelledby="order-timeline">
      <h2 id="order-timeline" className="mb-3 text-heading">
        {t('timeline')}
      </h2>
      <ol className="grid gap-4 border-line-strong border-s-2 ps-5">
        {events.toReversed().map((event) => (
          <li
            key={event.id}
            className={classes(
              'relative grid gap-0.5 before:absolute before:-start-[1.7rem] before:top-1.5 before:size-3 before:rounded-full',
              event.to_status ? 'before:bg-focus' : 'before:bg-line-strong',
            )}
          >
            {event.to_status ? <p className="font-semibold">{tOrders(`status_${event.to_status}`)}</p> : null}
            {event.note ? (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {event.note}
              </p>
            ) : null}
            <OrderPhotos photos={event.photos} />
            <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
              {actorName(event)} · {formatDateTime(event.created_at)}
              {event.is_internal ? (
                <Badge>
                  <Lock className="size-3" />
                  {t('internal')}
                </Badge>
              ) : null}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
