import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDays } from '#app/i18n/format.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { formatPounds } from '#app/lib/money.ts';
import { arrivalIn } from '#app/shipping/arrival.ts';
import type { DeliveryOption } from '#app/shipping/delivery-options.ts';
import { generalDelivery } from '#app/shipping/general-delivery.ts';
import { useRootData } from '#app/store/root-data.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import type { OpenSlot } from './open-slots.ts';
import type { ShippingMethod } from './order-document.ts';
import { type Quote, raisedFee } from './quote.ts';
import type { SlotChoice } from './slot-choice.ts';
import { SlotPicker } from './slot-picker.tsx';

interface DeliverySectionProps {
  /** The order's destination, by its most exact name; '' until known. */
  place: string;
  /** Null until the first quote. */
  quote: Quote | null;
  method: ShippingMethod;
  onMethod: (method: ShippingMethod) => void;
  /** Null until they are read. */
  slots: readonly OpenSlot[] | null;
  slotChoice: SlotChoice;
  onSlot: (choice: SlotChoice) => void;
}

/** Shipping method, and a delivery slot if the store offers any. */
export function DeliverySection(props: DeliverySectionProps) {
  const { place, quote, method, onMethod, slots, slotChoice, onSlot } = props;
  const t = checkoutTexts();
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const fee = (pounds: number) => formatPounds(pounds, currency);
  const feeOf = (way: DeliveryOption) => {
    if (way.fee === 0) return t('freeForThis');
    if (way.free_from === null) return fee(way.fee);
    return t('freeFrom', { fee: fee(way.fee), threshold: fee(way.free_from) });
  };
  const detailOf = (way: DeliveryOption) => {
    // A chosen slot already names its day.
    const arrival = slotChoice.day === '' ? arrivalIn(way, Date.now()) : null;
    if (!arrival) return feeOf(way);
    return t('feeAndArrival', { fee: feeOf(way), days: formatDays(arrival.from, arrival.until) });
  };
  const [firstQuote, setFirstQuote] = useState(quote);
  if (quote && !firstQuote) setFirstQuote(quote);
  const feesOf = (ways: readonly DeliveryOption[]) =>
    ways.flatMap((way) => (way.method === method ? [way.fee] : []));
  const seen = Math.min(
    ...feesOf([...generalDelivery(shipping, quote?.subtotal ?? 0), ...(firstQuote?.shipping ?? [])]),
  );
  const raised = quote && place ? raisedFee(quote, method, seen) : null;
  const way = quote?.shipping.find((one) => one.method === method);
  const notThere = quote?.problems.find(({ code }) => code === 'not_delivered_there')?.message;
  const options = quote
    ? quote.shipping.map((way) => ({ value: way.method, label: t(way.method), detail: detailOf(way) }))
    : generalDelivery(shipping, 0).map((way) => ({
        value: way.method,
        label: t(way.method),
        // Reserves the room of the quote's text, so that nothing moves when it loads.
        detail: <span className="invisible">{detailOf(way)}</span>,
      }));
  return (
    <>
      {notThere ? (
        <p>{notThere}</p>
      ) : (
        <RadioGroup
          legend={t('shippingMethod')}
          name="shipping"
          layout="columns"
          value={method}
          onChange={onMethod}
          options={options}
        />
      )}
      {raised && way ? (
        <p role="status" className="text-sm">
          {t(raised, { place, fee: fee(way.fee), seen: fee(seen), threshold: fee(way.free_from ?? 0) })}
        </p>
      ) : null}
      {slots && !notThere && (slots.length > 0 || slotChoice.day !== '') ? (
        <SlotPicker slots={slots} choice={slotChoice} onChoose={onSlot} />
      ) : null}
    </>
  );
}
