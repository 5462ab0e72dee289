import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import type { PaymentOption } from '#app/store/payment-options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';

const kinds = ['cash_on_delivery', 'bank_transfer', 'wallet', 'instalments'] as const;
type PaymentKind = (typeof kinds)[number] | 'card';

/** The kind of an option; a provider's options are named by payment method. */
export const paymentKind = (option: string): PaymentKind =>
  kinds.find((kind) => option === kind || option.endsWith(`_${kind}`)) ?? 'card';

interface PaymentSectionProps {
  options: readonly PaymentOption[];
  chosen: string | null;
  onChoose: (option: string) => void;
}

/** Selects how to pay; shows a notice when the store offers no way for this order. */
export function PaymentSection({ options, chosen, onChoose }: PaymentSectionProps) {
  const t = checkoutTexts();
  if (options.length === 0)
    return <p className="rounded-card bg-warning-tint p-4 text-warning-text">{t('noPayment')}</p>;
  const details: Record<PaymentKind, string> = {
    cash_on_delivery: t('cashDetail'),
    bank_transfer: t('transferDetail'),
    card: t('cardDetail'),
    wallet: t('walletDetail'),
    instalments: t('instalmentsDetail'),
  };
  return (
    <RadioGroup
      legend={t('paymentMethod')}
      hideLegend
      name="payment"
      value={chosen}
      onChange={onChoose}
      options={options.map(({ option, detail }) => {
        const kind = paymentKind(option);
        return { value: option, label: t(kind), detail: detail || details[kind] };
      })}
    />
  );
}
