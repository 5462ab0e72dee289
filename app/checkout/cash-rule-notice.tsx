import checkoutMessages from '#app/i18n/messages/en/checkout.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Quote } from './quote.ts';

/** Says why cash is not open for this order, or what it asks for when it is chosen. */
export function CashRuleNotice({ rule, chosen }: { rule: Quote['cash']; chosen: boolean }) {
  const t = useTranslations('checkout', checkoutMessages);
  if (!rule || rule.requirement === 'none' || (rule.requirement === 'confirm' && !chosen)) return null;
  return (
    <div role="status" className="grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
      <p>{rule.requirement === 'confirm' ? t('cashConfirm', { hours: rule.hours }) : t('cashPayBefore')}</p>
      <ul className="text-sm">
        {rule.reasons.map(({ rule: name }) => (
          <li key={name}>{t(`cashReason_${name}`)}</li>
        ))}
      </ul>
    </div>
  );
}
