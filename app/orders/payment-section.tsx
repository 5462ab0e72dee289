import checkoutMessages from '#app/i18n/messages/en/checkout.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { PublicSettings } from '#app/lib/public-settings.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';

/** The ways to pay that the store has switched on; cards only where a payment provider is set up. */
export type PaymentMethod = 'cash_on_delivery' | 'bank_transfer' | 'online';

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

/** How to pay; a store without any open way says so instead of letting somebody fill in the rest for nothing. */
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
