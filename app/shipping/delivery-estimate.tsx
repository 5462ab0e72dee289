import deliveryMessages from '#app/i18n/messages/en/delivery.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { arrivalIn } from '#app/lib/arrival.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { DeliveryLines } from './delivery-lines.tsx';
import { generalDelivery } from './delivery-options.ts';
import { PlaceLine } from './place-line.tsx';
import { type Delivery, useDelivery } from './use-delivery.ts';

interface DeliveryEstimateProps {
  /** Pounds. */
  subtotal: number;
  /** Asks for the place at once. */
  asked: boolean;
}

/** What delivery to the shopper's place costs, and when it arrives, on the page of a product. */
export default function DeliveryEstimate({ subtotal, asked }: DeliveryEstimateProps) {
  return <Estimate delivery={useDelivery(subtotal)} subtotal={subtotal} asked={asked} />;
}

/** The place, and each way to deliver there: in general where none is chosen, while it is asked for and when that fails. */
export function Estimate({
  delivery,
  subtotal,
  asked,
}: {
  delivery: Delivery;
  subtotal: number;
  asked?: boolean;
}) {
  const t = useTranslations('delivery', deliveryMessages);
  const { shipping } = useRootData().settings;
  const { place, options, failed, announced, choose } = delivery;
  const shown = options?.map((option) => ({ ...option, arrival: arrivalIn(option, Date.now()) }));
  return (
    <div className="min-w-0 flex-1">
      <div aria-live={announced ? 'polite' : undefined}>
        {shown?.length === 0 ? (
          <p>{t('notThere')}</p>
        ) : (
          <DeliveryLines options={shown ?? generalDelivery(shipping, subtotal)} />
        )}
        {failed ? <p className="font-medium text-danger-text">{t('failed')}</p> : null}
      </div>
      <PlaceLine place={place} onChoose={choose} asked={asked} />
    </div>
  );
}
