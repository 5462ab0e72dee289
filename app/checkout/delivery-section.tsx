import { useBrand } from '#app/brands/use-brand.ts';
import { formatDays } from '#app/i18n/format.ts';
import checkoutMessages from '#app/i18n/messages/en/checkout.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { arrivalOf } from '#app/lib/arrival.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { ShippingMethod } from './order-document.ts';
import { isStandardFree, type Quote } from './quote.ts';
import type { OpenSlot } from './read-checkout.ts';
import type { SlotChoice } from './slot-choice.ts';
import { SlotPicker } from './slot-picker.tsx';

interface DeliverySectionProps {
  /** Null until the first quote. */
  quote: Quote | null;
  method: ShippingMethod;
  onMethod: (method: ShippingMethod) => void;
  slots: readonly OpenSlot[];
  slotChoice: SlotChoice;
  onSlot: (choice: SlotChoice) => void;
}

/** Shipping method, and a delivery slot where the store offers some. */
export function DeliverySection(props: DeliverySectionProps) {
  const { quote, method, onMethod, slots, slotChoice, onSlot } = props;
  const t = useTranslations('checkout', checkoutMessages);
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const fee = (pounds: number) => formatPounds(pounds, currency);
  const standardFee = () => {
    if (quote && isStandardFree(quote, shipping)) return t('freeForThis');
    if (shipping.freeShippingThreshold === null) return fee(shipping.defaultShippingFee);
    return t('freeFrom', {
      fee: fee(shipping.defaultShippingFee),
      threshold: fee(shipping.freeShippingThreshold),
    });
  };
  // A chosen slot says its day itself.
  const withArrival = (price: string, way: ShippingMethod) => {
    const arrival = slotChoice.day === '' ? arrivalOf(way, Date.now(), shipping) : null;
    if (!arrival) return price;
    return t('feeAndArrival', { fee: price, days: formatDays(arrival.from, arrival.until) });
  };
  return (
    <>
      <RadioGroup
        legend={t('shippingMethod')}
        name="shipping"
        layout="columns"
        value={method}
        onChange={onMethod}
        options={[
          { value: 'standard', label: t('standard'), detail: withArrival(standardFee(), 'standard') },
          {
            value: 'express',
            label: t('express'),
            detail: withArrival(fee(shipping.expressShippingFee), 'express'),
          },
        ]}
      />
      {slots.length > 0 || slotChoice.day !== '' ? (
        <SlotPicker slots={slots} choice={slotChoice} onChoose={onSlot} />
      ) : null}
    </>
  );
}
