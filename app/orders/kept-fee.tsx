import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/store/root-data.ts';

interface KeptFeeProps {
  /** Way of payment; null while none is chosen. */
  payment: string | null;
  /** What the delivery costs, in pounds. */
  fee: number;
}

/** Says that the delivery of a paid order that nobody accepts is not given back, where the store keeps it. */
export function KeptFee({ payment, fee }: KeptFeeProps) {
  const t = useTranslations('orders', ordersMessages);
  const { keepsDeliveryFee } = useRootData().settings.returns;
  if (!keepsDeliveryFee || !payment || payment === 'cash_on_delivery' || fee <= 0) return null;
  return <p className="text-ink-soft text-sm">{t('feeKept')}</p>;
}

/** Says the same in the store's policies, of all orders that are paid beforehand. */
export function KeptFeePolicy() {
  const t = useTranslations('orders', ordersMessages);
  return useRootData().settings.returns.keepsDeliveryFee ? <p>{t('feeKept')}</p> : null;
}
