import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { moveOrder, simpleMoves } from '../data/move-orders.ts';
import type { StaffMoves } from '../data/read-admin-orders.ts';

type Status = Enums<'order_status'>;

type OrderMovesProps = { order: { id: string; number: string; status: Status }; moves: StaffMoves };

/** Buttons for the status changes that the database allows now. */
export function OrderMoves({ order, moves }: OrderMovesProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tAdmin = useTranslations('admin', adminMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Status | null>(null);
  const [dialog, setDialog] = useState<'cancelled' | 'return_requested' | null>(null);
  const [reason, setReason] = useState('');
  useDirtyForm(reason !== '', 'print');
  const simple = simpleMoves(order.status, moves.allowed.get(order.status) ?? []);
  if (simple.length === 0) return null;

  const close = () => {
    setDialog(null);
    setReason('');
  };
  const move = async (status: Status, note = '') => {
    setBusy(status);
    try {
      await moveOrder(order.id, status, { note });
      toast({
        title: t('moved', { number: order.number, status: tOrders(`status_${status}`) }),
        ...(moves.undo.get(status) === order.status && {
          action: { label: t('undoMove'), onClick: () => void move(order.status) },
        }),
      });
      close();
    } catch (error) {
      toast({ title: t('moveFailed'), description: errorMessage(error), variant: 'destructive' });
    } finally {
      setBusy(null);
    }
    await revalidate();
  };
  const needsDialog = (status: Status) => status === 'cancelled' || status === 'return_requested';
  const cancelling = dialog === 'cancelled';

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{tAdmin('moveTo')}</span>
      {simple.map((status) => (
        <Button
          key={status}
          variant={needsDialog(status) ? 'quiet' : 'primary'}
          size="small"
          busy={busy === status}
          disabled={busy !== null}
          onClick={() => (needsDialog(status) ? setDialog(status) : void move(status))}
        >
          {status === 'return_requested'
            ? t('markProblem')
            : status === 'cancelled'
              ? t('cancelIt')
              : tOrders(`status_${status}`)}
        </Button>
      ))}
      <Dialog
        open={dialog !== null}
        onClose={close}
        title={cancelling ? t('cancelOne') : t('markProblem')}
        description={cancelling ? t('cancelOneWhy') : t('markProblemWhy')}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              {cancelling ? t('keepOrder') : t('cancel')}
            </Button>
            <Button
              variant={cancelling ? 'destructive' : 'primary'}
              busy={busy !== null}
              disabled={!cancelling && reason.trim() === ''}
              onClick={() => (dialog ? void move(dialog, reason) : undefined)}
            >
              {cancelling ? t('cancelIt') : t('markProblem')}
            </Button>
          </>
        }
      >
        <TextareaField
          label={t('reason')}
          rows={2}
          maxLength={2000}
          optional={cancelling}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Dialog>
    </div>
  );
}
