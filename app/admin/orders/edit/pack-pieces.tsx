import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Button } from '#app/ui/button.tsx';
import type { ToastContent } from '#app/ui/toast.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { useChange } from '../../ui/use-change.ts';
import { bookShipments } from '../data/carrier-calls.ts';
import { isNumberTaken, moveShipment, type Pieces, packOrder } from '../data/shipment-calls.ts';
import { useCarriers } from '../data/use-carriers.ts';
import { useProposedCarrier } from '../data/use-proposed-carrier.ts';
import { type ShipmentForm, shipmentFields, shipmentForm, shipmentValues } from '../model/shipment-form.ts';
import { useUndoHandOver } from '../use-undo-hand-over.ts';
import { CarrierChoice } from './carrier-choice.tsx';
import { ShipmentInputs } from './shipment-inputs.tsx';

type PackPiecesProps = { orderId: string; pieces: readonly Pieces[]; onClose: (done: boolean) => void };

/** Packs pieces of an order into a shipment, and optionally hands it over. */
export function PackPieces({ orderId, pieces, onClose }: PackPiecesProps) {
  const t = adminShipmentsTexts();
  const { change } = useChange();
  const carriers = useCarriers(pageTenant());
  const undoHandOver = useUndoHandOver();
  const proposed = useProposedCarrier([orderId], pageTenant());
  const [chosen, setCarrier] = useState<string | null>(null);
  const carrier = chosen ?? carriers.find(({ code }) => code === proposed)?.code ?? '';
  const [failure, setFailure] = useState('');
  const form = useForm<ShipmentForm, unknown, ShipmentForm>({
    resolver: zodResolver(shipmentForm),
    defaultValues: shipmentValues(null),
  });
  const { isSubmitting, isDirty } = form.formState;
  /** Returns which step failed; the shipment is packed in any case. */
  const bookAndHandOver = async (shipmentId: string, handsOver: boolean): Promise<ToastContent | null> => {
    let failed = t('notRegistered');
    try {
      const [answer] = carrier ? await bookShipments(carrier, [shipmentId]) : [];
      failed = t('shipmentNotMoved');
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
          const { cash_due, ...byHand } = shipmentFields(values, null);
          const cash = cash_due === undefined ? {} : { cash_due };
          const shipmentId = await packOrder(orderId, pieces, carrier ? cash : { ...byHand, ...cash });
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
      <CarrierChoice carriers={carriers} value={carrier} onChange={setCarrier} />
      <ShipmentInputs form={form} byHand={!carrier} />
    </FormDialog>
  );
}
