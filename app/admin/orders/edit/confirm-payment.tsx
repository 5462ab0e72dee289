import { type FormEvent, useState } from 'react';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';

async function recordPaid(orderId: string, reference: string): Promise<void> {
  const supabase = await loadSupabase();
  const payment = { p_order_id: orderId, p_outcome: 'paid', p_reference: reference };
  await sendOnce(`record_payment ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('record_payment', { ...payment, p_request_id: requestId })),
  );
}

/** Form that confirms a bank transfer with its reference. */
export function ConfirmPayment({ order }: { order: { id: string; number: string } }) {
  const t = adminOrdersTexts();
  const { busy, change } = useChange();
  const [problem, setProblem] = useState('');
  const [reference, setReference] = useState('');
  useDirtyForm(reference !== '', 'print beside');
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: () => recordPaid(order.id, reference.trim()),
      done: t('paymentConfirmed', { number: order.number }),
      failed: t('paymentFailed'),
      onDone: () => setReference(''),
      onFailure: setProblem,
    });
  };
  return (
    <form
      onSubmit={(event) => void confirm(event)}
      aria-labelledby="confirm-payment"
      className="stroked grid gap-3 rounded-card border-line-strong bg-surface p-5"
    >
      <div>
        <h2 id="confirm-payment" className="text-lg">
          {t('confirmPayment')}
        </h2>
        <p className="text-ink-soft text-sm">{t('confirmPaymentWhy')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('reference')}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          maxLength={200}
          optional
          error={problem}
          className="min-w-60 flex-1"
        />
        <Button type="submit" busy={busy}>
          {t('confirmPayment')}
        </Button>
      </div>
    </form>
  );
}
