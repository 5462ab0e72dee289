import type { UseFormReturn } from 'react-hook-form';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { ParcelForm } from '../model/parcel-form.ts';

type ParcelInputsProps = {
  form: UseFormReturn<ParcelForm, unknown, ParcelForm>;
  withFee?: boolean;
  /** The courier and its number are written by hand. */
  byHand?: boolean;
};

/** The fields of a parcel: courier, tracking and cash. */
export function ParcelInputs({
  form: { register, formState },
  withFee = false,
  byHand = true,
}: ParcelInputsProps) {
  const t = adminParcelsTexts();
  const { errors } = formState;
  return (
    <>
      {byHand ? <CourierInputs form={{ register, formState }} /> : null}
      <TextField
        label={t('cashDue')}
        hint={withFee ? undefined : t('cashDueHint')}
        inputMode="decimal"
        optional={!withFee}
        error={errors.cash?.message}
        {...register('cash')}
      />
      {withFee ? (
        <TextField
          label={t('fee')}
          inputMode="decimal"
          optional
          error={errors.fee?.message}
          {...register('fee')}
        />
      ) : null}
    </>
  );
}

function CourierInputs({
  form: { register, formState },
}: {
  form: Pick<ParcelInputsProps['form'], 'register' | 'formState'>;
}) {
  const t = adminParcelsTexts();
  const { errors } = formState;
  return (
    <>
      <TextField
        label={t('carrier')}
        hint={t('carrierHint')}
        optional
        error={errors.carrier?.message}
        {...register('carrier')}
      />
      <TextField
        label={t('trackingNumber')}
        optional
        error={errors.number?.message}
        {...register('number')}
      />
      <TextField
        label={t('trackingAddress')}
        hint={t('trackingAddressHint')}
        type="url"
        placeholder="https://"
        optional
        error={errors.address?.message}
        {...register('address')}
      />
    </>
  );
}
