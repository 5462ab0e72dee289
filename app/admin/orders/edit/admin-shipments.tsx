import { Pencil, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { CarrierAccount } from '../data/carrier-calls.ts';
import type { AdminFullOrder, AdminOrderLine, AdminShipment } from '../data/read-admin-orders.ts';
import { moveShipment } from '../data/shipment-calls.ts';
import { useCarriers } from '../data/use-carriers.ts';
import { orderAddress } from '../model/order-filter.ts';
import { isGoingBack, isVoid, owesCash, type ShipmentState } from '../model/shipments.ts';
import { InspectShipment } from './inspect-shipment.tsx';
import { ShipmentBooking } from './shipment-booking.tsx';
import { ShipmentClaim } from './shipment-claim.tsx';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { ShipmentTransitions } from './shipment-transitions.tsx';

const tones: Record<ShipmentState, BadgeTone> = {
  packed: 'warning',
  handed_over: 'tint',
  in_transit: 'tint',
  out_for_delivery: 'tint',
  attempt_failed: 'danger',
  delivered: 'success',
  returning: 'warning',
  returned_to_sender: 'neutral',
  lost: 'danger',
  cancelled: 'neutral',
};

/** The shipments of an order. */
export function AdminShipments({ order }: { order: AdminFullOrder }) {
  const t = adminShipmentsTexts();
  const carriers = useCarriers(
    order.shipments.some(({ is_bookable }) => is_bookable) ? order.tenant_id : undefined,
  );
  if (order.shipments.length === 0) return null;
  return (
    <section aria-labelledby="order-shipments" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="order-shipments" className="text-heading">
        {t('shipments')}
      </h2>
      <ul className="grid gap-3">
        {order.shipments.map((shipment) => (
          <Shipment
            key={shipment.id}
            orderId={order.id}
            governorate={order.address.governorate ?? ''}
            shipment={shipment}
            lines={order.order_lines}
            carriers={carriers}
            splitFrom={order.shipments.find(({ id }) => id === shipment.split_from)?.number}
          />
        ))}
      </ul>
    </section>
  );
}

type ShipmentProps = {
  orderId: string;
  governorate: string;
  shipment: AdminShipment;
  lines: readonly AdminOrderLine[];
  carriers: readonly CarrierAccount[];
  /** The number of the shipment of which these pieces were given back at the door. */
  splitFrom: number | undefined;
};

function Shipment({ orderId, governorate, shipment, lines, carriers, splitFrom }: ShipmentProps) {
  const t = adminShipmentsTexts();
  const [query] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const seesContact = may(useSession().user, 'customers.see_contact');
  const { number, state } = shipment;
  const name = t('shipment', { number });
  const sheet = (kind: 'label' | 'slip') =>
    `${orderAddress(query, orderId)}&print=${kind}&shipment=${shipment.id}`;
  return (
    <li aria-label={name} className="stroked grid gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        {shipment.attempts > 0 ? (
          <span className="text-ink-soft text-sm">{t('attempts', { count: shipment.attempts })}</span>
        ) : null}
        <div className="ms-auto flex">
          {isVoid(state) ? null : (
            <>
              {(seesContact ? (['slip', 'label'] as const) : []).map((kind) => (
                <LinkButton
                  key={kind}
                  to={sheet(kind)}
                  variant="quiet"
                  size="small"
                  aria-label={t(kind === 'slip' ? 'slipOf' : 'labelOf', { number })}
                >
                  <Printer className="size-4" />
                  {t(kind === 'slip' ? 'slip' : 'label')}
                </LinkButton>
              ))}
              {state === 'delivered' ? null : (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('editShipment', { number })}
                  title={t('editShipment', { number })}
                  onClick={() => setEditing(true)}
                >
                  <Pencil className="size-4" />
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {splitFrom === undefined ? null : (
        <p className="text-ink-soft text-sm">{t('splitFrom', { number: splitFrom })}</p>
      )}
      <ShipmentFacts shipment={shipment} />
      <ShipmentBooking shipment={shipment} governorate={governorate} carriers={carriers} />
      <ul className="grid gap-0.5 text-sm">
        {shipment.shipment_lines.map(({ order_line_id, quantity }) => (
          <li key={order_line_id}>
            <span className="font-details tabular-nums">{quantity} ×</span>{' '}
            {lines.find(({ id }) => id === order_line_id)?.name}
          </li>
        ))}
      </ul>
      <ShipmentEvents shipment={shipment} />
      {shipment.returned_to_sender_late ? <ReturnedLate shipment={shipment} /> : null}
      {shipment.awaits_inspection ? (
        <InspectShipment key={shipment.id} shipment={shipment} lines={lines} />
      ) : (
        <ShipmentTransitions shipment={shipment} lines={lines} />
      )}
      <ShipmentClaim shipment={shipment} />
      {editing ? <ShipmentDialog shipment={shipment} onClose={() => setEditing(false)} /> : null}
    </li>
  );
}

/** The carrier, tracking and cash of a shipment. */
function ShipmentFacts({ shipment }: { shipment: AdminShipment }) {
  const t = adminShipmentsTexts();
  const { currency } = useBrand();
  const { carrier_name, tracking_number, tracking_url, cash_to_collect, cash_collected } = shipment;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className={carrier_name ? 'font-medium' : 'text-ink-soft'}>
        <bdi>{carrier_name || t('noCarrier')}</bdi>
      </span>
      {tracking_url ? (
        <a href={tracking_url} target="_blank" rel="noreferrer" className={textLinkClasses}>
          {t('track', { number: tracking_number ?? '' })}
        </a>
      ) : tracking_number ? (
        <bdi className="font-details">{tracking_number}</bdi>
      ) : null}
      {cash_collected !== null && cash_collected > 0 ? (
        <span className="flex flex-wrap items-center gap-2">
          {t('collected', { amount: formatPounds(cash_collected, currency) })}
          <Badge tone={owesCash(shipment) ? 'warning' : 'success'}>
            {t(owesCash(shipment) ? 'withCarrier' : 'settled')}
          </Badge>
        </span>
      ) : cash_to_collect > 0 ? (
        <span>{t('collects', { amount: formatPounds(cash_to_collect, currency) })}</span>
      ) : null}
    </p>
  );
}

/** Carrier events that the store does not know and a person must handle, latest first. */
function ShipmentEvents({
  shipment: { returned_to_sender_late: isLate, shipment_events },
}: {
  shipment: AdminShipment;
}) {
  const t = adminShipmentsTexts();
  const unknown = shipment_events.filter(({ state }) => state === null || (isLate && isGoingBack(state)));
  if (unknown.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-card bg-warning-tint p-3 text-sm text-warning-text">
      {unknown.map(({ id, carrier_state, note, happened_at }) => (
        <li key={id}>
          {t('carrierSays', { state: [carrier_state, note].filter(Boolean).join(' – ') })} ·{' '}
          <span className="whitespace-nowrap">{formatDateTime(happened_at)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A shipment returned to sender after its delivery: it stays delivered, and its order waits for staff. */
function ReturnedLate({ shipment: { id } }: { shipment: AdminShipment }) {
  const t = adminShipmentsTexts();
  const { busy, change } = useChange();
  const done = () =>
    change({
      run: () => moveShipment(id, { state: 'delivered', note: t('resolved') }),
      done: t('resolved'),
      failed: t('shipmentNotMoved'),
    });
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm">{t('returnedLate')}</p>
      <Button variant="outline" size="small" busy={busy} onClick={() => void done()}>
        {t('resolved')}
      </Button>
    </div>
  );
}
