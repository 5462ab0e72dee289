import { useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { cancelPieces, type Pieces } from '../data/shipment-calls.ts';

type CancelPiecesProps = { orderId: string; pieces: readonly Pieces[]; onClose: (done: boolean) => void };

/** Asks for a reason and cancels pieces of an order. */
export function AdminCancelPieces({ orderId, pieces, onClose }: CancelPiecesProps) {
  const t = adminShipmentsTexts();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const cancelThem = async () => {
    await change({
      run: () => cancelPieces(orderId, pieces, reason),
      done: t('piecesCancelled', { count }),
      failed: t('notCancelled'),
      onDone: () => onClose(true),
      onFailure: setProblem,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('cancelPiecesTitle', { count })}
      description={t('cancelPiecesWhy')}
      dirty={reason !== ''}
      onClose={() => onClose(false)}
      onSubmit={cancelThem}
      busy={busy}
      destructive
      cancel={t('keepPieces')}
      submit={t('cancelPieces', { count })}
    >
      <TextareaField
        label={t('reason')}
        hint={t('reasonSeen')}
        rows={2}
        maxLength={2000}
        optional
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problem}
      />
    </FormDialog>
  );
}
