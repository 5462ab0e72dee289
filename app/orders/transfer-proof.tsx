import { useState } from 'react';
import orderPhotosMessages from '#app/i18n/messages/en/order-photos.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import { PhotosField } from './photos-field.tsx';
import { usePhotos } from './use-photos.ts';

interface TransferProofProps {
  orderId: string;
  userId: string;
  onDone: () => Promise<void>;
}

/** **Send proof of the transfer**: sends a picture of the transfer, which staff compare with the store's account. */
export function TransferProof({ orderId, userId, onDone }: TransferProofProps) {
  const t = useTranslations('orders', ordersMessages);
  const tPhotos = useTranslations('order-photos', orderPhotosMessages);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const photos = usePhotos();

  const send = async () => {
    if (photos.reading) return;
    setFailure('');
    setIsMissing(photos.chosen.length === 0);
    if (photos.chosen.length === 0) return;
    setBusy(true);
    const paths = await photos.upload(userId);
    if (!paths) {
      setBusy(false);
      return setFailure(tPhotos('incomplete'));
    }
    const proof = { p_order_id: orderId, p_photos: paths, p_note: cleanText(note) };
    const refusal = await callFailure(`send_transfer_proof ${orderId}`, async (requestId) =>
      (await loadSupabase()).rpc('send_transfer_proof', { ...proof, p_request_id: requestId }),
    );
    setBusy(false);
    if (refusal) return setFailure(refusal);
    setOpen(false);
    setNote('');
    photos.clear();
    toast({ title: t('proofSent'), description: t('proofSentWhy') });
    await onDone();
  };

  const problem = isMissing && photos.chosen.length === 0 ? t('proofMissing') : failure;
  return (
    <>
      <Button className="mt-2 justify-self-start print:hidden" onClick={() => setOpen(true)}>
        {t('sendProof')}
      </Button>
      <Dialog
        open={open}
        ignoreBackdropClick
        onClose={() => setOpen(false)}
        title={t('sendProof')}
        description={t('proofLead')}
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
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
          {problem ? (
            <p role="alert" className="font-medium text-danger-text">
              {problem}
            </p>
          ) : null}
          <Button type="submit" busy={busy || photos.reading} className="justify-self-end">
            {t('sendProofNow')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
