import { useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';

interface CarrierDialogProps {
  /** Number of orders whose shipments change their carrier. */
  count: number;
  onChange: (name: string) => void;
  onClose: () => void;
}

/** Asks for the new carrier of the shipments of several orders. */
export function CarrierDialog({ count, onChange, onClose }: CarrierDialogProps) {
  const t = adminShipmentsTexts();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const submit = () => {
    if (name.trim() === '') return setProblem(t('carrierMissing'));
    onChange(name.trim());
  };
  return (
    <FormDialog
      size="small"
      title={t('action_change_carrier', { count })}
      description={t('changeCarrierWhy')}
      dirty={name !== ''}
      onClose={onClose}
      onSubmit={submit}
      submit={t('changeCarrier')}
    >
      <TextField
        label={t('carrier')}
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setProblem('');
        }}
        error={problem}
      />
    </FormDialog>
  );
}
