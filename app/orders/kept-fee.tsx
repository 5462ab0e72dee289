import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useRootData } from '#app/store/root-data.ts';

interface KeptFeeProps {
  /** Payment option; null while none is chosen. */
  payment: string | null;
  /** Delivery fee in pounds. */
  fee: number;
}

/**
 * Notice that the store keeps the delivery fee of a paid order that nobody accepts; renders nothing for other stores.
 */
export function KeptFee({ payment, fee }: KeptFeeProps) {
  const t = ordersTexts();
  const { keepsDeliveryFee } = useRootData().settings.returns;
  if (!keepsDeliveryFee || !payment || payment === 'cash_on_delivery' || fee <= 0) return null;
  return <p className="text-ink-soft text-sm">{t('feeKept')}</p>;
}

/** The same notice in the store's policies, for all orders paid in advance. */
export function KeptFeePolicy() {
  const t = ordersTexts();
  return useRootData().settings.returns.keepsDeliveryFee ? <p>{t('feeKept')}</p> : null;
}
