import { FileDown, Truck } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#app/i18n/format.ts';
import { adminCarriersTexts } from '#app/i18n/texts/admin-carriers.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { useChange, useRequest } from '../../ui/use-change.ts';
import {
  askForPickup,
  bookShipments,
  type CarrierAccount,
  readPickupDays,
  saveLabels,
} from '../data/carrier-calls.ts';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { useCarriers } from '../data/use-carriers.ts';
import { bookableShipments, bookedShipments } from '../model/carrier-bookings.ts';
import { type BulkOutcome, outcomesOf } from '../model/queues.ts';

type CarrierActionsProps = {
  /** The orders' store; undefined for those of several, for which carriers are not asked. */
  tenantId: string | undefined;
  orders: readonly AdminOrderRow[];
  onOutcomes: (outcomes: BulkOutcome[]) => void;
};

/** Actions of carriers with an API for the packed shipments of orders: register, print labels, request a pickup. */
export function CarrierActions({ tenantId, orders, onOutcomes }: CarrierActionsProps) {
  const t = adminCarriersTexts();
  const { busyWith: changing, change } = useChange();
  const { busyWith: asking, request } = useRequest();
  const busy = changing ?? asking;
  const carriers = useCarriers(tenantId);
  const [pickup, setPickup] = useState<{ carrier: CarrierAccount; tenantId: string; days: string[] } | null>(
    null,
  );
  const bookable = bookableShipments(orders);
  const booked = bookedShipments(orders);

  const book = (carrier: CarrierAccount) =>
    change({
      key: carrier.code,
      run: async () => {
        const ids = bookable.map(({ id }) => id);
        const answers = await bookShipments(carrier.code, ids);
        const asked = orders.filter(({ shipments }) => shipments.some(({ id }) => ids.includes(id)));
        return outcomesOf(asked, answers, '');
      },
      done: (outcomes) =>
        outcomes.some(({ why }) => why)
          ? undefined
          : { title: t('bookedMany', { count: bookable.length, name: carrier.name }) },
      onDone: (outcomes) => {
        if (outcomes.some(({ why }) => why)) onOutcomes(outcomes);
      },
      failed: t('notBooked'),
    });
  if (tenantId === undefined || carriers.length === 0) return null;
  return (
    <>
      {bookable.length > 0
        ? carriers.map((carrier) => (
            <Button
              key={carrier.code}
              size="small"
              variant="outline"
              busy={busy === carrier.code}
              disabled={busy !== undefined && busy !== carrier.code}
              onClick={() => void book(carrier)}
            >
              {t('registerMany', { count: bookable.length, name: carrier.name })}
            </Button>
          ))
        : null}
      {booked.length > 0 ? (
        <Button
          size="small"
          variant="quiet"
          busy={busy === 'labels'}
          onClick={() =>
            void request({
              key: 'labels',
              run: () => saveLabels(booked.map(({ id }) => id)),
              failed: t('noLabels'),
            })
          }
        >
          <FileDown className="size-4" />
          {t('labels', { count: booked.length })}
        </Button>
      ) : null}
      {carriers
        .filter(({ has_pickups }) => has_pickups)
        .map((carrier) => (
          <Button
            key={carrier.code}
            size="small"
            variant="quiet"
            busy={busy === `days ${carrier.code}`}
            onClick={() =>
              void request({
                key: `days ${carrier.code}`,
                run: () => readPickupDays(carrier.code, tenantId),
                onDone: (days) => setPickup({ carrier, tenantId, days }),
                failed: t('noDays'),
              })
            }
          >
            <Truck className="size-4" />
            {t('pickup', { name: carrier.name })}
          </Button>
        ))}
      {pickup ? <PickupDialog {...pickup} onClose={() => setPickup(null)} /> : null}
    </>
  );
}

type PickupDialogProps = {
  carrier: CarrierAccount;
  tenantId: string;
  days: readonly string[];
  onClose: () => void;
};

/** Asks for one of the pickup days that a carrier offers. */
function PickupDialog({ carrier, tenantId, days, onClose }: PickupDialogProps) {
  const t = adminCarriersTexts();
  const [day, setDay] = useState(days[0] ?? '');
  const { busy, change } = useChange();
  const [problem, setProblem] = useState('');
  const nameOf = (one: string) => formatDate(`${one}T12:00:00Z`);
  const book = () =>
    change({
      run: () => askForPickup(carrier.code, tenantId, day),
      done: t('pickupBooked', { name: carrier.name, day: nameOf(day) }),
      onDone: onClose,
      onFailure: setProblem,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('pickupTitle', { name: carrier.name })}
      description={days.length > 0 ? t('pickupWhy') : t('noDays')}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button busy={busy} disabled={!day} onClick={() => void book()}>
            {t('bookPickup')}
          </Button>
        </>
      }
    >
      <RadioGroup
        legend={t('day')}
        name="pickup-day"
        value={day}
        onChange={setDay}
        options={days.map((one) => ({ value: one, label: nameOf(one) }))}
      />
      {problem ? (
        <p role="alert" className="mt-3 rounded-card bg-danger-tint p-3 text-danger-text">
          {problem}
        </p>
      ) : null}
    </Dialog>
  );
}
