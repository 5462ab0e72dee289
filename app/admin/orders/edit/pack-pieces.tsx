import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminParcelsTexts } from '#app/i18n/texts/admin-parcels.ts';
import { Button } from '#app/ui/button.tsx';
import type { ToastContent } from '#app/ui/toast.ts';
import { FormDialog } from '../../kit/edit/form-dialog.tsx';
import { errorMessage } from '../../kit/error-message.ts';
import { useChange } from '../../kit/use-change.ts';
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
  const t = adminParcelsTexts();
  const { change } = useChange();
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
  /** Returns what of it did not happen; the parcel is packed all the same. */
  const bookAndHandOver = async (shipmentId: string, handsOver: boolean): Promise<ToastContent | null> => {
    let failed = t('notRegistered');
    try {
      const [answer] = courier ? await bookParcels(courier, [shipmentId]) : [];
      failed = t('parcelNotMoved');
      if (handsOver) await moveShipment(shipmentId, { state: 'handed_over' });
      if (!answer?.why) return null;
      const undo = handsOver ? undoHandOver([shipmentId]) : {};
      return { title: t('notRegistered'), description: answer.why, variant: 'destructive', ...undo };
    } catch (error) {
      return { title: failed, description: errorMessage(error), variant: 'destructive' };
    }
  };
  const pack = (handsOver: boolean) =>
    form.handleSubmit((values) =>
      change({
        run: async () => {
          const { cash_due, ...byHand } = parcelFields(values, null);
          const cash = cash_due === undefined ? {} : { cash_due };
          const shipmentId = await packOrder(orderId, pieces, courier ? cash : { ...byHand, ...cash });
          return { shipmentId, problem: await bookAndHandOver(shipmentId, handsOver) };
        },
        done: ({ shipmentId, problem }) => {
          if (problem) return problem;
          return handsOver
            ? { title: t('packedAndHandedOver'), ...undoHandOver([shipmentId]) }
            : { title: t('packed') };
        },
        onDone: () => onClose(true),
        failed: t('notPacked'),
        onFailure: (text, error) => {
          if (isNumberTaken(error))
            form.setError('number', { message: errorMessage(error) }, { shouldFocus: true });
          else setFailure(text);
        },
      }),
    );
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <FormDialog
      title={t('packPieces', { count })}
      dirty={isDirty || chosen !== null}
      onClose={() => onClose(false)}
      onSubmit={pack(false)}
      busy={isSubmitting}
      failure={failure}
      submit={t('pack')}
      buttons={
        <Button variant="outline" busy={isSubmitting} onClick={() => void pack(true)()}>
          {t('packAndHandOver')}
        </Button>
      }
    >
      <CarrierChoice carriers={carriers} value={courier} onChange={setCourier} />
      <ParcelInputs form={form} byHand={!courier} />
    </FormDialog>
  );
}
