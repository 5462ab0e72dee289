import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useRootData } from '#app/store/root-data.ts';

interface KeptFeeProps {
  /** Way of payment; null while none is chosen. */
  payment: string | null;
  /** What the delivery costs, in pounds. */
  fee: number;
}

/** Says that the delivery of a paid order that nobody accepts is not given back, where the store keeps it. */
export function KeptFee({ payment, fee }: KeptFeeProps) {
  const t = ordersTexts();
  const { keepsDeliveryFee } = useRootData().settings.returns;
  if (!keepsDeliveryFee || !payment || payment === 'cash_on_delivery' || fee <= 0) return null;
  return <p className="text-ink-soft text-sm">{t('feeKept')}</p>;
}

/** Says the same in the store's policies, of all orders that are paid beforehand. */
export function KeptFeePolicy() {
  const t = ordersTexts();
  return useRootData().settings.returns.keepsDeliveryFee ? <p>{t('feeKept')}</p> : null;
}
