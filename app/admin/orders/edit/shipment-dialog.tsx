import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminShipment } from '../data/read-admin-orders.ts';
import { changeShipment, isNumberTaken } from '../data/shipment-calls.ts';
import { type ShipmentForm, shipmentFields, shipmentForm, shipmentValues } from '../model/shipment-form.ts';
import { ShipmentInputs } from './shipment-inputs.tsx';

/** Form for a shipment's carrier, number, address, cash and fee. */
export function ShipmentDialog({ shipment, onClose }: { shipment: AdminShipment; onClose: () => void }) {
  const t = adminShipmentsTexts();
  const { change } = useChange();
  const [failure, setFailure] = useState('');
  const form = useForm<ShipmentForm, unknown, ShipmentForm>({
    resolver: zodResolver(shipmentForm),
    defaultValues: shipmentValues(shipment),
  });
  const { isSubmitting, isDirty } = form.formState;
  const save = form.handleSubmit((values) =>
    change({
      run: () => changeShipment(shipment.id, shipmentFields(values, shipment)),
      done: t('shipmentSaved', { number: shipment.number }),
      onDone: onClose,
      onFailure: (text, error) => {
        if (isNumberTaken(error)) form.setError('number', { message: text }, { shouldFocus: true });
        else setFailure(text);
      },
    }),
  );
  return (
    <FormDialog
      title={t('editShipment', { number: shipment.number })}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={save}
      busy={isSubmitting}
      failure={failure}
      submit={t('saveShipment')}
    >
      <ShipmentInputs form={form} withFee />
    </FormDialog>
  );
}
