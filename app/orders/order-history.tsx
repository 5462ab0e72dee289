import { formatDateTime } from '#app/lib/dates.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { FullOrder } from './read-orders.ts';

/** What happened to an order, oldest first. */
export function OrderHistory({ events }: { events: FullOrder['order_events'] }) {
  const t = useWords(orderWords);
  return (
    <section aria-labelledby="order-history">
      <h2 id="order-history" className="mb-3 text-heading">
        {t('history')}
      </h2>
      <ol className="grid gap-4 border-line-strong border-s-2 ps-5">
        {events.map((event) => (
          <li
            key={event.id}
            className="relative before:absolute before:-start-[1.7rem] before:top-1.5 before:size-3 before:rounded-full before:bg-primary"
          >
            {event.to_status ? <p className="font-semibold">{t(`status_${event.to_status}`)}</p> : null}
            {event.note ? <p>{event.note}</p> : null}
            <p className="text-ink-soft text-sm">{formatDateTime(event.created_at)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
