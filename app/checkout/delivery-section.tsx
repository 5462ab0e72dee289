import { useBrand } from '#app/brands/use-brand.ts';
import checkoutMessages from '#app/i18n/messages/en/checkout.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { ShippingMethod } from './order-document.ts';
import type { OpenSlot } from './read-checkout.ts';
import type { SlotChoice } from './slot-choice.ts';
import { SlotPicker } from './slot-picker.tsx';

interface DeliverySectionProps {
  method: ShippingMethod;
  onMethod: (method: ShippingMethod) => void;
  slots: readonly OpenSlot[];
  slotChoice: SlotChoice;
  onSlot: (choice: SlotChoice) => void;
}

/** Shipping method, and a delivery slot where the store offers some. */
export function DeliverySection({ method, onMethod, slots, slotChoice, onSlot }: DeliverySectionProps) {
  const t = useTranslations('checkout', checkoutMessages);
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const fee = (pounds: number) => formatPounds(pounds, currency);
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
      {slots.length > 0 || slotChoice.day !== '' ? (
        <SlotPicker slots={slots} choice={slotChoice} onChoose={onSlot} />
      ) : null}
    </>
  );
}
