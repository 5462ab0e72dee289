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
import { bookParcels } from '../data/carrier-calls.ts';
import { isNumberTaken, moveShipment, type Pieces, packOrder } from '../data/parcel-calls.ts';
import { useCarriers } from '../data/use-carriers.ts';
import { useProposedCarrier } from '../data/use-proposed-carrier.ts';
import { type ParcelForm, parcelFields, parcelForm, parcelValues } from '../model/parcel-form.ts';
import { useUndoHandOver } from '../use-undo-hand-over.ts';
import { CarrierChoice } from './carrier-choice.tsx';
import { ParcelInputs } from './parcel-inputs.tsx';

type PackPiecesProps = { orderId: string; pieces: readonly Pieces[]; onClose: (done: boolean) => void };

/** Packs pieces of an order into a parcel, and hands it over at once where that is wanted. */
export function PackPieces({ orderId, pieces, onClose }: PackPiecesProps) {
  const t = useTranslations('admin-parcels', adminParcelsMessages);
  const { revalidate } = useRevalidator();
  const carriers = useCarriers();
  const undoHandOver = useUndoHandOver();
  const proposed = useProposedCarrier([orderId]);
  const [chosen, setCourier] = useState<string | null>(null);
  const courier = chosen ?? carriers.find(({ code }) => code === proposed)?.code ?? '';
  const [failure, setFailure] = useState('');
  const form = useForm<ParcelForm, unknown, ParcelForm>({
    resolver: zodResolver(parcelForm),
    defaultValues: parcelValues(null),
  });
  const { isSubmitting, isDirty } = form.formState;
  const handOver = async (shipmentId: string) => {
    try {
      await moveShipment(shipmentId, { state: 'handed_over' });
      toast({ title: t('packedAndHandedOver'), ...undoHandOver([shipmentId]) });
    } catch (error) {
      toast({ title: t('parcelNotMoved'), description: errorMessage(error), variant: 'destructive' });
    }
  };
  const pack = (handsOver: boolean) =>
    form.handleSubmit(async (values) => {
      setFailure('');
      try {
        const { cash_due, ...byHand } = parcelFields(values, null);
        const cash = cash_due === undefined ? {} : { cash_due };
        const shipmentId = await packOrder(orderId, pieces, courier ? cash : { ...byHand, ...cash });
        onClose(true);
        const [answer] = courier ? await bookParcels(courier, [shipmentId]) : [];
        if (answer?.why)
          toast({ title: t('notRegistered'), description: answer.why, variant: 'destructive' });
        if (handsOver) await handOver(shipmentId);
        else toast({ title: t('packed') });
      } catch (error) {
        if (isNumberTaken(error))
          form.setError('number', { message: errorMessage(error) }, { shouldFocus: true });
        else setFailure(`${t('notPacked')}. ${errorMessage(error)}`);
      }
      await revalidate();
    });
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <FormDialog
      title={t('packPiecesTitle', { count })}
      dirty={isDirty || chosen !== null}
      onClose={() => onClose(false)}
    >
      {(cancel) => (
        <form onSubmit={(event) => void pack(false)(event)} noValidate className="grid gap-4">
          <CarrierChoice carriers={carriers} value={courier} onChange={setCourier} />
          <ParcelInputs form={form} byHand={!courier} />
          {failure ? (
            <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger-text">
              {failure}
            </p>
          ) : null}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button variant="outline" busy={isSubmitting} onClick={() => void pack(true)()}>
              {t('packAndHandOver')}
            </Button>
            <Button type="submit" busy={isSubmitting}>
              {t('pack')}
            </Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}
