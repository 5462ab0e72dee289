import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { useChange } from '../../kit/use-change.ts';
import { changeShipment, isNumberTaken } from '../data/parcel-calls.ts';
import type { AdminShipment } from '../data/read-admin-orders.ts';
import { type ParcelForm, parcelFields, parcelForm, parcelValues } from '../model/parcel-form.ts';
import { ParcelInputs } from './parcel-inputs.tsx';

/** Form about a parcel: its courier, number, address, cash and fee. */
export function ParcelDialog({ parcel, onClose }: { parcel: AdminShipment; onClose: () => void }) {
  const t = adminParcelsTexts();
  const { change } = useChange();
  const [failure, setFailure] = useState('');
  const form = useForm<ParcelForm, unknown, ParcelForm>({
    resolver: zodResolver(parcelForm),
    defaultValues: parcelValues(parcel),
  });
  const { isSubmitting, isDirty } = form.formState;
  const save = form.handleSubmit((values) =>
    change({
      run: () => changeShipment(parcel.id, parcelFields(values, parcel)),
      done: t('parcelSaved', { number: parcel.number }),
      onDone: onClose,
      onFailure: (text, error) => {
        if (isNumberTaken(error)) form.setError('number', { message: text }, { shouldFocus: true });
        else setFailure(text);
      },
    }),
  );
  return (
    <FormDialog
      title={t('editParcel', { number: parcel.number })}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={save}
      busy={isSubmitting}
      failure={failure}
      submit={t('saveParcel')}
    >
      <ParcelInputs form={form} withFee />
    </FormDialog>
  );
}
