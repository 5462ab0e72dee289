import { FileDown, Truck } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDate } from '#app/i18n/format.ts';
import adminCouriersMessages from '#app/i18n/messages/en/admin-couriers.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../../kit/error-message.ts';
import {
  askForPickup,
  bookParcels,
  type CarrierAccount,
  readPickupDays,
  saveLabels,
} from '../data/carrier-calls.ts';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { useCarriers } from '../data/use-carriers.ts';
import { bookableParcels, bookedParcels } from '../model/carrier-bookings.ts';
import { type BulkOutcome, outcomesOf } from '../model/queues.ts';

type CourierActionsProps = {
  orders: readonly AdminOrderRow[];
  onOutcomes: (outcomes: BulkOutcome[]) => void;
};

/** What couriers with an API can do for the packed parcels of orders: take them, print their labels, and come for them. */
export function CourierActions({ orders, onOutcomes }: CourierActionsProps) {
  const t = useTranslations('admin-couriers', adminCouriersMessages);
  const { revalidate } = useRevalidator();
  const carriers = useCarriers();
  const [busy, setBusy] = useState('');
  const [pickup, setPickup] = useState<{ carrier: CarrierAccount; days: string[] } | null>(null);
  const bookable = bookableParcels(orders);
  const booked = bookedParcels(orders);

  const run = async (name: string, failed: string, work: () => Promise<void>) => {
    setBusy(name);
    try {
      await work();
    } catch (error) {
      toast({ title: failed, description: errorMessage(error), variant: 'destructive' });
    }
    setBusy('');
  };
  const book = (carrier: CarrierAccount) =>
    run(carrier.code, t('notBooked'), async () => {
      const ids = bookable.map(({ id }) => id);
      const answers = await bookParcels(carrier.code, ids);
      const asked = orders.filter(({ shipments }) => shipments.some(({ id }) => ids.includes(id)));
      const outcomes = outcomesOf(asked, answers, '');
      if (outcomes.some(({ why }) => why)) onOutcomes(outcomes);
      else toast({ title: t('bookedMany', { count: answers.length, name: carrier.name }) });
      await revalidate();
    });
  if (carriers.length === 0) return null;
  return (
    <>
      {bookable.length > 0
        ? carriers.map((carrier) => (
            <Button
              key={carrier.code}
              size="small"
              variant="outline"
              busy={busy === carrier.code}
              disabled={busy !== '' && busy !== carrier.code}
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
          onClick={() => void run('labels', t('noLabels'), () => saveLabels(booked.map(({ id }) => id)))}
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
              void run(`days ${carrier.code}`, t('noDays'), async () =>
                setPickup({ carrier, days: await readPickupDays(carrier.code) }),
              )
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

type PickupDialogProps = { carrier: CarrierAccount; days: readonly string[]; onClose: () => void };

/** Asks on which of the days that a courier offers it comes. */
function PickupDialog({ carrier, days, onClose }: PickupDialogProps) {
  const t = useTranslations('admin-couriers', adminCouriersMessages);
  const [day, setDay] = useState(days[0] ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const nameOf = (one: string) => formatDate(`${one}T12:00:00Z`);
  const book = async () => {
    setBusy(true);
    try {
      await askForPickup(carrier.code, day);
      toast({ title: t('pickupBooked', { name: carrier.name, day: nameOf(day) }) });
      onClose();
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
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
