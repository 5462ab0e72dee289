import { useState } from 'react';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { loseShipment } from './claim-calls.ts';

type LoseShipmentProps = { shipment: { id: string; number: number }; onClose: () => void };

const choices = ['again', 'back'] as const;

/** Books a shipment as lost, and asks whether its pieces are sent again or given up. */
export function LoseShipment({ shipment: { id, number }, onClose }: LoseShipmentProps) {
  const t = adminClaimsTexts();
  const { busy, change } = useChange();
  const [then, setThen] = useState<(typeof choices)[number]>('again');
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const lose = () =>
    change({
      run: () => loseShipment(id, then === 'again', note.trim() || t('lostReason')),
      done: t('lost', { number }),
      onDone: onClose,
      failed: t('notLost'),
      onFailure: setFailure,
    });
  return (
    <FormDialog
      size="small"
      title={t('loseTitle', { number })}
      description={t('loseWhy')}
      dirty={note !== ''}
      onClose={onClose}
      onSubmit={lose}
      busy={busy}
      failure={failure}
      submit={t('lose')}
    >
      <RadioGroup
        legend={t('then')}
        name={`lost-${id}`}
        value={then}
        onChange={setThen}
        options={choices.map((value) => ({
          value,
          label: t(`then_${value}`),
          detail: t(`then_${value}_detail`),
        }))}
      />
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        maxLength={500}
        optional
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
