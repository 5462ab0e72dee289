import { Banknote, Gift, RotateCcw, Truck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatChoices } from '#app/i18n/format.ts';
import productMessages from '#app/i18n/messages/en/product.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import type { Product } from '#app/product/product.ts';
import { pointsEarned } from '#app/product/product-price.ts';
import { GeneralDelivery } from '#app/shipping/general-delivery.tsx';
import { hasOwnPlace } from '#app/shipping/stored-place.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';

const names = {
  cash_on_delivery: 'cashOnDelivery',
  online: 'onlinePayment',
  bank_transfer: 'bankTransfer',
} as const;

const DeliveryEstimate = lazyWithRetry(() => import('#app/shipping/delivery-estimate.tsx'), {
  Waiting: GeneralDelivery,
});

/** Delivery in general, until the shopper says where to or has said it before. */
function Delivery({ subtotal }: { subtotal: number }) {
  const [estimate, setEstimate] = useState<'none' | 'shown' | 'asked'>('none');
  useEffect(() => {
    if (hasOwnPlace()) setEstimate('shown');
  }, []);
  return estimate === 'none' ? (
    <GeneralDelivery subtotal={subtotal} onAsk={() => setEstimate('asked')} />
  ) : (
    <DeliveryEstimate subtotal={subtotal} asked={estimate === 'asked'} />
  );
}

/** One line each on delivery, payment, points and returns, from the store's settings. */
export function DeliverySummary({ product }: { product: Product }) {
  const t = useTranslations('product', productMessages);
  const { productsOptions } = useBrand();
  const { settings, paymentOptions, product: layout } = useRootData();
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
          <Delivery subtotal={product.price} />
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
