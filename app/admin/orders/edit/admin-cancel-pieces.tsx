import { type FormEvent, useState } from 'react';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { useChange } from '../../kit/use-change.ts';
import { cancelPieces, type Pieces } from '../data/parcel-calls.ts';

type CancelPiecesProps = { orderId: string; pieces: readonly Pieces[]; onClose: (done: boolean) => void };

/** Asks for the reason, and cancels pieces of an order. */
export function AdminCancelPieces({ orderId, pieces, onClose }: CancelPiecesProps) {
  const t = useTranslations('admin-parcels', adminParcelsMessages);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const cancelThem = async (event: FormEvent) => {
    event.preventDefault();
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
    >
      {(cancel) => (
        <form onSubmit={(event) => void cancelThem(event)} className="grid gap-4">
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
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={cancel}>
              {t('keepPieces')}
            </Button>
            <Button type="submit" variant="destructive" busy={busy}>
              {t('cancelPieces', { count })}
            </Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}
