import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { formatPounds } from '#app/lib/money.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { amountText } from '../../ui/edit/field-schemas.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { answerClaim, type Claim } from './claim-calls.ts';

type AnswerDialogProps = { shipment: { number: number }; claim: Claim; onClose: () => void };

/** Books what a carrier paid for a claim, or that it refused. */
export function AnswerDialog({ shipment: { number }, claim, onClose }: AnswerDialogProps) {
  const t = adminClaimsTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const before = { paid: String(claim.amount), reference: '', note: '' };
  const [values, setValues] = useState(before);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const field = (name: keyof typeof before) => ({
    value: values[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((current) => ({ ...current, [name]: value })),
  });
  const save = () => {
    const amount = amountText(() => t('badAmount')).safeParse(values.paid);
    if (!amount.success) return setProblem(t('badAmount'));
    setProblem('');
    const { reference, note } = values;
    return change({
      run: () => answerClaim(claim.id, { received: Number(amount.data), reference, note }),
      done: t('answered'),
      onDone: onClose,
      failed: t('notAnswered'),
      onFailure: setFailure,
    });
  };
  return (
    <FormDialog
      size="small"
      title={t('answerTitle', { number })}
      description={t('answerWhy')}
      dirty={JSON.stringify(values) !== JSON.stringify(before)}
      onClose={onClose}
      onSubmit={save}
      busy={busy}
      failure={failure}
      submit={t('answer')}
    >
      <TextField
        label={t('paid')}
        hint={t('paidHint', { amount: formatPounds(claim.amount, currency) })}
        inputMode="decimal"
        error={problem}
        {...field('paid')}
      />
      <TextField label={t('reference')} maxLength={200} optional {...field('reference')} />
      <TextField label={t('note')} maxLength={500} optional {...field('note')} />
    </FormDialog>
  );
}
