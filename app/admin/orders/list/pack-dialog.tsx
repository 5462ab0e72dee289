import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { useCarriers } from '../data/use-carriers.ts';
import { useProposedCarrier } from '../data/use-proposed-carrier.ts';
import { CarrierChoice } from '../edit/carrier-choice.tsx';
import { type ParcelFields, parcelFields, parcelForm, parcelValues } from '../model/parcel-form.ts';

type PackDialogProps = {
  orderIds: readonly string[];
  /** The parcels are handed over at once. */
  handsOver: boolean;
  /** @param courier code of the courier to register the parcels with; '' for none */
  onPack: (parcel: ParcelFields, courier: string) => void;
  onClose: () => void;
};

/** Asks which courier takes the parcels of several orders. */
export function PackDialog({ orderIds, handsOver, onPack, onClose }: PackDialogProps) {
  const t = adminParcelsTexts();
  const carriers = useCarriers();
  const proposed = useProposedCarrier(orderIds);
  const [chosen, setCourier] = useState<string | null>(null);
  const courier = chosen ?? carriers.find(({ code }) => code === proposed)?.code ?? '';
  const count = orderIds.length;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(parcelForm),
    defaultValues: parcelValues(null),
  });
  return (
    <FormDialog
      size="small"
      title={t(handsOver ? 'packHandTitle' : 'packTitle', { count })}
      description={handsOver ? `${t('packWhy')} ${t('handOverWhy')}` : t('packWhy')}
      dirty={formState.isDirty || chosen !== null}
      onClose={onClose}
      onSubmit={handleSubmit((values) => onPack(courier ? {} : parcelFields(values, null), courier))}
      submit={t(handsOver ? 'packAndHandOver' : 'pack')}
    >
      <CarrierChoice carriers={carriers} value={courier} onChange={setCourier} />
      {courier ? null : (
        <TextField
          label={t('carrier')}
          hint={t('carrierHint')}
          optional
          error={formState.errors.carrier?.message}
          {...register('carrier')}
        />
      )}
    </FormDialog>
  );
}
