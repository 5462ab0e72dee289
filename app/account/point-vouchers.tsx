import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { pointsTexts } from '#app/i18n/texts/points.ts';
import { formatPounds } from '#app/lib/money.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AccountSection } from './account-section.tsx';
import { exchangePoints } from './points-data.ts';
import { useAccountChange } from './use-account-change.ts';

interface PointVouchersProps {
  /** The customer's points, and the value of one point in pounds. */
  balance: number;
  pointValue: number;
  /** Unused vouchers; values in pounds. */
  vouchers: readonly { id: string; code: string; value: number }[];
}

/** Exchanges points for a voucher (docs/product.md, Points and stock) and lists unused vouchers. */
export function PointVouchers({ balance, pointValue, vouchers }: PointVouchersProps) {
  const t = pointsTexts();
  const { currency } = useBrand();
  const { busy, change } = useAccountChange();
  const [pointsInput, setPointsInput] = useState('');
  const points = typedNumber(pointsInput);
  const isAmount = Number.isInteger(points) && points > 0;
  const [failure, setFailure] = useState('');
  const money = (pounds: number) => formatPounds(pounds, currency);
  const worth = isAmount
    ? t('amountWorth', { count: points, amount: money(points * pointValue) })
    : t('allWorth', { count: balance, amount: money(balance * pointValue) });

  const exchange = async () => {
    if (!isAmount) return setFailure(t('amountMissing'));
    await change({
      run: () => exchangePoints(points),
      done: ({ code, value }) => ({
        title: t('exchanged', { code }),
        description: t('exchangedWhy', { amount: money(value) }),
      }),
      onDone: () => setPointsInput(''),
      onFailure: setFailure,
    });
  };

  return (
    <AccountSection title={t('exchangeTitle')} lead={t('exchangeLead')}>
      <form
        noValidate
        className="grid max-w-md gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void exchange();
        }}
      >
        <TextField
          label={t('amount')}
          hint={<span role="status">{worth}</span>}
          inputMode="numeric"
          autoComplete="off"
          value={pointsInput}
          error={failure}
          onChange={(event) => setPointsInput(event.target.value)}
        />
        <Button type="submit" variant="outline" busy={busy} className="justify-self-start">
          {t('exchange')}
        </Button>
      </form>
      {vouchers.length > 0 ? (
        <div className="grid gap-3 border-t pt-5">
          <h3 className="font-semibold">{t('vouchers')}</h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {vouchers.map(({ id, code, value }) => (
              <li
                key={id}
                className="flex items-center gap-3 rounded-field border border-line-strong border-dashed p-3"
              >
                <Ticket className="size-5 shrink-0 text-link" />
                <span className="min-w-0">
                  <span className="block select-all break-all font-details font-semibold">{code}</span>
                  <span className="block text-ink-soft text-sm">
                    {t('voucher', { amount: money(value) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </AccountSection>
  );
}
