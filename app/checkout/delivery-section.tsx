import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/lib/dates.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import type { ShippingMethod } from './order-document.ts';
import type { OpenSlot } from './use-checkout-data.ts';

interface DeliverySectionProps {
  method: ShippingMethod;
  onMethod: (method: ShippingMethod) => void;
  slots: readonly OpenSlot[];
  /** `{slot id} {day}`, '' for any time. */
  slotKey: string;
  onSlot: (key: string) => void;
}

/** Standard or express, and a delivery time where the store offers some. */
export function DeliverySection({ method, onMethod, slots, slotKey, onSlot }: DeliverySectionProps) {
  const t = useWords(checkoutWords);
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const fee = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  return (
    <>
      <RadioGroup
        legend={t('shippingMethod')}
        name="shipping"
        layout="columns"
        value={method}
        onChange={onMethod}
        options={[
          {
            value: 'standard',
            label: t('standard'),
            detail:
              shipping.freeShippingThreshold === null
                ? fee(shipping.defaultShippingFee)
                : t('freeFrom', {
                    fee: fee(shipping.defaultShippingFee),
                    threshold: fee(shipping.freeShippingThreshold),
                  }),
          },
          { value: 'express', label: t('express'), detail: fee(shipping.expressShippingFee) },
        ]}
      />
      {slots.length > 0 ? (
        <SelectField label={t('slot')} value={slotKey} onChange={(event) => onSlot(event.target.value)}>
          <option value="">{t('anyTime')}</option>
          {slots.map((slot) => (
            <option key={`${slot.id} ${slot.day}`} value={`${slot.id} ${slot.day}`}>
              {t('slotLabel', {
                day: formatDate(slot.day),
                from: slot.from.slice(0, 5),
                to: slot.to.slice(0, 5),
              })}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  );
}
