import { z } from 'zod';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { limitedText } from '#app/lib/limited-text.ts';
import { amountText } from '../../kit/edit/field-schemas.ts';

const message = (key: 'tooLong' | 'badAddress' | 'badAmount') => () => adminParcelsTexts()(key);

/** Schema of the form about a parcel; an empty amount leaves it to the database. */
export const parcelForm = z.object({
  carrier: limitedText(80, message('tooLong')),
  number: limitedText(80, message('tooLong')),
  address: limitedText(500, message('tooLong')).refine(
    (typed) => typed === '' || (/^https?:\/\//.test(typed) && URL.canParse(typed)),
    { error: message('badAddress') },
  ),
  cash: amountText(message('badAmount'), { optional: true }),
  fee: amountText(message('badAmount'), { optional: true }),
});

export type ParcelForm = z.infer<typeof parcelForm>;

/** A parcel as `pack_order` and `change_shipment` read it; amounts are pounds. */
export type ParcelFields = {
  carrier_name?: string;
  tracking_number?: string | null;
  tracking_url?: string | null;
  cash_due?: number;
  fee?: number;
};

type StoredParcel = {
  carrier_name: string;
  tracking_number: string | null;
  tracking_url: string | null;
  cash_due: number;
  staff_facts: { fee: number | null } | null;
};

/** Returns the values of the form for a parcel, or for a new one. */
export function parcelValues(parcel: StoredParcel | null): ParcelForm {
  return {
    carrier: parcel?.carrier_name ?? '',
    number: parcel?.tracking_number ?? '',
    address: parcel?.tracking_url ?? '',
    cash: parcel ? String(parcel.cash_due) : '',
    fee: parcel?.staff_facts?.fee ? String(parcel.staff_facts.fee) : '',
  };
}

/** Returns what is sent of the form: of a new parcel what was filled in, of a stored one what was changed. */
export function parcelFields(values: ParcelForm, parcel: StoredParcel | null): ParcelFields {
  const before = parcelValues(parcel);
  const changed = (name: keyof ParcelForm) => values[name] !== before[name];
  return {
    ...(changed('carrier') ? { carrier_name: values.carrier } : {}),
    ...(changed('number') ? { tracking_number: values.number || null } : {}),
    ...(changed('address') ? { tracking_url: values.address || null } : {}),
    ...(changed('cash') && values.cash ? { cash_due: Number(values.cash) } : {}),
    ...(changed('fee') && values.fee ? { fee: Number(values.fee) } : {}),
  };
}
