import type { UseFormReturn } from 'react-hook-form';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { TextField } from '#app/ui/text-field.tsx';
import type { ShipmentForm } from '../model/shipment-form.ts';

type ShipmentInputsProps = {
  form: UseFormReturn<ShipmentForm, unknown, ShipmentForm>;
  withFee?: boolean;
  /** Carrier and tracking number are entered by hand. */
  byHand?: boolean;
};

/** The fields of a shipment: carrier, tracking and cash. */
export function ShipmentInputs({
  form: { register, formState },
  withFee = false,
  byHand = true,
}: ShipmentInputsProps) {
  const t = adminShipmentsTexts();
  const { errors } = formState;
  return (
    <>
      {byHand ? <CarrierInputs form={{ register, formState }} /> : null}
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

function CarrierInputs({
  form: { register, formState },
}: {
  form: Pick<ShipmentInputsProps['form'], 'register' | 'formState'>;
}) {
  const t = adminShipmentsTexts();
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
