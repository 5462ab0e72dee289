import { useState } from 'react';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { Button } from '#app/ui/button.tsx';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { callOnce } from './call-once.ts';
import { CancellationMoney } from './cancellation-money.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { useOrderChange } from './use-order-change.ts';

type CancelOrderProps = { orderId: string; readAgain: () => Promise<void> };

/** **Cancel order**, with a confirmation. */
export function CancelOrder(props: CancelOrderProps) {
  const t = ordersTexts();
  return (
    <OrderDialog label={t('cancel')} title={t('cancelQuestion')} description={t('cancelWhy')} size="small">
      {(close) => <CancelForm {...props} onClose={close} />}
    </OrderDialog>
  );
}

function CancelForm({ orderId, readAgain, onClose }: CancelOrderProps & { onClose: () => void }) {
  const t = ordersTexts();
  const { busy, change } = useOrderChange(readAgain);
  const [failure, setFailure] = useState('');
  const cancel = () =>
    change({
      run: () =>
        callOnce(`cancel_order ${orderId}`, (supabase, requestId) =>
          supabase.rpc('cancel_order', { p_order_id: orderId, p_request_id: requestId }),
        ),
      done: t('cancelled'),
      onDone: onClose,
      failed: t('cancelFailed'),
      onFailure: setFailure,
    });
  return (
    <DialogForm
      onSubmit={cancel}
      busy={busy}
      failure={failure}
      submit={t('cancel')}
      destructive
      buttons={
        <Button variant="outline" onClick={onClose}>
          {t('keep')}
        </Button>
      }
    >
      <CancellationMoney orderId={orderId} pieces={null} />
    </DialogForm>
  );
}
