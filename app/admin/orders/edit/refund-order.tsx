import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import adminPaymentsMessages from '#app/i18n/messages/en/admin-payments.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums, Tables } from '#app/lib/database.types.ts';
import { formatPounds } from '#app/lib/money.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { refundCardPayment } from '#app/orders/payment-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { errorMessage } from '../../kit/error-message.ts';

type Refundable = Pick<Tables<'orders'>, 'id' | 'number' | 'total' | 'payment_method' | 'payment_status'>;

type RefundOrderProps = {
  order: Refundable;
  /** Status changes available to staff. */
  moves: readonly Enums<'order_status'>[];
  /** Payment received through the provider; null for other orders. */
  payment: Pick<Tables<'payments'>, 'amount' | 'currency'> | null;
};

/**
 * Button that refunds an order after a confirmation: a card payment through the provider, others are recorded
 * as refunded by hand.
 */
export function RefundOrder({ order, moves, payment }: RefundOrderProps) {
  const t = useTranslations('admin-payments', adminPaymentsMessages);
  const { currency } = useBrand();
  const { takesCards } = useRootData();
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  useDirtyForm(isAsking && reason !== '', 'print');
  const refundable = order.payment_status === 'paid' || order.payment_status === 'refund_due';
  if (!refundable || order.total === 0) return null;
  const byCard = order.payment_method === 'online';
  // An order that can still be cancelled is cancelled by its refund.
  const cancels = moves.includes('cancelled');
  const received = payment ?? { amount: order.total, currency };
  const amount = formatPounds(received.amount, received.currency);
  const explanation = [
    t(byCard ? 'byCard' : 'byHand'),
    ...(cancels ? [t('cancelsToo'), ...(byCard ? [t('cardRefused')] : [])] : []),
  ];

  const refund = async () => {
    setBusy(true);
    try {
      if (byCard) await refundCardPayment(order.id, reason);
      else await recordRefund(order.id, reason);
      toast({
        title: t(byCard ? 'refunded' : 'refundNoted', { number: order.number }),
        ...(cancels && { description: t('nowCancelled') }),
      });
      setIsAsking(false);
    } catch (error) {
      toast({ title: t('refundFailed'), description: errorMessage(error), variant: 'destructive' });
    }
    setBusy(false);
    await revalidate();
  };

  if (byCard && !takesCards) return <p className="text-ink-soft text-sm">{t('notSetUp')}</p>;
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setIsAsking(true)}>
        {t('refund', { amount })}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('question', { amount })}
        description={explanation.join(' ')}
        size="small"
        actions={
          <>
            <Button variant="outline" onClick={() => setIsAsking(false)}>
              {t('keep')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void refund()}>
              {t(cancels ? 'confirmCancels' : 'confirm')}
            </Button>
          </>
        }
      >
        <TextareaField
          label={t('reason')}
          hint={t(cancels ? 'reasonMailed' : 'reasonHint')}
          optional
          maxLength={500}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </>
  );
}

async function recordRefund(orderId: string, reason: string): Promise<void> {
  const supabase = await loadSupabase();
  const refund = { p_order_id: orderId, p_reason: reason };
  await sendOnce(`request_refund ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('request_refund', { ...refund, p_request_id: requestId })),
  );
}
