import { useBrand } from '#app/brands/use-brand.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { formatPounds } from '#app/lib/money.ts';
import { signedNumber } from '../ui/edit/field-schemas.ts';
import { creditForm } from './balance-forms.ts';
import { BalanceLedger } from './balance-ledger.tsx';
import { adjustCredit, type CustomerData } from './customers-data.ts';

/** A customer's store credit. */
export function CustomerCredit({ profile, credits }: Pick<CustomerData, 'profile' | 'credits'>) {
  const t = adminCustomersTexts();
  const { currency } = useBrand();
  return (
    <BalanceLedger
      words={{
        title: t('credit'),
        form: t('adjustCredit'),
        delta: t('creditDelta'),
        hint: t('creditDeltaHint'),
        change: t('adjustCredit'),
        history: t('creditHistory'),
        column: t('creditDelta'),
        none: t('noCredit'),
      }}
      schema={creditForm}
      balance={
        <p className="font-semibold">
          {t('creditNow', { amount: formatPounds(profile.store_credit, currency) })}
        </p>
      }
      entries={credits.map(({ kind, delta, ...entry }) => ({
        ...entry,
        kind: t(`credit_${kind}`),
        delta: `${delta > 0 ? '+' : '−'}${formatPounds(Math.abs(delta), currency)}`,
      }))}
      book={async (delta, reason) => {
        const balance = await adjustCredit(profile.id, signedNumber(delta), reason);
        return t('creditAdjusted', { balance: formatPounds(balance, currency) });
      }}
    />
  );
}
