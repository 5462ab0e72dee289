import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { Constants } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder, AdminOrderLine } from '../data/read-admin-orders.ts';
import { receiveReturn } from '../data/return-calls.ts';
import {
  allReceived,
  mostReceived,
  percentOf,
  type ReceivedPart,
  withOtherCondition,
} from '../model/received-parts.ts';

const { return_condition: conditions, return_fate: fates } = Constants.public.Enums;

type ReceiveReturnProps = {
  one: Pick<AdminFullOrder['returns'][number], 'id' | 'number' | 'replacement_order_id' | 'return_lines'>;
  lines: readonly Pick<AdminOrderLine, 'id' | 'name'>[];
  onDone?: () => void;
};

/** Records a return's received pieces: their condition, whether they are restocked, and the share of their price to refund. */
export function ReceiveReturn({ one, lines, onDone }: ReceiveReturnProps) {
  const t = adminReturnsTexts();
  const { busy, change } = useChange();
  const [parts, setParts] = useState<ReceivedPart[]>(() => allReceived(one.return_lines));
  const set = (part: ReceivedPart, changed: Partial<ReceivedPart>) =>
    setParts(parts.map((other) => (other === part ? { ...part, ...changed } : other)));
  const book = async (event: FormEvent) => {
    event.preventDefault();
    if (parts.some((part) => percentOf(part) === undefined)) return;
    await change({
      run: () =>
        receiveReturn(
          one.id,
          parts.map((part) => ({
            order_line_id: part.order_line_id,
            received: part.received,
            condition: part.condition,
            fate: part.fate,
            refund_percent: percentOf(part) ?? 100,
          })),
        ),
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
      {one.return_lines.map(({ order_line_id, quantity }) => {
        const name = lines.find(({ id }) => id === order_line_id)?.name ?? '';
        const own = parts.filter((part) => part.order_line_id === order_line_id);
        return (
          <fieldset key={order_line_id} className="grid gap-3">
            <legend className="mb-1 font-medium text-sm">{name}</legend>
            {own.map((part, index) => (
              <ReceivedPartFields
                key={part.key}
                part={part}
                name={name}
                most={mostReceived(parts, part, one.return_lines)}
                givesBack={one.replacement_order_id === null}
                onChange={(changed) => set(part, changed)}
                onRemove={index === 0 ? undefined : () => setParts(parts.filter((other) => other !== part))}
              />
            ))}
            {quantity > own.length ? (
              <Button
                variant="quiet"
                size="small"
                className="justify-self-start"
                aria-label={t('otherConditionOf', { name })}
                onClick={() => setParts(withOtherCondition(parts, order_line_id))}
              >
                <Plus className="size-4" />
                {t('otherCondition')}
              </Button>
            ) : null}
          </fieldset>
        );
      })}
      <Button type="submit" size="small" busy={busy} className="justify-self-start">
        {t('receive')}
      </Button>
    </form>
  );
}

type ReceivedPartFieldsProps = {
  part: ReceivedPart;
  /** Name of the order line. */
  name: string;
  most: number;
  /** Whether money is given back for the pieces: not if others were sent for them. */
  givesBack: boolean;
  onChange: (changed: Partial<ReceivedPart>) => void;
  onRemove: (() => void) | undefined;
};

function ReceivedPartFields({ part, name, most, givesBack, onChange, onRemove }: ReceivedPartFieldsProps) {
  const t = adminReturnsTexts();
  return (
    <div className="flex flex-wrap items-start gap-3">
      <QuantityStepper
        label={t('received', { name })}
        min={0}
        max={most}
        value={part.received}
        onChange={(received) => onChange({ received })}
      />
      <ChoiceField
        label={t('condition', { name })}
        hideLabel
        value={part.condition}
        options={conditions.map((value) => ({ value, label: t(`condition_${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const condition = conditions.find((known) => known === value) ?? 'as_new';
          onChange({
            condition,
            ...(condition === 'damaged' && part.fate === 'restock' ? { fate: 'discard' as const } : {}),
          });
        }}
        className="min-w-32 flex-1 sm:max-w-48"
      />
      <ChoiceField
        label={t('fate', { name })}
        hideLabel
        value={part.fate}
        options={fates.map((value) => ({ value, label: t(`fate_${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ fate: fates.find((known) => known === value) ?? 'restock' })
        }
        className="min-w-32 flex-1 sm:max-w-48"
      />
      {givesBack ? (
        <TextField
          label={<span title={t('percentOf', { name })}>{t('percent')}</span>}
          aria-label={t('percentOf', { name })}
          inputMode="numeric"
          value={part.percent}
          onChange={({ currentTarget: { value } }) => onChange({ percent: value })}
          error={percentOf(part) === undefined ? t('percentBad') : ''}
          className="w-36"
        />
      ) : null}
      {onRemove ? (
        <Button variant="quiet" size="icon" aria-label={t('leaveOutPart', { name })} onClick={onRemove}>
          <X className="size-4" />
        </Button>
      ) : null}
    </div>
  );
}
