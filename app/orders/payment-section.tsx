import checkoutMessages from '#app/i18n/messages/en/checkout.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { PublicSettings } from '#app/lib/public-settings.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';

export type PaymentMethod = 'cash_on_delivery' | 'bank_transfer' | 'online';

/** Payment methods enabled in the store; cards need a configured provider. */
export function openPayments(payment: PublicSettings['payment'], takesCards: boolean): PaymentMethod[] {
  const open: PaymentMethod[] = [];
  if (payment.cashOnDelivery) open.push('cash_on_delivery');
  if (payment.onlinePayment && takesCards) open.push('online');
  if (payment.bankTransfer) open.push('bank_transfer');
  return open;
}

interface PaymentSectionProps {
  payments: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
  onChoose: (method: PaymentMethod) => void;
}

/** Selects the payment method; shows a notice when the store has none enabled. */
export function PaymentSection({ payments, chosen, onChoose }: PaymentSectionProps) {
  const t = useTranslations('checkout', checkoutMessages);
  if (payments.length === 0)
    return <p className="rounded-card bg-warning-tint p-4 text-warning-text">{t('noPayment')}</p>;
  const details: Record<PaymentMethod, string> = {
    cash_on_delivery: t('cashDetail'),
    bank_transfer: t('transferDetail'),
    online: t('onlineDetail'),
  };
  return (
    <RadioGroup
      legend={t('paymentMethod')}
      hideLegend
      name="payment"
      value={chosen}
      onChange={onChoose}
      options={payments.map((method) => ({ value: method, label: t(method), detail: details[method] }))}
    />
  );
}
