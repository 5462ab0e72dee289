import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { errorMessage } from '../../kit/error-message.ts';
import { cancelPieces, type Pieces } from '../data/parcel-calls.ts';

type CancelPiecesProps = { orderId: string; pieces: readonly Pieces[]; onClose: (done: boolean) => void };

/** Asks for the reason, and cancels pieces of an order. */
export function AdminCancelPieces({ orderId, pieces, onClose }: CancelPiecesProps) {
  const t = useTranslations('admin-parcels', adminParcelsMessages);
  const { revalidate } = useRevalidator();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  const cancelThem = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await cancelPieces(orderId, pieces, reason);
      toast({ title: t('piecesCancelled', { count }) });
      onClose(true);
    } catch (error) {
      setProblem(`${t('notCancelled')}. ${errorMessage(error)}`);
    }
    await revalidate();
    setBusy(false);
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
