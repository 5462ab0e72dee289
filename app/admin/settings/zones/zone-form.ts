import { z } from 'zod';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import type englishAdminZones from '#app/i18n/texts/en/admin-zones.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Tables } from '#app/lib/database.types.ts';
import type { ShippingRate } from '#app/lib/json-columns.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { amountText, optionalCount } from '../../ui/edit/field-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';

const message = (key: PlainKey<typeof englishAdminZones>) => () => adminZonesTexts()(key);
const amount = (optional: boolean) => amountText(message('amountWrong'), { optional });
const kilos = () => amountText(message('kilosWrong'), { most: 9999, optional: true });
const days = () => optionalCount(message('daysWrong'), { least: 0, most: 60 });

export const zoneMethods = ['standard', 'express'] as const;

const rateForm = z.object({
  method: z.enum(zoneMethods),
  fee: amount(false),
  freeFrom: amount(true),
  fromKilos: kilos(),
  fromSubtotal: amount(true),
  daysFrom: days(),
  daysTo: days(),
  cash: z.boolean(),
});

/** A typed rate of a zone. */
export type RateForm = z.output<typeof rateForm>;

const stepOf = ({ method, fromKilos, fromSubtotal }: RateForm) =>
  [method, Number(fromKilos), Number(fromSubtotal)].join(' ');

/** Schema of a zone: its places, its delivery fees by method, weight and amount, and its delivery times. */
export const zoneForm = z
  .object(
    withTranslations({
      name: limitedText(80, message('tooLong')).min(1, { error: message('nameMissing') }),
    }),
  )
  .extend({
    places: z.array(z.string()),
    rates: z.array(rateForm).superRefine((rates, context) => {
      rates.forEach((rate, index) => {
        if (rates.findIndex((other) => stepOf(other) === stepOf(rate)) < index)
          context.addIssue({ code: 'custom', path: [index, 'fee'], message: message('stepTwice')() });
      });
    }),
    mostKilos: kilos(),
    carrier: z.string(),
    isActive: z.boolean(),
  });

export type ZoneForm = z.output<typeof zoneForm>;

export const zoneTexts = ['name'] as const;

/** A stored zone. */
export type StoredZone = Omit<Tables<'shipping_zones'>, 'tenant_id' | 'created_at' | 'updated_at'>;

const text = (number: number | null | undefined) => String(number ?? '');
const numberOf = (typed: string) => (typed === '' ? null : Number(typed));
const gramsOf = (typed: string) => Math.round(Number(typed) * 1000);

/** Returns the first rate of a method. */
export const newRate = (method: RateForm['method']): RateForm => ({
  method,
  fee: '',
  freeFrom: '',
  fromKilos: '',
  fromSubtotal: '',
  daysFrom: '',
  daysTo: '',
  cash: true,
});

/** Returns the form values of a zone, or of a new one. */
export const zoneFormValues = (zone: StoredZone | null): ZoneForm => ({
  ...translatedValues(zoneTexts, zone?.translations),
  name: zone?.name ?? '',
  places: zone?.places ?? [],
  rates: zone
    ? zone.rates.map((rate) => ({
        method: rate.method,
        fee: text(rate.fee),
        freeFrom: text(rate.free_from),
        fromKilos: rate.from_grams ? text(rate.from_grams / 1000) : '',
        fromSubtotal: rate.from_subtotal ? text(rate.from_subtotal) : '',
        daysFrom: text(rate.days_from),
        daysTo: text(rate.days_to),
        cash: rate.cash_allowed ?? true,
      }))
    : [newRate('standard')],
  mostKilos: zone?.max_grams ? text(zone.max_grams / 1000) : '',
  carrier: zone?.carrier ?? '',
  isActive: zone?.is_active ?? true,
});

/** Returns the columns that the form changes in a stored zone. */
export const zoneColumns = (form: ZoneForm, stored: StoredZone | null) => ({
  name: form.name,
  translations: translationsColumn(zoneTexts, form, stored?.translations),
  places: form.places.toSorted(),
  rates: form.rates.map(
    (rate): ShippingRate => ({
      method: rate.method,
      fee: Number(rate.fee),
      free_from: numberOf(rate.freeFrom),
      from_grams: gramsOf(rate.fromKilos),
      from_subtotal: Number(rate.fromSubtotal),
      days_from: numberOf(rate.daysFrom),
      days_to: numberOf(rate.daysTo),
      cash_allowed: rate.cash,
    }),
  ),
  max_grams: form.mostKilos === '' ? null : gramsOf(form.mostKilos),
  carrier: form.carrier,
  is_active: form.isActive,
});
