import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { toPiastres } from '#app/lib/money.ts';
import { sendCardRefunds } from '#app/orders/payment-calls.ts';
import { mayBePaidOnline } from '#app/orders/payment-state.ts';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type RefundWay, refundOrder } from '../data/money-calls.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { refundForm, refundSum, refundWays } from '../model/refund-form.ts';

type GiveGoodwillProps = { order: AdminFullOrder; onClose: () => void };

/** Gives an order's customer an amount for a reason, as store credit or money. */
export function GiveGoodwill({ order, onClose }: GiveGoodwillProps) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const ways = refundWays.filter((way) =>
    way === 'card' ? mayBePaidOnline(order) : way !== 'store_credit' || order.user_id !== null,
  );
  const [way, setWay] = useState<RefundWay>(order.user_id === null ? 'transfer' : 'store_credit');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState({ amount: '', reason: '' });
  const [failure, setFailure] = useState('');
  const goodwill = { lines: {}, shipping: '', goodwill: amount };
  const money = (piastres: number) => formatMoney(piastres, currency);
  const give = () => {
    const checked = refundForm({ ...order, order_lines: [] }).safeParse({ ...goodwill, way, reason });
    const wrong = {
      amount: checked.error?.issues.find(({ path }) => path[0] === 'goodwill')?.message ?? '',
      reason: reason.trim() ? '' : t('goodwillReasonMissing'),
    };
    setProblems(wrong);
    if (wrong.amount || wrong.reason || !checked.success) return;
    return change({
      run: async () => {
        await refundOrder(order.id, {
          lines: [],
          shipping: 0,
          goodwill: toPiastres(checked.data.goodwill) / 100,
          way,
          reason: reason.trim(),
        });
        if (way === 'card') await sendCardRefunds(order.id);
      },
      done: t('goodwillGiven', { amount: money(refundSum(goodwill)), number: order.number }),
      onDone: onClose,
      failed: t('notRefunded'),
      onFailure: setFailure,
    });
  };
  return (
    <FormDialog
      size="small"
      title={<Unbroken text={t('goodwillTitle', { number: order.number })} part={order.number} />}
      description={t('goodwillWhy')}
      dirty={amount !== '' || reason !== ''}
      onClose={onClose}
      onSubmit={give}
      busy={busy}
      failure={failure}
      submit={t('goodwillGive', { amount: money(refundSum(goodwill)) })}
    >
      <TextField
        label={t('goodwillAmount')}
        inputMode="decimal"
        value={amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        error={problems.amount}
      />
      <SelectField
        label={t('way')}
        value={way}
        onChange={({ currentTarget: { value } }) => setWay(ways.find((one) => one === value) ?? way)}
      >
        {ways.map((one) => (
          <option key={one} value={one}>
            {t(`way_${one}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label={t('reason')}
        hint={t('reasonHint')}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={problems.reason}
      />
    </FormDialog>
  );
}
