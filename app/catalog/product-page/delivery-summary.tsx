import { Banknote, Gift, RotateCcw, Truck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatChoices, formatParts } from '#app/i18n/format.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { Product } from '#app/product/product.ts';
import { pointsEarned } from '#app/product/product-price.ts';
import type { Variant } from '#app/product/variants.ts';
import type { DeliveredGoods } from '#app/shipping/delivery-options.ts';
import { generalDelivery } from '#app/shipping/general-delivery.ts';
import { hasOwnPlace } from '#app/shipping/stored-place.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { useProductLayout } from './use-product-layout.ts';

const names = {
  cash_on_delivery: 'cashOnDelivery',
  online: 'onlinePayment',
  bank_transfer: 'bankTransfer',
} as const;

interface DeliveryProps extends DeliveredGoods {
  asked: boolean;
  /** Called by the placeholder's button while the estimate is loading, so that the click is not lost. */
  onAsk: () => void;
}

const DeliveryEstimate = lazyWithRetry<DeliveryProps>(() => import('#app/shipping/product-estimate.tsx'), {
  Waiting: GeneralDelivery,
});

/** General delivery terms, until the shopper selects a place or has a stored one. */
function Delivery(goods: DeliveredGoods) {
  const [estimate, setEstimate] = useState<'none' | 'shown' | 'asked'>('none');
  useEffect(() => {
    if (hasOwnPlace()) setEstimate('shown');
  }, []);
  const ask = () => setEstimate('asked');
  return (
    // As high as the estimate, so that nothing moves when it loads.
    <div className="min-h-38 min-w-0 flex-1 md:min-h-36">
      {estimate === 'none' ? (
        <GeneralDelivery subtotal={goods.subtotal} onAsk={ask} />
      ) : (
        <DeliveryEstimate {...goods} asked={estimate === 'asked'} onAsk={ask} />
      )}
    </div>
  );
}

/** General delivery costs, with **Choose where to deliver**; the same for everybody. */
function GeneralDelivery({ subtotal, onAsk }: Pick<DeliveryProps, 'subtotal' | 'onAsk'>) {
  const t = productTexts();
  const { currency } = useBrand();
  const { shipping } = useRootData().settings;
  const money = (pounds: number) => formatPounds(pounds, currency);
  const [standard, express] = generalDelivery(shipping, subtotal);
  return (
    <>
      {standard.fee === 0
        ? t('standardFree')
        : formatParts([
            t('standard', { fee: money(standard.fee) }),
            standard.free_from === null ? '' : t('freeFrom', { amount: money(standard.free_from) }),
          ])}
      <br />
      {t('express', { fee: money(express.fee) })}
      <div>
        <Button variant="quiet" size="small" className="-ms-3" onClick={onAsk}>
          {t('choosePlace')}
        </Button>
      </div>
      <span className="text-ink-soft">{t('choosePlaceWhy')}</span>
    </>
  );
}

/** One line each on delivery, payment, points and returns, from the choice and the store's settings. */
export function DeliverySummary({ product, variant }: { product: Product; variant?: Variant }) {
  const t = productTexts();
  const { productsOptions } = useBrand();
  const layout = useProductLayout();
  const { settings, paymentOptions } = useRootData();
  const { points } = settings;
  const earned = points.enabled ? pointsEarned(product.price, points.earnRate) : null;
  const accepted = [...new Set(paymentOptions.map(({ method }) => t(names[method])))];
  const line = 'flex gap-3';
  const icon = 'mt-0.5 size-5 shrink-0 text-link';
  return (
    <section aria-label={t('delivery')} className={layout.delivery}>
      <ul className="flex flex-col gap-3 text-pretty">
        <li className={line}>
          <Truck className={icon} />
          <Delivery subtotal={product.price} grams={variant?.grams ?? 0} />
        </li>
        {accepted.length > 0 ? (
          <li className={line}>
            <Banknote className={icon} />
            {t('payBy', {
              methods: formatChoices(accepted),
            })}
          </li>
        ) : null}
        {earned === null ? null : (
          <li className={line}>
            <Gift className={icon} />
            {t('earnPoints', { count: earned })}
          </li>
        )}
        <li className={line}>
          <RotateCcw className={icon} />
          {t(productsOptions.sizes ? 'returns' : 'returnsWithoutSizes', { ...settings.returns })}
        </li>
      </ul>
    </section>
  );
}
