import { useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import afterSaleMessages from '#app/i18n/messages/en/after-sale.json';
import orderPhotosMessages from '#app/i18n/messages/en/order-photos.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import { asLines } from './line-pieces.ts';
import type { aftercareOf } from './order-steps.ts';
import { PhotosField } from './photos-field.tsx';
import { type ChosenPieces, PiecesField } from './pieces-field.tsx';
import type { FullOrder } from './read-orders.ts';
import { usePhotos } from './use-photos.ts';

interface ReportProblemProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  userId: string;
  /** Pieces whose faults are made good, and those that are taken back without one, until when. */
  aftercare: Pick<
    ReturnType<typeof aftercareOf>,
    'report' | 'giveBack' | 'reportEnds' | 'giveBackEnds' | 'reportUntil' | 'giveBackUntil'
  >;
  onDone: () => Promise<void>;
}

/** Maximum length of a note. */
const longest = 2000;

/**
 * **Report a problem** with pieces that arrived, or give them back, within the store's days (docs/product.md, Delivery). Text and
 * photos stay when the dialog is closed, and when sending fails.
 */
export function ReportProblem({ order, userId, aftercare, onDone }: ReportProblemProps) {
  const t = useTranslations('orders', ordersMessages);
  const tAfter = useTranslations('after-sale', afterSaleMessages);
  const tPhotos = useTranslations('order-photos', orderPhotosMessages);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { report: faulty, giveBack } = aftercare;
  const kinds = (['replacement', 'return'] as const).filter(
    (one) => Object.keys(one === 'replacement' ? faulty : giveBack).length > 0,
  );
  const [chosenKind, setKind] = useState<'replacement' | 'return'>('replacement');
  const kind = kinds.includes(chosenKind) ? chosenKind : (kinds[0] ?? 'replacement');
  const [chosen, setChosen] = useState<ChosenPieces>({});
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [unchosen, setUnchosen] = useState(false);
  const [failure, setFailure] = useState('');
  const photos = usePhotos();
  const pieceEnds = kind === 'replacement' ? aftercare.reportEnds : aftercare.giveBackEnds;
  const until = (kind === 'replacement' ? aftercare.reportUntil : aftercare.giveBackUntil) ?? 0;
  const lines = order.order_lines.flatMap((line) => {
    const most = (kind === 'replacement' ? faulty : giveBack)[line.id] ?? 0;
    const end = pieceEnds[line.id] ?? until;
    const note = end === until ? '' : tAfter('piecesUntil', { until: formatDateTime(end) });
    return most > 0 ? [{ line, most, note }] : [];
  });
  const hasPrints = order.order_lines.some((line) => line.customization !== null);
  const isOne = lines.length === 1 && lines[0]?.most === 1;
  const pieces = isOne ? lines.map(({ line }) => ({ order_line_id: line.id, quantity: 1 })) : asLines(chosen);

  const send = async () => {
    if (photos.reading) return;
    setFailure('');
    setMissing(reason.trim() === '');
    setUnchosen(pieces.length === 0);
    if (reason.trim() === '' || pieces.length === 0) return;
    setBusy(true);
    const paths = await photos.upload(userId);
    if (!paths) {
      setBusy(false);
      return setFailure(tPhotos('incomplete'));
    }
    const report = {
      p_order_id: order.id,
      p_reason: cleanText(reason),
      p_photos: paths,
      p_lines: pieces,
      p_kind: kind,
    };
    const refusal = await callFailure(`request_return ${order.id}`, async (requestId) =>
      (await loadSupabase()).rpc('request_return', { ...report, p_request_id: requestId }),
    );
    setBusy(false);
    if (refusal) return setFailure(refusal);
    setOpen(false);
    setReason('');
    setChosen({});
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
        description={t(kind === 'replacement' ? 'reportLead' : 'giveBackLead', {
          until: formatDateTime(until),
        })}
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {kinds.length > 1 ? (
            <RadioGroup
              legend={tAfter('whatHappened')}
              name="report-kind"
              value={kind}
              onChange={(value) => {
                setKind(value);
                setChosen({});
              }}
              options={[
                { value: 'replacement', label: tAfter('faulty') },
                {
                  value: 'return',
                  label: tAfter('giveBack'),
                  detail: tAfter(hasPrints ? 'giveBackPrints' : 'giveBackLead'),
                },
              ]}
            />
          ) : null}
          {isOne ? null : (
            <PiecesField
              legend={tAfter('whichItems')}
              lines={lines}
              chosen={chosen}
              onChange={setChosen}
              error={unchosen ? tAfter('choosePieces') : ''}
            />
          )}
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
          <Button type="submit" busy={busy || photos.reading} className="justify-self-end">
            {t('sendReport')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
