import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { mailHoldSeconds } from '#app/lib/database.limits.ts';
import { Button } from '#app/ui/button.tsx';
import { DropdownItem, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { useChange } from '../../ui/use-change.ts';
import { LoseShipment } from '../claims/lose-shipment.tsx';
import { deliverShipment, takeDeliveryBack } from '../data/delivery-calls.ts';
import type { AdminOrderLine, AdminShipment } from '../data/read-admin-orders.ts';
import { moveShipment } from '../data/shipment-calls.ts';
import { owesCash, type ShipmentState, shipmentTransitions } from '../model/shipments.ts';
import { useUndoHandOver } from '../use-undo-hand-over.ts';
import { DeliverShipment, type Taken } from './deliver-shipment.tsx';

type ShipmentTransitionsProps = { shipment: AdminShipment; lines: readonly AdminOrderLine[] };

/** The transitions of a shipment: the first as buttons, the rest in a menu. */
export function ShipmentTransitions({ shipment, lines }: ShipmentTransitionsProps) {
  const t = adminShipmentsTexts();
  const { busy, busyWith, change } = useChange<ShipmentState>();
  const [asked, setAsked] = useState<'delivered' | 'lost' | null>(null);
  const undoHandOver = useUndoHandOver();
  const { id, number, state, cash_due } = shipment;
  const transitions = shipmentTransitions(state);
  const pieces = shipment.shipment_lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const canCorrect = state === 'delivered' && pieces > 1 && (cash_due === 0 || owesCash(shipment));
  const undo = () =>
    change({
      key: 'packed',
      run: () => takeDeliveryBack(id),
      done: t('deliveryUndone', { number }),
      failed: t('notUndone'),
    });
  const move = (to: ShipmentState) =>
    change({
      key: to,
      run: () => moveShipment(id, { state: to }),
      done: () => ({
        title: t('shipmentMoved', { number, state: t(`state_${to}`) }),
        ...undoHandOver(to === 'handed_over' ? [id] : []),
      }),
      failed: t('shipmentNotMoved'),
    });
  const deliver = ({ lines: taken, cash, count }: Taken) =>
    change({
      key: 'delivered',
      run: () =>
        deliverShipment({
          shipment_id: id,
          ...(taken && { lines: taken }),
          ...(cash === undefined ? {} : { cash }),
        }),
      done: () =>
        taken
          ? {
              title: t('deliveredPart', { number, taken: count.taken, back: count.sent - count.taken }),
              ...(state !== 'delivered' && {
                action: { label: t('undo'), onClick: () => void undo() },
                duration: mailHoldSeconds * 1_000,
              }),
            }
          : { title: t('shipmentMoved', { number, state: t('state_delivered') }) },
      onDone: () => setAsked(null),
      failed: t('shipmentNotMoved'),
    });
  const choose = (to: ShipmentState) => {
    if (to === 'lost' || (to === 'delivered' && (cash_due > 0 || pieces > 1))) return setAsked(to);
    void move(to);
  };
  const [first, second, ...rest] = mainTransitions(transitions);
  if (transitions.length === 0 && !canCorrect && shipment.seconds_to_take_delivery_back === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {[first, second].map((to, index) =>
        to ? (
          <Button
            key={to}
            size="small"
            variant={index === 0 ? 'primary' : 'outline'}
            busy={busyWith === to}
            disabled={busy && busyWith !== to}
            onClick={() => choose(to)}
          >
            {t(`move_${to}`)}
          </Button>
        ) : null,
      )}
      {rest.length > 0 ? (
        <DropdownMenu
          label={t('moreMoves', { number })}
          trigger={
            <Button variant="quiet" size="small" aria-label={t('moreMoves', { number })}>
              {t('more')}
              <ChevronDown className="size-4" />
            </Button>
          }
        >
          {rest.map((to) => (
            <DropdownItem key={to} onSelect={() => choose(to)}>
              {t(`move_${to}`)}
            </DropdownItem>
          ))}
        </DropdownMenu>
      ) : null}
      {canCorrect ? (
        <Button variant="quiet" size="small" disabled={busy} onClick={() => setAsked('delivered')}>
          {t('correctDelivery')}
        </Button>
      ) : null}
      <WhileUndoable shipment={shipment} seconds={shipment.seconds_to_take_back}>
        <Button variant="quiet" size="small" disabled={busy} onClick={() => void move('packed')}>
          {t('move_packed')}
        </Button>
      </WhileUndoable>
      <WhileUndoable shipment={shipment} seconds={shipment.seconds_to_take_delivery_back}>
        <Button variant="quiet" size="small" disabled={busy} onClick={() => void undo()}>
          {t('undoDelivery')}
        </Button>
      </WhileUndoable>
      {asked === 'delivered' ? (
        <DeliverShipment
          shipment={shipment}
          lines={lines}
          busy={busy}
          onDeliver={(taken) => void deliver(taken)}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'lost' ? <LoseShipment shipment={shipment} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

type WhileUndoableProps = {
  shipment: AdminShipment;
  /** Seconds since the shipment was read in which its last step can be undone. */
  seconds: number;
  children: ReactNode;
};

/** Shows a button while the last step of a shipment can be undone, also after its toast has closed. */
function WhileUndoable({ shipment, seconds, children }: WhileUndoableProps) {
  const [over, setOver] = useState<AdminShipment | null>(null);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setOver(shipment), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [shipment, seconds]);
  return seconds === 0 || shipment === over ? null : children;
}

/** Staff enter deliveries and failed attempts most often. */
function mainTransitions(transitions: readonly ShipmentState[]): readonly ShipmentState[] {
  const frequent: readonly ShipmentState[] = [
    'handed_over',
    'delivered',
    'attempt_failed',
    'returned_to_sender',
  ];
  const first = frequent.filter((state) => transitions.includes(state)).slice(0, 2);
  return [...first, ...transitions.filter((state) => !first.includes(state))];
}
