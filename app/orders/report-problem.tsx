import { useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import orderPhotosMessages from '#app/i18n/messages/en/order-photos.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import { PhotosField } from './photos-field.tsx';
import { usePhotos } from './use-photos.ts';

interface ReportProblemProps {
  orderId: string;
  userId: string;
  /** End of the reporting time in epoch milliseconds. */
  until: number;
  onDone: () => Promise<void>;
}

/** Maximum length of a note. */
const longest = 2000;

/**
 * **Report a problem** with a delivered order, within 24 hours (docs/product.md, Delivery). Text and photos stay when the dialog is
 * closed, and when sending fails.
 */
export function ReportProblem({ orderId, userId, until, onDone }: ReportProblemProps) {
  const t = useTranslations('orders', ordersMessages);
  const tPhotos = useTranslations('order-photos', orderPhotosMessages);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState('');
  const photos = usePhotos();

  const send = async () => {
    setFailure('');
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    setBusy(true);
    const paths = await photos.upload(userId);
    if (!paths) {
      setBusy(false);
      return setFailure(tPhotos('incomplete'));
    }
    const report = { p_order_id: orderId, p_reason: cleanText(reason), p_photos: paths };
    const refusal = await callFailure(`request_return ${orderId}`, async (requestId) =>
      (await loadSupabase()).rpc('request_return', { ...report, p_request_id: requestId }),
    );
    setBusy(false);
    if (refusal) return setFailure(refusal);
    setOpen(false);
    setReason('');
    photos.clear();
    toast({ title: t('reported'), description: t('reportedWhy') });
    await onDone();
  };

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      <Dialog
        open={open}
        ignoreBackdropClick
        onClose={() => setOpen(false)}
        title={t('report')}
        description={t('reportLead', { until: formatDateTime(until) })}
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <TextareaField
            label={t('whatIsWrong')}
            hint={t('whatIsWrongHint')}
            value={reason}
            maxLength={longest}
            error={missing ? t('reasonMissing') : ''}
            onChange={(event) => setReason(event.target.value)}
          />
          <PhotosField photos={photos} busy={busy} />
          {failure ? (
            <p role="alert" className="font-medium text-danger-text">
              {failure}
            </p>
          ) : null}
          <Button type="submit" busy={busy} className="justify-self-end">
            {t('sendReport')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
