import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import type { OrderStatus } from './order-status.tsx';

/** States in which the table of allowed moves lets a shopper cancel; the database decides again. */
const cancellable: readonly OrderStatus[] = ['awaiting_payment', 'pending', 'confirmed'];

/** **Cancel order**, with a question before. */
export function CancelOrder({ order }: { order: { id: string; status: OrderStatus } }) {
  const t = useWords(orderWords);
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!cancellable.includes(order.status)) return null;

  const cancel = async () => {
    setBusy(true);
    const supabase = await loadSupabase();
    const { error } = await supabase.rpc('cancel_order', { p_order_id: order.id });
    setBusy(false);
    setAsking(false);
    if (error) toast({ title: t('cancelFailed'), description: error.message, variant: 'destructive' });
    else toast({ title: t('cancelled') });
    await revalidate();
  };

  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('cancelQuestion')}
        description={t('cancelWhy')}
        size="small"
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void cancel()}>
              {t('cancel')}
            </Button>
          </>
        }
      />
    </>
  );
}
