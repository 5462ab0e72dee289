import { type FormEvent, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { formatPounds } from '#app/lib/money.ts';
import { sendCardRefunds } from '#app/orders/payment-calls.ts';
import { mayBePaidOnline } from '#app/orders/payment-state.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { type RefundWay, sendRefund } from '../data/money-calls.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { waitsForStaff } from '../model/balance.ts';
import { refundWays } from '../model/refund-form.ts';

type Refund = AdminFullOrder['refunds'][number];
type OrderRefundProps = { refund: Refund; order: AdminFullOrder };

const tones: Record<Refund['state'], BadgeTone> = {
  due: 'warning',
  sending: 'tint',
  sent: 'success',
  failed: 'danger',
};

/** A refund: its reason and how it is paid. */
export function OrderRefund({ refund, order }: OrderRefundProps) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const { number, amount, state, way, reason, reference, refund_lines } = refund;
  const name = t('refund', { number });
  const parts = refund_lines.map(({ kind, order_line_id, quantity }) =>
    kind === 'line'
      ? [quantity ? `${quantity} ×` : '', order.order_lines.find(({ id }) => id === order_line_id)?.name]
          .filter(Boolean)
          .join(' ')
      : t(`line_${kind}`),
  );
  return (
    <li aria-label={name} className="stroked grid gap-2 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">
          {name}: {formatPounds(amount, currency)}
        </h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        <span className="text-ink-soft text-sm">{way ? t(`way_${way}`) : t('wayOpen')}</span>
      </div>
      <p className="wrap-anywhere text-ink-soft text-sm empty:hidden">
        {[parts.join(', '), reason, reference ? t('referenceLine', { reference }) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {waitsForStaff(refund) ? <SendRefund key={refund.id} refund={refund} order={order} /> : null}
    </li>
  );
}

function SendRefund({ refund, order }: OrderRefundProps) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const ways = refundWays.filter((way) =>
    way === 'card' ? mayBePaidOnline(order) : way !== 'store_credit' || order.user_id !== null,
  );
  const [way, setWay] = useState<RefundWay>(ways.find((one) => one === refund.way) ?? ways[0] ?? 'transfer');
  const [reference, setReference] = useState('');
  const { busy, change } = useChange();
  useDirtyForm(reference !== '', 'print beside');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: async () => {
        await sendRefund(refund.id, way, reference.trim());
        if (way === 'card') await sendCardRefunds(order.id);
      },
      done: t('sent', {
        number: refund.number,
        state: t(way === 'card' ? 'state_sending' : 'state_sent'),
      }),
      onDone: () => setReference(''),
      failed: t('notSent'),
    });
  };
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t('way')}
        value={way}
        onChange={({ currentTarget: { value } }) => setWay(ways.find((one) => one === value) ?? way)}
        className="min-w-40 flex-1"
      >
        {ways.map((one) => (
          <option key={one} value={one}>
            {t(`way_${one}`)}
          </option>
        ))}
      </SelectField>
      {way === 'transfer' || way === 'cash' ? (
        <TextField
          label={t('reference')}
          maxLength={200}
          optional
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          className="min-w-40 flex-1"
        />
      ) : null}
      <Button type="submit" size="small" busy={busy}>
        {t('send', { amount: formatPounds(refund.amount, currency) })}
      </Button>
      <p className="w-full text-ink-soft text-sm">{t(`sendWhy_${way}`)}</p>
    </form>
  );
}
