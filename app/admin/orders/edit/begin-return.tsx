import { useState } from 'react';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { requestReturn } from '../data/return-calls.ts';
import { useReturnable } from '../data/use-returnable.ts';

/** Exchanges for another size are a new order by the customer, with its own delivery. */
const kinds = ['return', 'replacement'] as const;

type BeginReturnProps = { order: AdminFullOrder; onClose: () => void };

/** Requests a return for a customer who called or wrote. */
export function BeginReturn({ order, onClose }: BeginReturnProps) {
  const t = adminReturnsTexts();
  const { returnable, problem: unread } = useReturnable(order.id);
  const lines = order.order_lines.filter(({ id }) => returnable?.[id]);
  const [chosenCounts, setChosenCounts] = useState<Record<string, number>>({});
  const countOf = (id: string) => chosenCounts[id] ?? returnable?.[id] ?? 0;
  const [kind, setKind] = useState<(typeof kinds)[number]>('return');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const begin = async () => {
    const chosen = lines
      .map(({ id }) => ({ order_line_id: id, quantity: countOf(id) }))
      .filter(({ quantity }) => quantity > 0);
    if (chosen.length === 0) return setProblem(t('piecesMissing'));
    if (reason.trim() === '' || reason.length > 2000) return setProblem(t('reasonMissing'));
    await change({
      run: () => requestReturn(order.id, { reason, kind, lines: chosen }),
      done: t('begun'),
      failed: t('notBegun'),
      onDone: onClose,
      onFailure: setProblem,
    });
  };
  return (
    <FormDialog
      title={t('begin')}
      description={t('beginWhy')}
      dirty={reason !== ''}
      onClose={onClose}
      onSubmit={begin}
      busy={busy}
      submit={t('begin')}
    >
      <ul className="grid gap-2" aria-busy={!returnable && !unread}>
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere">{line.name}</span>
            <QuantityStepper
              label={t('piecesOf', { name: line.name })}
              min={0}
              max={returnable?.[line.id] ?? 0}
              value={countOf(line.id)}
              onChange={(count) => setChosenCounts({ ...chosenCounts, [line.id]: count })}
            />
          </li>
        ))}
      </ul>
      {returnable && lines.length === 0 ? <p>{t('nothingToReturn')}</p> : null}
      <RadioGroup
        legend={t('kind')}
        name="return-kind"
        layout="chips"
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      <TextareaField
        label={t('reason')}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problem || unread}
      />
    </FormDialog>
  );
}
