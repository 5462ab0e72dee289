import { useBrand } from '#app/brands/use-brand.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { formatPounds } from '#app/lib/money.ts';
import { openOptions, type PaymentOption } from '#app/store/payment-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import type { Quote } from './quote.ts';

/** Which of the store's methods can pay the deposit. */
function depositBy(options: readonly PaymentOption[]): 'both' | 'online' | 'transfer' | 'nothing' {
  const online = options.some(({ method }) => method === 'online');
  const transfer = options.some(({ method }) => method === 'bank_transfer');
  if (online && transfer) return 'both';
  return online ? 'online' : transfer ? 'transfer' : 'nothing';
}

interface CashRuleNoticeProps {
  /** Null until the first quote. */
  quote: Pick<Quote, 'cash' | 'deposit_closed_payments'> | null;
  chosen: boolean;
}

/** Explains why cash is not available for this order, or what it requires when chosen. */
export function CashRuleNotice({ quote, chosen }: CashRuleNoticeProps) {
  const t = checkoutTexts();
  const { currency } = useBrand();
  const { paymentOptions } = useRootData();
  if (!quote) return null;
  const { cash: rule, deposit_closed_payments: closed } = quote;
  if (rule.requirement === 'none' || (rule.requirement !== 'pay_before' && !chosen)) return null;
  const { hours, deposit } = rule;
  const asked = {
    confirm: () => t('cashConfirm', { hours }),
    deposit: () =>
      t('cashDeposit', {
        amount: formatPounds(deposit, currency),
        by: depositBy(openOptions(paymentOptions, closed)),
        hours,
      }),
    pay_before: () => t('cashPayBefore'),
  };
  return (
    <div role="status" className="grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
      <p>{asked[rule.requirement]()}</p>
      <ul className="text-sm">
        {rule.reasons.map((reason) => (
          <li key={reason}>{t(`cashReason_${reason}`)}</li>
        ))}
      </ul>
    </div>
  );
}
