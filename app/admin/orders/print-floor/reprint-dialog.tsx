import { useState } from 'react';
import { adminPrintFloorTexts } from '#app/i18n/texts/admin-print-floor.ts';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { printAgain } from '../data/shipment-calls.ts';

type ReprintDialogProps = {
  lineId: string;
  onClose: () => void;
};

/** Returns failed prints to the print floor and counts them as waste. */
export function ReprintDialog({ lineId, onClose }: ReprintDialogProps) {
  const t = adminPrintFloorTexts();
  const [count, setCount] = useState(1);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const note = async () => {
    if (reason.trim() === '') return setProblem(t('reasonMissing'));
    await change({
      run: () => printAgain([{ order_line_id: lineId, quantity: count }], reason),
      done: t('reprinted'),
      onDone: onClose,
      failed: t('notMarked'),
      onFailure: setProblem,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('reprint')}
      description={t('reprintWhy')}
      dirty={reason !== ''}
      onClose={onClose}
      onSubmit={note}
      busy={busy}
      submit={t('reprint')}
    >
      <QuantityStepper label={t('reprintCount')} value={count} onChange={setCount} max={99} />
      <TextField
        label={t('reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problem}
      />
    </FormDialog>
  );
}
