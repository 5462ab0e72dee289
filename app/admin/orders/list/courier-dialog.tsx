import { useState } from 'react';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';

interface CourierDialogProps {
  /** Orders whose parcels get the courier. */
  count: number;
  onChange: (name: string) => void;
  onClose: () => void;
}

/** Asks which courier takes the parcels of several orders instead. */
export function CourierDialog({ count, onChange, onClose }: CourierDialogProps) {
  const t = adminParcelsTexts();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const submit = () => {
    if (name.trim() === '') return setProblem(t('courierMissing'));
    onChange(name.trim());
  };
  return (
    <FormDialog
      size="small"
      title={t('action_change_courier', { count })}
      description={t('changeCourierWhy')}
      dirty={name !== ''}
      onClose={onClose}
      onSubmit={submit}
      submit={t('changeCourier')}
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
