import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import type { Delivery } from '../data/delivery-calls.ts';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { usePiecesOf } from '../data/use-pieces-of.ts';
import { TakenPieces } from '../edit/taken-pieces.tsx';
import { movableShipments } from '../model/shipments.ts';
import { allTaken, countTaken, piecesTaken, type TakenLine } from '../model/taken-pieces.ts';

type DeliverDialogProps = {
  orders: readonly AdminOrderRow[];
  /** Called with the shipments of which only a part was taken. */
  onDeliver: (deliveries: Delivery[]) => void;
  onClose: () => void;
};

/** Asks whether shipments were delivered, and of which of them the customer took only a part. */
export function DeliverDialog({ orders, onDeliver, onClose }: DeliverDialogProps) {
  const t = adminShipmentsTexts();
  const { currency } = useBrand();
  const shipments = movableShipments(orders, 'delivered');
  const cash = shipments.reduce((sum, { cash_due }) => sum + cash_due, 0);
  const [ids] = useState(() =>
    shipments
      .filter(({ shipment_lines }) => shipment_lines.reduce((sum, { quantity }) => sum + quantity, 0) > 1)
      .map(({ id }) => id),
  );
  const read = usePiecesOf(ids);
  const [chosen, setChosen] = useState<Readonly<Record<string, TakenLine[]>>>({});
  const [failure, setFailure] = useState('');
  const deliver = () => {
    const taken = Object.entries(chosen);
    if (taken.some(([, lines]) => countTaken(lines).taken === 0)) return setFailure(t('nothingTaken'));
    onDeliver(
      taken.flatMap(([shipment_id, lines]) => {
        const pieces = piecesTaken(lines);
        return pieces ? [{ shipment_id, lines: pieces }] : [];
      }),
    );
  };
  return (
    <FormDialog
      size="small"
      title={t('deliverQuestion', { count: shipments.length })}
      description={t('deliverWhy', { cash: formatPounds(cash, currency) })}
      dirty={Object.keys(chosen).length > 0}
      onClose={onClose}
      onSubmit={deliver}
      failure={failure}
      submit={t('action_deliver', { count: orders.length })}
    >
      {ids.length > 0 ? (
        <details className="stroked rounded-card p-3">
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {t('someTookPart')}
          </summary>
          <div className="grid gap-4 pt-2">
            <p className="text-ink-soft text-sm">{t('someTookPartWhy')}</p>
            {read ? null : <p role="status">{t('readingPieces')}</p>}
            {read?.map(({ id, number, orderNumber, pieces }) => (
              <fieldset key={id} className="grid gap-2">
                <legend className="mb-1 font-medium text-sm">
                  <bdi>
                    {orderNumber}/{number}
                  </bdi>
                </legend>
                <TakenPieces
                  lines={chosen[id] ?? allTaken(pieces)}
                  orderNumber={orderNumber}
                  onChange={(lines) => {
                    setFailure('');
                    setChosen((current) => ({ ...current, [id]: lines }));
                  }}
                />
              </fieldset>
            ))}
          </div>
        </details>
      ) : null}
    </FormDialog>
  );
}
