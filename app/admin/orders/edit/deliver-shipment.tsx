import { useRef, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useRequest } from '../../ui/use-change.ts';
import { quoteDelivery } from '../data/delivery-calls.ts';
import type { AdminOrderLine, AdminShipment } from '../data/read-admin-orders.ts';
import { shipmentForm } from '../model/shipment-form.ts';
import { allTaken, countTaken, piecesTaken, type TakenLine } from '../model/taken-pieces.ts';
import { TakenPieces } from './taken-pieces.tsx';

/** The pieces that were taken, undefined for all, and the pounds that the carrier collected, undefined for their price. */
export type Taken = {
  lines: ReturnType<typeof piecesTaken>;
  cash: number | undefined;
  count: ReturnType<typeof countTaken>;
};

type DeliverShipmentProps = {
  shipment: Pick<AdminShipment, 'id' | 'number' | 'state' | 'cash_due' | 'shipment_lines'>;
  lines: readonly AdminOrderLine[];
  busy: boolean;
  onDeliver: (taken: Taken) => void;
  onClose: () => void;
};

/** Asks which pieces of a shipment were taken, and how much cash the carrier collected for them. */
export function DeliverShipment({ shipment, lines, busy, onDeliver, onClose }: DeliverShipmentProps) {
  const t = adminShipmentsTexts();
  const { currency } = useBrand();
  const { id, number, cash_due, shipment_lines } = shipment;
  const isCorrection = shipment.state === 'delivered';
  const [taken, setTaken] = useState(() =>
    allTaken(
      shipment_lines.map(({ order_line_id, quantity }) => ({
        order_line_id,
        quantity,
        name: lines.find((line) => line.id === order_line_id)?.name ?? '',
      })),
    ),
  );
  const [due, setDue] = useState(cash_due);
  const [typed, setTyped] = useState(String(cash_due));
  const [problem, setProblem] = useState('');
  const { request } = useRequest();
  const lastAsked = useRef(0);
  const count = countTaken(taken);
  const chosen = piecesTaken(taken);
  const choose = (next: TakenLine[]) => {
    setTaken(next);
    setProblem('');
    const pieces = piecesTaken(next);
    const price = (amount: number) => {
      setDue(amount);
      setTyped(String(amount));
    };
    lastAsked.current += 1;
    const asked = lastAsked.current;
    if (cash_due === 0 || pieces?.length === 0) return;
    if (!pieces) return price(cash_due);
    void request({
      run: () => quoteDelivery(id, pieces),
      onDone: (amount) => {
        if (asked === lastAsked.current) price(amount);
      },
      failed: t('shipmentNotMoved'),
    });
  };
  const deliver = () => {
    const amount = shipmentForm.shape.cash.safeParse(typed);
    if (count.taken === 0) return setProblem(t('nothingTaken'));
    if (!amount.success || amount.data === '') return setProblem(t('badAmount'));
    onDeliver({ lines: chosen, cash: Number(amount.data) === due ? undefined : Number(amount.data), count });
  };
  return (
    <FormDialog
      size="small"
      title={t(isCorrection ? 'correctTitle' : 'deliveredTitle', { number })}
      dirty={chosen !== undefined || typed !== String(due)}
      onClose={onClose}
      onSubmit={deliver}
      busy={busy}
      failure={cash_due > 0 ? '' : problem}
      submit={t('move_delivered')}
    >
      {count.sent > 1 ? (
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-medium">{t('taken')}</legend>
          <TakenPieces lines={taken} onChange={choose} />
          <p className="text-ink-soft text-sm">{t('takenHint')}</p>
        </fieldset>
      ) : null}
      {cash_due > 0 ? (
        <TextField
          label={t('cashTaken')}
          hint={t('cashTakenHint', { due: formatPounds(due, currency) })}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
        />
      ) : null}
    </FormDialog>
  );
}
