import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { TakenLine } from '../model/taken-pieces.ts';

type TakenPiecesProps = {
  lines: readonly TakenLine[];
  /** The order's number, where pieces of several orders are asked for. */
  orderNumber?: string;
  onChange: (lines: TakenLine[]) => void;
};

/** Asks how many pieces of each line of a shipment the customer took. */
export function TakenPieces({ lines, orderNumber, onChange }: TakenPiecesProps) {
  const t = adminShipmentsTexts();
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.order_line_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="min-w-40 flex-1">{line.name}</span>
          <span className="flex items-center gap-2">
            <QuantityStepper
              label={
                orderNumber
                  ? t('takenOfOrder', { number: orderNumber, name: line.name })
                  : t('takenOf', { name: line.name })
              }
              min={0}
              max={line.quantity}
              value={line.taken}
              onChange={(taken) => onChange(lines.map((one) => (one === line ? { ...one, taken } : one)))}
            />
            <span className="text-ink-soft text-sm">{t('takenCount', { count: line.quantity })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
