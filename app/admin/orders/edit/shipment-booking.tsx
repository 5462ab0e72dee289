import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminCarriersTexts } from '#app/i18n/texts/admin-carriers.ts';
import { formatPounds } from '#app/lib/money.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { Button } from '#app/ui/button.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { useChange } from '../../ui/use-change.ts';
import { bookShipments, type CarrierAccount, readDistricts, saveLabels } from '../data/carrier-calls.ts';
import type { AdminShipment } from '../data/read-admin-orders.ts';
import { CarrierChoice } from './carrier-choice.tsx';

type ShipmentBookingProps = {
  shipment: AdminShipment;
  governorate: string;
  /** Carriers with which the shipment can be registered. */
  carriers: readonly CarrierAccount[];
};

/** A shipment's registration with its carrier: done, pending, or failed with the reason and a retry. */
export function ShipmentBooking({ shipment, governorate, carriers }: ShipmentBookingProps) {
  const t = adminCarriersTexts();
  const { currency } = useBrand();
  const booking = shipment.carrier_bookings;
  const problem = booking?.problem;
  if (shipment.is_bookable)
    return <RegisterShipment shipment={shipment} governorate={governorate} carriers={carriers} />;
  if (!booking || booking.state === 'cancelled') return null;
  const name = shipment.carrier_name || shipment.carrier;
  const collectsOther = booking.cash !== null && booking.cash !== shipment.cash_due;
  return (
    <div className="grid gap-2 text-sm">
      {booking.state === 'booked' ? (
        <LabelButton shipment={shipment} />
      ) : (
        <p role="status">{t(booking.state === 'to_cancel' ? 'beingCancelled' : 'beingBooked', { name })}</p>
      )}
      {problem ? (
        <p className="rounded-card bg-warning-tint p-3 text-warning-text">{refusalText(problem)}</p>
      ) : null}
      {booking.state === 'booked' && collectsOther && shipment.state !== 'delivered' ? (
        <p className="rounded-card bg-danger-tint p-3 text-danger-text">
          {t('collectsOther', {
            name,
            told: formatPounds(booking.cash ?? 0, currency),
            due: formatPounds(shipment.cash_due, currency),
          })}
        </p>
      ) : null}
    </div>
  );
}

function LabelButton({ shipment }: { shipment: AdminShipment }) {
  const t = adminCarriersTexts();
  const { busy, change } = useChange();
  const save = () => change({ run: () => saveLabels([shipment.id]), failed: t('noLabels') });
  return (
    <div>
      <Button variant="outline" size="small" busy={busy} onClick={() => void save()}>
        <FileDown className="size-4" />
        {t('labelOf', { name: shipment.carrier_name || shipment.carrier })}
      </Button>
    </div>
  );
}

/** Registers a packed shipment with a carrier; after a refusal shows the reason, and asks for an unknown district. */
function RegisterShipment({ shipment, governorate, carriers }: ShipmentBookingProps) {
  const t = adminCarriersTexts();
  const problem = shipment.carrier_bookings?.problem;
  const [chosen, setChosen] = useState(shipment.carrier_bookings?.carrier ?? '');
  const [district, setDistrict] = useState('');
  const { busy, change } = useChange();
  const carrier = carriers.find(({ code }) => code === chosen);
  const asksDistrict = problem?.code === 'carrier_unknown_district' && carrier !== undefined;
  if (carriers.length === 0) return null;
  const book = async () => {
    if (!carrier) return;
    await change({
      run: async () => {
        const districts = district ? { [shipment.id]: district } : {};
        const [answer] = await bookShipments(carrier.code, [shipment.id], districts);
        if (answer?.why) throw new Error(answer.why);
      },
      done: t('booked', { name: carrier.name }),
      failed: t('notBooked'),
    });
  };
  return (
    <div className="grid gap-3 rounded-card bg-tint p-3">
      {problem ? <p className="text-danger-text text-sm">{refusalText(problem)}</p> : null}
      <div className="flex flex-wrap items-end gap-3">
        <CarrierChoice carriers={carriers} value={chosen} onChange={setChosen} />
        {asksDistrict ? (
          <DistrictChoice
            carrier={carrier.code}
            governorate={governorate}
            value={district}
            onChange={setDistrict}
          />
        ) : null}
        {carrier ? (
          <Button size="small" busy={busy} disabled={asksDistrict && !district} onClick={() => void book()}>
            {t('register')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type DistrictChoiceProps = {
  carrier: string;
  governorate: string;
  value: string;
  onChange: (district: string) => void;
};

function DistrictChoice({ carrier, governorate, value, onChange }: DistrictChoiceProps) {
  const t = adminCarriersTexts();
  const [districts, setDistricts] = useState<Awaited<ReturnType<typeof readDistricts>> | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isGone = false;
    setDistricts(null);
    setFailure('');
    readDistricts(carrier, governorate).then(
      (read) => isGone || setDistricts(read),
      (error: unknown) => isGone || setFailure(errorMessage(error)),
    );
    return () => {
      isGone = true;
    };
  }, [carrier, governorate]);
  const isArabic = pageLanguage() === 'ar';
  return (
    <ChoiceField
      label={t('district')}
      value={value}
      disabled={!districts?.length}
      error={failure || (districts?.length === 0 ? t('noDistricts') : undefined)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[
        { value: '', label: t('chooseDistrict') },
        ...(districts ?? []).map(({ district_id, district, district_ar }) => ({
          value: district_id,
          label: (isArabic && district_ar) || district,
        })),
      ]}
    />
  );
}
