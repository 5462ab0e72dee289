import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { formatPounds } from '#app/lib/money.ts';
import { settleHolds } from '#app/orders/payment-calls.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { capturePayment, releasePayment } from '../data/money-calls.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';

type Payment = AdminFullOrder['payments'][number];

/** Authorized payments of an order: staff capture all or a part, or release them. */
export function HeldPayments({ order }: { order: AdminFullOrder }) {
  const t = adminMoneyTexts();
  const held = order.payments.filter(({ status }) => status === 'held');
  if (held.length === 0) return null;
  return (
    <ul aria-label={t('held')} className="grid gap-3">
      {held.map((payment) => (
        <HeldPayment key={payment.id} payment={payment} orderId={order.id} />
      ))}
    </ul>
  );
}

function HeldPayment({ payment, orderId }: { payment: Payment; orderId: string }) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const { id, held_amount, held_until, capture_amount, is_to_release } = payment;
  const [typed, setTyped] = useState(String(held_amount ?? ''));
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const name = t('heldAmount', { amount: formatPounds(held_amount ?? 0, currency) });
  const decide = (decision: () => Promise<void>, done: string) => {
    setProblem('');
    return change({
      run: async () => {
        await decision();
        await settleHolds(orderId);
      },
      done,
      failed: t('holdUndecided'),
      onFailure: setProblem,
    });
  };
  const capture = () => {
    const amount = Number(typed);
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed.trim()) || amount === 0) return setProblem(t('badAmount'));
    return void decide(() => capturePayment(id, amount), t('captureAsked'));
  };
  return (
    <li aria-label={name} className="stroked grid gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone="warning">{t('heldBadge')}</Badge>
        {held_until ? (
          <span className="text-ink-soft text-sm">
            {t('heldUntil', { time: formatDateTime(held_until) })}
          </span>
        ) : null}
      </div>
      {capture_amount !== null || is_to_release ? (
        <p role="status" className="text-ink-soft text-sm">
          {is_to_release
            ? t('beingReleased')
            : t('beingCaptured', { amount: formatPounds(capture_amount ?? 0, currency) })}
        </p>
      ) : (
        <>
          <p className="text-ink-soft text-sm">{t('heldWhy')}</p>
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label={t('captureAmount')}
              inputMode="decimal"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={problem}
              className="min-w-40"
            />
            <Button size="small" busy={busy} onClick={capture}>
              {t('capture')}
            </Button>
            <Button
              variant="outline"
              size="small"
              busy={busy}
              onClick={() => void decide(() => releasePayment(id), t('releaseAsked'))}
            >
              {t('release')}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
