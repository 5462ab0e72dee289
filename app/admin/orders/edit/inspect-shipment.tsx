import { type FormEvent, useState } from 'react';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminOrderLine, AdminShipment } from '../data/read-admin-orders.ts';
import { type InspectedLine, inspectShipment } from '../data/shipment-calls.ts';
import { allRestocked } from '../model/shipments.ts';

const fates = ['discarded', 'sent_again'] as const;
const labels = { discarded: 'discarded', sent_again: 'sentAgain' } as const;
const pieces = ({ restocked, discarded, sent_again }: InspectedLine) => restocked + discarded + sent_again;

type InspectShipmentProps = {
  shipment: Pick<AdminShipment, 'id' | 'shipment_lines'>;
  lines: readonly Pick<AdminOrderLine, 'id' | 'name'>[];
  onDone?: () => void;
};

/** Books what happens to the pieces of a shipment that came back; by default they return to stock. */
export function InspectShipment({ shipment, lines, onDone }: InspectShipmentProps) {
  const t = adminShipmentsTexts();
  const [inspected, setInspected] = useState<InspectedLine[]>(() => allRestocked(shipment.shipment_lines));
  const { busy, change } = useChange();
  const set = (line: InspectedLine, fate: (typeof fates)[number], count: number) => {
    const changed = { ...line, [fate]: count };
    const restocked = pieces(line) - changed.discarded - changed.sent_again;
    setInspected(inspected.map((one) => (one === line ? { ...changed, restocked } : one)));
  };
  const book = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: () => inspectShipment(shipment.id, inspected),
      done: t('inspected'),
      ...(onDone && { onDone }),
      failed: t('notInspected'),
    });
  };
  return (
    <form
      aria-label={t('inspect')}
      onSubmit={(event) => void book(event)}
      className="grid gap-3 border-t pt-3"
    >
      <p className="text-ink-soft text-sm">{t('inspectWhy')}</p>
      {inspected.map((line) => {
        const name = lines.find(({ id }) => id === line.order_line_id)?.name ?? '';
        return (
          <fieldset key={line.order_line_id} className="grid gap-2">
            <legend className="mb-1 font-medium text-sm">
              {pieces(line)} × {name}
            </legend>
            <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
              {fates.map((fate) => (
                <div key={fate} className="grid gap-1">
                  <span aria-hidden="true" className="text-ink-soft text-sm">
                    {t(labels[fate])}
                  </span>
                  <QuantityStepper
                    label={t('fateOf', { fate: t(labels[fate]), name })}
                    min={0}
                    max={line.restocked + line[fate]}
                    value={line[fate]}
                    onChange={(count) => set(line, fate, count)}
                  />
                </div>
              ))}
              <p role="status" className="min-h-11 content-center text-sm">
                {t('restocked', { count: line.restocked })}
              </p>
            </div>
          </fieldset>
        );
      })}
      <Button type="submit" size="small" busy={busy} className="justify-self-start">
        {t('inspect')}
      </Button>
    </form>
  );
}
