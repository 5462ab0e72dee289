import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import adminParcelsMessages from '#app/i18n/messages/en/admin-parcels.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { errorMessage } from '../../kit/error-message.ts';
import { changeShipment, isNumberTaken } from '../data/parcel-calls.ts';
import type { AdminShipment } from '../data/read-admin-orders.ts';
import { type ParcelForm, parcelFields, parcelForm, parcelValues } from '../model/parcel-form.ts';
import { ParcelInputs } from './parcel-inputs.tsx';

/** Form about a parcel: its courier, number, address, cash and fee. */
export function ParcelDialog({ parcel, onClose }: { parcel: AdminShipment; onClose: () => void }) {
  const t = useTranslations('admin-parcels', adminParcelsMessages);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const form = useForm<ParcelForm, unknown, ParcelForm>({
    resolver: zodResolver(parcelForm),
    defaultValues: parcelValues(parcel),
  });
  const { isSubmitting, isDirty } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setFailure('');
    try {
      await changeShipment(parcel.id, parcelFields(values, parcel));
      toast({ title: t('parcelSaved', { number: parcel.number }) });
      onClose();
    } catch (error) {
      if (isNumberTaken(error))
        form.setError('number', { message: errorMessage(error) }, { shouldFocus: true });
      else setFailure(errorMessage(error));
    }
    await revalidate();
  });
  return (
    <FormDialog title={t('editParcel', { number: parcel.number })} dirty={isDirty} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
          <ParcelInputs form={form} withFee />
          {failure ? (
            <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
              {failure}
            </p>
          ) : null}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" busy={isSubmitting}>
              {t('saveParcel')}
            </Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}
