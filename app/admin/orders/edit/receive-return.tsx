import { type FormEvent, useState } from 'react';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { Constants } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder, AdminOrderLine } from '../data/read-admin-orders.ts';
import { type Received, receiveReturn } from '../data/return-calls.ts';

const { return_condition: conditions, return_fate: fates } = Constants.public.Enums;

type ReceiveReturnProps = {
  one: Pick<AdminFullOrder['returns'][number], 'id' | 'number' | 'return_lines'>;
  lines: readonly Pick<AdminOrderLine, 'id' | 'name'>[];
  onDone?: () => void;
};

/** Books the pieces received for a return, their condition, and what happens to them. */
export function ReceiveReturn({ one, lines, onDone }: ReceiveReturnProps) {
  const t = adminReturnsTexts();
  const { busy, change } = useChange();
  const [received, setReceived] = useState<Received[]>(() =>
    one.return_lines.map(({ order_line_id, quantity }) => ({
      order_line_id,
      received: quantity,
      condition: 'as_new',
      fate: 'restock',
    })),
  );
  const set = (lineId: string, changed: Partial<Received>) =>
    setReceived((current) =>
      current.map((line) => (line.order_line_id === lineId ? { ...line, ...changed } : line)),
    );
  const book = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: () => receiveReturn(one.id, received),
      done: t('receivedToast', { number: one.number }),
      ...(onDone && { onDone }),
      failed: t('notReceived'),
    });
  };
  return (
    <form
      aria-label={t('receive')}
      onSubmit={(event) => void book(event)}
      className="grid gap-3 border-t pt-3"
    >
      <p className="text-ink-soft text-sm">{t('receiveWhy')}</p>
      {received.map((line) => {
        const name = lines.find(({ id }) => id === line.order_line_id)?.name ?? '';
        const asked = one.return_lines.find(({ order_line_id }) => order_line_id === line.order_line_id);
        return (
          <fieldset key={line.order_line_id} className="grid gap-2">
            <legend className="mb-1 font-medium text-sm">{name}</legend>
            <div className="flex flex-wrap items-end gap-3">
              <QuantityStepper
                label={t('received', { name })}
                min={0}
                max={asked?.quantity ?? 0}
                value={line.received}
                onChange={(count) => set(line.order_line_id, { received: count })}
              />
              <ChoiceField
                label={t('condition', { name })}
                hideLabel
                value={line.condition}
                options={conditions.map((value) => ({ value, label: t(`condition_${value}`) }))}
                onChange={({ currentTarget: { value } }) => {
                  const condition = conditions.find((known) => known === value) ?? 'as_new';
                  set(line.order_line_id, {
                    condition,
                    ...(condition === 'damaged' && line.fate === 'restock' ? { fate: 'discard' } : {}),
                  });
                }}
                className="min-w-32 flex-1 sm:max-w-48"
              />
              <ChoiceField
                label={t('fate', { name })}
                hideLabel
                value={line.fate}
                options={fates.map((value) => ({ value, label: t(`fate_${value}`) }))}
                onChange={({ currentTarget: { value } }) =>
                  set(line.order_line_id, { fate: fates.find((known) => known === value) ?? 'restock' })
                }
                className="min-w-32 flex-1 sm:max-w-48"
              />
            </div>
          </fieldset>
        );
      })}
      <Button type="submit" size="small" busy={busy} className="justify-self-start">
        {t('receive')}
      </Button>
    </form>
  );
}
