import { useState } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { callOnce } from './call-once.ts';
import { asLines } from './line-pieces.ts';
import { OrderDialog } from './order-dialog.tsx';
import type { aftercareOf } from './order-steps.ts';
import { PhotosField } from './photos-field.tsx';
import { type ChosenPieces, PiecesField } from './pieces-field.tsx';
import type { FullOrder } from './read-orders.ts';
import { useOrderChange } from './use-order-change.ts';
import { usePhotos } from './use-photos.ts';

interface ReportProblemProps {
  order: Pick<FullOrder, 'id' | 'order_lines'>;
  userId: string;
  /** Items that can be reported as faulty or returned, with their deadlines. */
  aftercare: Pick<
    ReturnType<typeof aftercareOf>,
    'report' | 'giveBack' | 'reportEnds' | 'giveBackEnds' | 'reportUntil' | 'giveBackUntil'
  >;
  readAgain: () => Promise<void>;
}

/** Maximum length of a note. */
const longest = 2000;

/**
 * **Report a problem** with delivered items, or return them, within the store's days (docs/product.md, Delivery). Text
 * and photos survive closing the dialog and a failed upload.
 */
export function ReportProblem({ order, userId, aftercare, readAgain }: ReportProblemProps) {
  const t = ordersTexts();
  const tAfter = afterSaleTexts();
  const { busy, change } = useOrderChange(readAgain);
  const { report: faulty, giveBack } = aftercare;
  const kinds = (['replacement', 'return'] as const).filter(
    (one) => Object.keys(one === 'replacement' ? faulty : giveBack).length > 0,
  );
  const [chosenKind, setKind] = useState<'replacement' | 'return'>('replacement');
  const kind = kinds.includes(chosenKind) ? chosenKind : (kinds[0] ?? chosenKind);
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

  const send = async (close: () => void) => {
    if (photos.reading) return;
    setMissing(reason.trim() === '');
    setUnchosen(pieces.length === 0);
    if (reason.trim() === '' || pieces.length === 0) return;
    await change({
      run: async () => {
        const paths = await photos.upload(userId);
        const report = {
          p_order_id: order.id,
          p_reason: cleanText(reason),
          p_photos: paths,
          p_lines: pieces,
          p_kind: kind,
        };
        await callOnce(`request_return ${order.id}`, (supabase, requestId) =>
          supabase.rpc('request_return', { ...report, p_request_id: requestId }),
        );
      },
      done: () => ({ title: t('reported'), description: t('reportedWhy') }),
      onDone: () => {
        close();
        setReason('');
        setChosen({});
        photos.clear();
      },
      onFailure: setFailure,
    });
  };

  return (
    <OrderDialog
      label={t('report')}
      title={t('report')}
      // While it is open, the last item may become one that cannot be reported anymore.
      description={
        until > 0
          ? t(kind === 'replacement' ? 'reportLead' : 'giveBackLead', { until: formatDateTime(until) })
          : undefined
      }
      ignoreBackdropClick
    >
      {(close) => (
        <DialogForm
          onSubmit={() => send(close)}
          busy={busy || photos.reading}
          failure={failure}
          submit={t('sendReport')}
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
        </DialogForm>
      )}
    </OrderDialog>
  );
}
