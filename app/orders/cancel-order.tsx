import { useState } from 'react';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import { CancellationMoney } from './cancellation-money.tsx';

/** **Cancel order**, with a confirmation. */
export function CancelOrder({ orderId, onDone }: { orderId: string; onDone: () => Promise<void> }) {
  const t = useTranslations('orders', ordersMessages);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    setBusy(true);
    const refusal = await callFailure(`cancel_order ${orderId}`, async (requestId) =>
      (await loadSupabase()).rpc('cancel_order', { p_order_id: orderId, p_request_id: requestId }),
    );
    setBusy(false);
    setAsking(false);
    if (refusal) toast({ title: t('cancelFailed'), description: refusal, variant: 'destructive' });
    else toast({ title: t('cancelled') });
    await onDone();
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
      >
        {asking ? <CancellationMoney orderId={orderId} pieces={null} /> : null}
      </Dialog>
    </>
  );
}
