import deliveryMessages from '#app/i18n/messages/en/delivery.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { DeliveryLines } from './delivery-lines.tsx';
import { generalDelivery } from './delivery-options.ts';

interface GeneralDeliveryProps {
  /** Pounds. */
  subtotal: number;
  /** Asks where to deliver. */
  onAsk?: () => void;
}

/** What delivery costs in general, with **Choose where to deliver**; the same for everybody. */
export function GeneralDelivery({ subtotal, onAsk }: GeneralDeliveryProps) {
  const t = useTranslations('delivery', deliveryMessages);
  const { shipping } = useRootData().settings;
  return (
    <div className="min-w-0 flex-1">
      <DeliveryLines options={generalDelivery(shipping, subtotal)} />
      <Button variant="quiet" size="small" className="-ms-3.5 flex" onClick={onAsk}>
        {t('choosePlace')}
      </Button>
    </div>
  );
}
