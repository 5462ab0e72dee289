import { formatDateTime } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { classes } from '#app/ui/classes.ts';
import { remarkText } from './order-remark.ts';
import { useStatusName } from './order-status.tsx';
import { type OrderStatus, stepsAhead } from './order-steps.ts';
import type { FullOrder } from './read-orders.ts';

interface OrderTimelineProps {
  order: Pick<FullOrder, 'status' | 'order_events' | 'order_lines'>;
  /** False while live updates are disconnected. */
  live: boolean;
}

/** Connects a step's dot with the next one, except after the last. */
const step = classes(
  'relative border-line-strong border-s-2 ps-5 pb-5 last:border-transparent last:pb-0',
  'first:[border-image:linear-gradient(transparent_0.8rem,var(--line-strong)_0)_1] only:[border-image:none]',
  'before:absolute before:-start-2 before:top-1.5 before:size-3.5 before:rounded-full',
);

/** An order's past events, current status and upcoming steps. */
export function OrderTimeline({ order, live }: OrderTimelineProps) {
  const t = ordersTexts();
  const events = order.order_events;
  const now = events.findLast((event) => event.to_status)?.id;
  return (
    <section aria-labelledby="order-status">
      <h2 id="order-status" className="mb-4 text-heading">
        {t('timeline')}
      </h2>
      {live ? null : (
        <p className="mb-4 rounded-card bg-warning-tint p-3 text-sm text-warning-text print:hidden">
          {t('notLive')}
        </p>
      )}
      <ol className="ms-2 grid">
        {events.map((event) => (
          <li
            key={event.id}
            aria-current={event.id === now ? 'step' : undefined}
            className={classes(
              step,
              event.to_status
                ? 'before:bg-focus'
                : 'before:border-2 before:border-line-strong before:bg-sunken',
              event.id === now && 'before:outline-4 before:outline-tint',
            )}
          >
            <Happening event={event} lines={order.order_lines} />
            {[remarkText(event.remark), event.note].filter(Boolean).map((said) => (
              <p key={said} className="wrap-anywhere">
                <bdi>{said}</bdi>
              </p>
            ))}
            <p className="whitespace-nowrap text-ink-soft text-sm">{formatDateTime(event.created_at)}</p>
          </li>
        ))}
        {stepsAhead(order.status).map((status) => (
          <Ahead key={status} status={status} />
        ))}
      </ol>
    </section>
  );
}

function Ahead({ status }: { status: OrderStatus }) {
  const t = ordersTexts();
  const nameOf = useStatusName();
  return (
    <li
      className={classes(
        step,
        'text-ink-soft print:hidden',
        'before:border-2 before:border-line-strong before:bg-page',
      )}
    >
      {nameOf(status)} <span className="sr-only">{t('ahead')}</span>
    </li>
  );
}

/** The cancelled items of a history event, by the names of the order's lines; null for other events. */
export function cancelledPieces(
  pieces: FullOrder['order_events'][number]['pieces'],
  lines: readonly { id: string; name: string }[],
) {
  if (!pieces) return null;
  return pieces.map(({ order_line_id, name, quantity }) => ({
    name: lines.find(({ id }) => id === order_line_id)?.name ?? name,
    quantity,
  }));
}

/** An event's content: a status, cancelled items, or a note from the store. */
function Happening({
  event,
  lines,
}: {
  event: FullOrder['order_events'][number];
  lines: FullOrder['order_lines'];
}) {
  const t = ordersTexts();
  const tAfter = afterSaleTexts();
  const nameOf = useStatusName();
  const pieces = cancelledPieces(event.pieces, lines);
  if (event.to_status) return <p className="font-semibold">{nameOf(event.to_status)}</p>;
  if (pieces)
    return (
      <>
        <p className="font-semibold">{tAfter('piecesCancelled')}</p>
        {pieces.map(({ name, quantity }) => (
          <p key={name} className="wrap-anywhere">
            {tAfter('shipmentLine', { count: quantity, name })}
          </p>
        ))}
      </>
    );
  return event.actor === 'staff' ? <p className="font-semibold">{t('note')}</p> : null;
}
