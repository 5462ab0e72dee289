import { useState } from 'react';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { amountText } from '../../ui/edit/field-schemas.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type Claim, claimFromCarrier } from './claim-calls.ts';

type ClaimDialogProps = {
  shipment: { id: string; number: number };
  /** The open claim; null for a new one. */
  claim: Claim | null;
  onClose: () => void;
};

/** Makes a claim against a shipment's carrier, or changes it. */
export function ClaimDialog({ shipment, claim, onClose }: ClaimDialogProps) {
  const t = adminClaimsTexts();
  const { busy, change } = useChange();
  const before = {
    amount: claim ? String(claim.amount) : '',
    reference: claim?.reference ?? '',
    due_on: claim?.due_on ?? '',
    note: claim?.note ?? '',
  };
  const [values, setValues] = useState(before);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const field = (name: keyof typeof before) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((current) => ({ ...current, [name]: value })),
  });
  const save = () => {
    const amount = amountText(() => t('badAmount')).safeParse(values.amount);
    if (!amount.success || Number(amount.data) === 0) return setProblem(t('badAmount'));
    setProblem('');
    return change({
      run: () => claimFromCarrier(shipment.id, { ...values, amount: Number(amount.data) }),
      done: t('made'),
      onDone: onClose,
      failed: t('notMade'),
      onFailure: setFailure,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('makeTitle', { number: shipment.number })}
      description={t('makeWhy')}
      dirty={JSON.stringify(values) !== JSON.stringify(before)}
      onClose={onClose}
      onSubmit={save}
      busy={busy}
      failure={failure}
      submit={t('make')}
    >
      <TextField label={t('amount')} inputMode="decimal" error={problem} {...field('amount')} />
      <TextField label={t('reference')} maxLength={200} optional {...field('reference')} />
      <TextField label={t('dueOn')} type="date" optional {...field('due_on')} />
      <TextField label={t('note')} maxLength={500} optional {...field('note')} />
    </FormDialog>
  );
}
