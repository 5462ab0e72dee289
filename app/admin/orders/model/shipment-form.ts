import { z } from 'zod';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';

const message = (key: 'tooLong' | 'badAddress' | 'badAmount') => () => adminShipmentsTexts()(key);

/** Schema of the shipment form; the database sets an empty amount. */
export const shipmentForm = z.object({
  carrier: limitedText(80, message('tooLong')),
  number: limitedText(80, message('tooLong')),
  address: limitedText(500, message('tooLong')).refine(
    (typed) => typed === '' || (/^https?:\/\//.test(typed) && URL.canParse(typed)),
    { error: message('badAddress') },
  ),
  cash: amountText(message('badAmount'), { optional: true }),
  fee: amountText(message('badAmount'), { optional: true }),
});

export type ShipmentForm = z.infer<typeof shipmentForm>;

/** A shipment as `pack_order` and `change_shipment` take it; amounts in pounds. */
export type ShipmentFields = {
  carrier_name?: string;
  tracking_number?: string | null;
  tracking_url?: string | null;
  cash_due?: number;
  fee?: number;
};

type StoredShipment = {
  carrier_name: string;
  tracking_number: string | null;
  tracking_url: string | null;
  cash_due: number;
  staff_facts: { fee: number | null } | null;
};

/** Returns the form values of a shipment, or of a new one. */
export function shipmentValues(shipment: StoredShipment | null): ShipmentForm {
  return {
    carrier: shipment?.carrier_name ?? '',
    number: shipment?.tracking_number ?? '',
    address: shipment?.tracking_url ?? '',
    cash: shipment ? String(shipment.cash_due) : '',
    fee: shipment?.staff_facts?.fee ? String(shipment.staff_facts.fee) : '',
  };
}

/** Returns the fields to send: the filled ones of a new shipment, the changed ones of a stored one. */
export function shipmentFields(values: ShipmentForm, shipment: StoredShipment | null): ShipmentFields {
  const before = shipmentValues(shipment);
  const changed = (name: keyof ShipmentForm) => values[name] !== before[name];
  return {
    ...(changed('carrier') ? { carrier_name: values.carrier } : {}),
    ...(changed('number') ? { tracking_number: values.number || null } : {}),
    ...(changed('address') ? { tracking_url: values.address || null } : {}),
    ...(changed('cash') && values.cash ? { cash_due: Number(values.cash) } : {}),
    ...(changed('fee') && values.fee ? { fee: Number(values.fee) } : {}),
  };
}
