import { ExternalLink } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { formatPounds } from '#app/lib/money.ts';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { FullOrder, Shipment } from './read-orders.ts';

/** An order's shipments with their items and state; renders nothing before the first is packed. */
export function OrderShipments({ order }: { order: FullOrder }) {
  const t = afterSaleTexts();
  const shipments = order.shipments.filter((shipment) => shipment.state !== 'cancelled');
  if (shipments.length === 0) return null;
  const open = order.order_lines.filter((line) => line.open_pieces > 0);
  return (
    <section aria-labelledby="order-shipments">
      <h2 id="order-shipments" className="mb-2 text-heading">
        {t('shipments')}
      </h2>
      <ul className="grid gap-4">
        {shipments.map((shipment) => (
          <ShipmentCard key={shipment.id} shipment={shipment} order={order} />
        ))}
        {open.length > 0 ? (
          <li className="rounded-card border border-line border-dashed p-4">
            <p className="font-semibold">{t('stillToPack')}</p>
            <Contents items={open.map((line) => ({ ...line, quantity: line.open_pieces }))} />
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function ShipmentCard({ shipment, order }: { shipment: Shipment; order: FullOrder }) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  const { state } = shipment;
  const items = shipment.shipment_lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.order_lines.find(({ id }) => id === order_line_id);
    return line ? [{ ...line, quantity }] : [];
  });
  const at = shipment.returned_to_sender_at ?? shipment.delivered_at ?? shipment.handed_over_at;
  return (
    <li className="stroked grid gap-2 rounded-card bg-surface p-4">
      <p className="font-semibold">
        {t('shipment', { number: shipment.number })}:{' '}
        {t(`shipment_${state === 'cancelled' ? 'packed' : state}`)}
      </p>
      {at ? <p className="text-ink-soft text-sm">{formatDateTime(at)}</p> : null}
      <Contents items={items} />
      {shipment.carrier_name ? (
        <p className="text-sm">
          <bdi>{t('carrier', { name: shipment.carrier_name })}</bdi>
        </p>
      ) : null}
      {shipment.tracking_number ? (
        <p className="wrap-anywhere text-sm">
          {t('tracking')}{' '}
          <span dir="ltr" className="font-details">
            {shipment.tracking_number}
          </span>
        </p>
      ) : null}
      {shipment.tracking_url ? (
        <p className="print:hidden">
          <a href={shipment.tracking_url} target="_blank" rel="noreferrer" className={textLinkClasses}>
            {t('track', { number: shipment.number })}
            <ExternalLink aria-hidden className="ms-1 inline size-4" />
          </a>
        </p>
      ) : null}
      {shipment.cash_to_collect > 0 ? (
        <p className="font-medium">
          {t('cashDue', { amount: formatPounds(shipment.cash_to_collect, currency) })}
        </p>
      ) : null}
    </li>
  );
}

function Contents({ items }: { items: readonly { id: string; name: string; quantity: number }[] }) {
  const t = afterSaleTexts();
  return (
    <ul className="wrap-anywhere text-sm">
      {items.map(({ id, name, quantity }) => (
        <li key={id}>{t('shipmentLine', { count: quantity, name })}</li>
      ))}
    </ul>
  );
}
