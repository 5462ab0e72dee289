import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { cashReasons } from '#app/lib/cash-reasons.ts';
import { formatPounds } from '#app/lib/money.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';

/** @throws BackendError */
async function overruleCashRule(orderId: string, reason: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`overrule_cash_rule ${orderId}`, async (requestId) =>
    dataOf(
      await supabase.rpc('overrule_cash_rule', {
        p_order_id: orderId,
        p_reason: reason,
        p_request_id: requestId,
      }),
    ),
  );
}

/** What a cash order waits for, why and until when, and a way to proceed without it. */
export function AdminConfirmation({ order }: { order: AdminFullOrder }) {
  const t = adminOrdersTexts();
  const { currency } = useBrand();
  const [open, setOpen] = useState(false);
  const { busy, change } = useChange();
  const [reason, setReason] = useState('');
  const { confirm_until: until, confirmed_by: confirmedBy } = order;
  const overruled = order.order_staff_facts?.cash_overruled;
  const deposit = order.awaited_deposit;
  if (!until || !(order.awaits_confirmation || deposit > 0)) {
    const message = overruled
      ? t('cashOverruled', { reason: overruled })
      : confirmedBy === 'link' || confirmedBy === 'code' || confirmedBy === 'staff'
        ? t(`confirmedBy_${confirmedBy}`)
        : '';
    return message ? (
      <p dir="auto" className="text-ink-soft">
        {message}
      </p>
    ) : null;
  }
  const overrule = () =>
    change({
      run: () => overruleCashRule(order.id, reason),
      onDone: () => setOpen(false),
      failed: t('overruleFailed'),
    });
  return (
    <section
      aria-labelledby="order-confirmation"
      className="grid justify-items-start gap-2 rounded-card bg-warning-tint p-5 text-warning-text"
    >
      <h2 id="order-confirmation" className="text-lg">
        {deposit > 0
          ? t('waitsForDeposit', { amount: formatPounds(deposit, currency) })
          : t('waitsForShopper')}
      </h2>
      <p className="text-sm">
        {t(deposit > 0 ? 'waitsForDepositWhy' : 'waitsForShopperWhy', { time: formatDateTime(until) })}
      </p>
      <ul className="text-sm">
        {cashReasons(order.cash_reasons).map((reason) => (
          <li key={reason}>{t(`cashReason_${reason}`)}</li>
        ))}
      </ul>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        {t('overrule')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('overrule')}
        description={t('overruleWhy')}
        actions={
          <Button busy={busy} disabled={reason.trim() === ''} onClick={() => void overrule()}>
            {t('overrule')}
          </Button>
        }
      >
        <TextareaField
          label={t('reason')}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Dialog>
    </section>
  );
}
