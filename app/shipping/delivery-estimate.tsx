import { formatDays } from '#app/i18n/format.ts';
import { deliveryPlaceTexts } from '#app/i18n/texts/delivery-place.ts';
import { useRootData } from '#app/store/root-data.ts';
import { arrivalIn } from './arrival.ts';
import { DeliveryLines } from './delivery-lines.tsx';
import type { ShownDelivery } from './delivery-options.ts';
import { generalDelivery } from './general-delivery.ts';
import { PlaceLine } from './place-line.tsx';
import type { Delivery } from './use-delivery.ts';

/** The place, and each delivery method: in general terms without a place, while loading and after a failure. */
export function Estimate({
  delivery,
  subtotal,
  asked,
}: {
  delivery: Delivery;
  subtotal: number;
  asked?: boolean;
}) {
  const t = deliveryPlaceTexts();
  const { shipping } = useRootData().settings;
  const { place, options, failed, announced, choose } = delivery;
  const general = generalDelivery(shipping, subtotal);
  // The same number of lines with and without a place, so that nothing moves when it becomes known.
  const blank = '\u00a0';
  const shown = options
    ? general.map((usual, index): ShownDelivery => {
        const option = options.find(({ method }) => method === usual.method);
        if (!option) {
          const refused = index === 0 ? t('notThere') : blank;
          return { ...usual, cost: options.length > 0 ? t(`${usual.method}Missing`) : refused, time: blank };
        }
        const arrival = arrivalIn(option, Date.now());
        const time = arrival ? t('arrives', { days: formatDays(arrival.from, arrival.until) }) : blank;
        return { ...option, time };
      })
    : general;
  return (
    <div className="min-w-0 flex-1">
      <div aria-live={announced ? 'polite' : undefined}>
        <DeliveryLines options={shown} />
        {failed ? <p className="font-medium text-danger-text">{t('failed')}</p> : null}
      </div>
      <PlaceLine place={place} onChoose={choose} asked={asked} />
    </div>
  );
}
