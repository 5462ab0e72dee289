import { useState } from 'react';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { callOnce } from './call-once.ts';
import { OrderDialog } from './order-dialog.tsx';
import { PhotosField } from './photos-field.tsx';
import { useOrderChange } from './use-order-change.ts';
import { usePhotos } from './use-photos.ts';

interface TransferProofProps {
  orderId: string;
  userId: string;
  readAgain: () => Promise<void>;
}

/** **Send proof of the transfer**: uploads a picture of the transfer, which staff compare with the store's account. */
export function TransferProof({ orderId, userId, readAgain }: TransferProofProps) {
  const t = ordersTexts();
  const { busy, change } = useOrderChange(readAgain);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const photos = usePhotos();

  const send = async (close: () => void) => {
    if (photos.reading) return;
    setIsMissing(photos.chosen.length === 0);
    if (photos.chosen.length === 0) return;
    await change({
      run: async () => {
        const proof = {
          p_order_id: orderId,
          p_photos: await photos.upload(userId),
          p_note: cleanText(note),
        };
        await callOnce(`send_transfer_proof ${orderId}`, (supabase, requestId) =>
          supabase.rpc('send_transfer_proof', { ...proof, p_request_id: requestId }),
        );
      },
      done: () => ({ title: t('proofSent'), description: t('proofSentWhy') }),
      onDone: () => {
        close();
        setNote('');
        photos.clear();
      },
      onFailure: setFailure,
    });
  };

  const problem = isMissing && photos.chosen.length === 0 ? t('proofMissing') : failure;
  return (
    <OrderDialog
      label={t('sendProof')}
      button={{ className: 'mt-2 justify-self-start print:hidden' }}
      title={t('sendProof')}
      description={t('proofLead')}
      ignoreBackdropClick
    >
      {(close) => (
        <DialogForm
          onSubmit={() => send(close)}
          busy={busy || photos.reading}
          failure={problem}
          submit={t('sendProofNow')}
        >
          <PhotosField photos={photos} busy={busy} required />
          <TextField
            label={t('proofNote')}
            hint={t('proofNoteHint')}
            optional
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </DialogForm>
      )}
    </OrderDialog>
  );
}
