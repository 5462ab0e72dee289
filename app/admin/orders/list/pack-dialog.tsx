import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useCarriers } from '../data/use-carriers.ts';
import { useProposedCarrier } from '../data/use-proposed-carrier.ts';
import { CarrierChoice } from '../edit/carrier-choice.tsx';
import { type ShipmentFields, shipmentFields, shipmentForm, shipmentValues } from '../model/shipment-form.ts';

type PackDialogProps = {
  orderIds: readonly string[];
  /** The orders' store, whose carriers are offered; undefined for several. */
  tenantId: string | undefined;
  /** Hands the shipments over after packing. */
  handsOver: boolean;
  /** @param carrier code of the carrier to register the shipments with; '' for none */
  onPack: (shipment: ShipmentFields, carrier: string) => void;
  onClose: () => void;
};

/** Asks for the carrier of the shipments of several orders. */
export function PackDialog({ orderIds, tenantId, handsOver, onPack, onClose }: PackDialogProps) {
  const t = adminShipmentsTexts();
  const carriers = useCarriers(tenantId);
  const proposed = useProposedCarrier(orderIds, tenantId);
  const [chosen, setCarrier] = useState<string | null>(null);
  const carrier = chosen ?? carriers.find(({ code }) => code === proposed)?.code ?? '';
  const count = orderIds.length;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shipmentForm),
    defaultValues: shipmentValues(null),
  });
  return (
    <FormDialog
      size="small"
      title={t(handsOver ? 'packHandTitle' : 'packTitle', { count })}
      description={handsOver ? `${t('packWhy')} ${t('handOverWhy')}` : t('packWhy')}
      dirty={formState.isDirty || chosen !== null}
      onClose={onClose}
      onSubmit={handleSubmit((values) => onPack(carrier ? {} : shipmentFields(values, null), carrier))}
      submit={t(handsOver ? 'packAndHandOver' : 'pack')}
    >
      <CarrierChoice carriers={carriers} value={carrier} onChange={setCarrier} />
      {carrier ? null : (
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
