import { useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import type { Enums, Tables } from '#app/lib/database.types.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { sendCardRefunds } from '#app/orders/payment-calls.ts';
import { mayBePaidOnline } from '#app/orders/payment-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { changeOrderStatus } from '../data/change-order-status.ts';
import { takenBackTo } from '../model/status-transitions.ts';

type Status = Enums<'order_status'>;

type OrderTransitionsProps = {
  order: Pick<Tables<'orders'>, 'id' | 'number' | 'status' | 'payment_method' | 'deposit' | 'next_statuses'>;
};

/** Buttons that change the status of a whole order, before any piece is packed. */
export function OrderTransitions({ order }: OrderTransitionsProps) {
  const t = adminOrdersTexts();
  const tAdmin = adminTexts();
  const statusName = useStatusName();
  const { busy, busyWith, change } = useChange<Status>();
  const [cancelling, setCancelling] = useState(false);
  const [reason, setReason] = useState('');
  useDirtyForm(reason !== '', 'print beside');
  if (order.next_statuses.length === 0) return null;

  const close = () => {
    setCancelling(false);
    setReason('');
  };
  const move = (status: Status, note = ''): Promise<boolean> =>
    change({
      key: status,
      run: async () => {
        await changeOrderStatus(order.id, status, { note });
        // Refunds run automatically; requesting them here shows the result immediately.
        if (status === 'cancelled' && mayBePaidOnline(order)) await sendCardRefunds(order.id);
      },
      done: () => ({
        title: t('moved', { number: order.number, status: statusName(status) }),
        ...(takenBackTo(status) === order.status && {
          action: { label: t('undoMove'), onClick: () => void move(order.status) },
        }),
      }),
      onDone: close,
      failed: t('moveFailed'),
    });

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{tAdmin('moveTo')}</span>
      {order.next_statuses.map((status) => (
        <Button
          key={status}
          variant={status === 'cancelled' ? 'quiet' : 'primary'}
          size="small"
          busy={busyWith === status}
          disabled={busy}
          onClick={() => (status === 'cancelled' ? setCancelling(true) : void move(status))}
        >
          {status === 'cancelled' ? t('cancelIt') : statusName(status)}
        </Button>
      ))}
      <Dialog
        open={cancelling}
        onClose={close}
        title={t('cancelOne')}
        description={t('cancelOneWhy')}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              {t('keepOrder')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void move('cancelled', reason)}>
              {t('cancelIt')}
            </Button>
          </>
        }
      >
        <TextareaField
          label={t('reason')}
          rows={2}
          maxLength={2000}
          optional
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Dialog>
    </div>
  );
}
