import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { adminSettlementsTexts } from '#app/i18n/texts/admin-settlements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { controlClasses } from '#app/ui/field.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { RowCheckbox } from '../../ui/list/table-parts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { settleCash } from '../data/money-calls.ts';
import { type Carrier, settlementLines, settlementSums, type TypedLine, typedLine } from './settlement.ts';

/** Amount and fee: side by side, stacked on phones. */
const amountClasses = 'grid w-24 gap-1.5 md:w-60 md:grid-cols-2';

type SettleFormProps = {
  carrier: Carrier;
  /** Ids of preselected shipments. */
  chosen: readonly string[];
};

/** Form that settles the cash of a carrier's shipments. */
export function SettleForm({ carrier: { name, shipments }, chosen: chosenFirst }: SettleFormProps) {
  const t = adminSettlementsTexts();
  const { currency } = useBrand();
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(chosenFirst));
  const [typed, setTyped] = useState<Record<string, TypedLine>>({});
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change: run } = useChange();
  useDirtyForm(reference !== '' || Object.keys(typed).length > 0);
  const chosen = shipments.filter(({ id }) => ids.has(id));
  const lines = settlementLines(chosen, typed);
  const sums = settlementSums(lines ?? []);
  const money = (piastres: number) => formatMoney(piastres, currency);
  const summary = lines?.length
    ? t('chosen', {
        count: lines.length,
        amount: money(sums.amount),
        fee: money(sums.fee),
        paid: money(Math.max(0, sums.amount - sums.fee)),
      })
    : t(lines ? 'nothingChosen' : 'badAmount');
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  const settle = async (event: FormEvent) => {
    event.preventDefault();
    if (!lines) return setProblem(t('badAmount'));
    setProblem('');
    const carrier = chosen[0]?.carrier ?? 'manual';
    await run({
      run: () => settleCash({ carrier, carrier_name: name, reference: reference.trim(), lines }),
      done: t('settled', { amount: money(sums.amount) }),
      onDone: () => {
        setIds(new Set());
        setTyped({});
        setReference('');
      },
      failed: t('notSettled'),
      onFailure: setProblem,
    });
  };
  return (
    <form
      onSubmit={(event) => void settle(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Table caption={t('shipments')}>
        <thead>
          <tr>
            <HeadCell className="w-0">
              <RowCheckbox
                label={t('all')}
                checked={chosen.length === shipments.length}
                indeterminate={chosen.length > 0}
                onToggle={({ currentTarget: { checked } }) =>
                  setIds(new Set(checked ? shipments.map(({ id }) => id) : []))
                }
              />
            </HeadCell>
            <HeadCell>{t('order')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('delivered')}</HeadCell>
            <HeadCell className="text-end max-md:hidden">{t('collected')}</HeadCell>
            <HeadCell>
              <span className={amountClasses}>
                <span>{t('amount')}</span>
                <span>{t('fee')}</span>
              </span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {shipments.map((shipment) => {
            const { id, number, delivered_at, carrier_owes, orders: order } = shipment;
            const line = typed[id] ?? typedLine(shipment);
            const change = (part: Partial<TypedLine>) => {
              setTyped({ ...typed, [id]: { ...line, ...part } });
              setIds(new Set([...ids, id]));
            };
            return (
              <tr key={id}>
                <Cell className="w-0">
                  <RowCheckbox
                    label={t('choose', { number, order: order.number })}
                    checked={ids.has(id)}
                    onToggle={() => toggle(id)}
                  />
                </Cell>
                <Cell>
                  <Link
                    to={`${href('/admin/orders')}?order=${order.id}`}
                    className="whitespace-nowrap font-details font-semibold text-link underline max-md:text-sm"
                  >
                    {order.number}
                  </Link>
                  <span className="block text-ink-soft text-xs">
                    <bdi>{order.customer_name}</bdi> · {t('shipment', { number })}
                  </span>
                  <span className="block text-xs md:hidden">{formatPounds(carrier_owes, currency)}</span>
                </Cell>
                <Cell className="whitespace-nowrap max-md:hidden">
                  {delivered_at ? formatDateTime(delivered_at) : '–'}
                </Cell>
                <Cell className="whitespace-nowrap text-end font-details tabular-nums max-md:hidden">
                  {formatPounds(carrier_owes, currency)}
                </Cell>
                <Cell>
                  <div className={amountClasses}>
                    <AmountInput
                      label={t('amountOf', { order: order.number })}
                      value={line.amount}
                      onChange={(amount) => change({ amount })}
                    />
                    <AmountInput
                      label={t('feeOf', { order: order.number })}
                      value={line.fee}
                      onChange={(fee) => change({ fee })}
                    />
                  </div>
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <p role="status" className="font-semibold">
        {summary}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('reference')}
          hint={t('referenceHint')}
          maxLength={200}
          optional
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          error={problem}
          className="min-w-60 max-w-md flex-1"
        />
        <Button type="submit" busy={busy} disabled={lines?.length === 0}>
          {lines?.length === 0 ? t('settleChosen') : t('settle', { amount: money(sums.amount) })}
        </Button>
      </div>
    </form>
  );
}

type AmountInputProps = { label: string; value: string; onChange: (typed: string) => void };

function AmountInput({ label, value, onChange }: AmountInputProps) {
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={`${controlClasses} text-end font-details tabular-nums`}
    />
  );
}
