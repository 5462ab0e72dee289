import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { adminTransfersTexts } from '#app/i18n/texts/admin-transfers.ts';
import { toPiastres } from '#app/lib/money.ts';
import { OrderPhotos } from '#app/orders/order-photos.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AssigneeField } from '../../ui/assignment/assignee-field.tsx';
import type { Colleague } from '../../ui/assignment/assignment-calls.ts';
import { amountText } from '../../ui/edit/field-schemas.ts';
import { useChange } from '../../ui/use-change.ts';
import { bookTransfer, rejectTransfer } from '../data/money-calls.ts';
import { owedOf, proofOf } from './awaited-transfers.ts';
import type { AwaitedTransfer } from './read-transfers.ts';

const amountRule = amountText(() => '', { least: 0.01, most: 1_000_000, optional: false });

/** An order that awaits a transfer: amount due, proof, and a form for what staff found on the account. */
export function CheckTransfer({
  order,
  colleagues,
}: {
  order: AwaitedTransfer;
  colleagues: readonly Colleague[];
}) {
  const t = adminTransfersTexts();
  const { currency } = useBrand();
  const owed = owedOf(order);
  const proof = proofOf(order);
  const [amount, setAmount] = useState((owed / 100).toFixed(2));
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  // An amount above what is owed, which staff were asked to confirm.
  const [asked, setAsked] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const { busyWith, change } = useChange<'book' | 'refuse'>();
  const { number } = order;

  const decide = (key: 'book' | 'refuse', run: () => Promise<void>, done: string) => {
    setProblem('');
    void change({ key, run, done, failed: t('notDone'), onFailure: setProblem });
  };
  const book = (event: FormEvent) => {
    event.preventDefault();
    const parsed = amountRule.safeParse(amount);
    if (!parsed.success) return setProblem(t('badAmount'));
    const pounds = Number(parsed.data);
    const more = toPiastres(pounds) > owed;
    if (more && asked !== pounds) return setAsked(pounds);
    const transfer = { amount: pounds, reference: reference.trim(), more };
    decide('book', () => bookTransfer(order.id, transfer), t('booked', { number }));
  };
  const refuse = () => {
    if (!proof) return;
    if (reason.trim() === '') return setProblem(t('reasonMissing'));
    decide('refuse', () => rejectTransfer(proof.id, reason.trim()), t('rejected', { number }));
  };
  return (
    <li className="stroked grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <Link
            to={`${href('/admin/orders')}?order=${order.id}`}
            className="font-details font-semibold text-link underline"
          >
            {number}
          </Link>{' '}
          <bdi className="text-ink-soft">{order.customer_name}</bdi>
        </p>
        <p className="font-details font-semibold tabular-nums">{formatMoney(owed, currency)}</p>
      </div>
      <AssigneeField
        of="order"
        id={order.id}
        assignee={order.assignments?.user_id ?? null}
        colleagues={colleagues}
        className="sm:max-w-64"
      />
      {order.received > 0 ? (
        <p className="text-sm">
          {t('receivedBefore', { amount: formatMoney(Math.round(order.received * 100), currency) })}
        </p>
      ) : null}
      {proof ? (
        <div className="grid gap-1">
          <p className="text-ink-soft text-sm">
            {t('proofSent', { date: formatDateTime(proof.created_at) })}
          </p>
          {proof.note ? (
            <p dir="auto" className="wrap-anywhere">
              {proof.note}
            </p>
          ) : null}
          <OrderPhotos photos={proof.photos} />
        </div>
      ) : (
        <p className="text-ink-soft text-sm">{t('noProof')}</p>
      )}
      <form onSubmit={book} noValidate className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('amount', { number })}
          inputMode="decimal"
          value={amount}
          onChange={({ currentTarget }) => {
            setAmount(currentTarget.value);
            setAsked(null);
          }}
          className="w-40"
        />
        <TextField
          label={t('reference', { number })}
          optional
          maxLength={200}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
          className="min-w-48 flex-1"
        />
        <Button type="submit" busy={busyWith === 'book'}>
          {t(asked === null ? 'book' : 'bookMore')}
        </Button>
      </form>
      {asked === null ? null : (
        <p role="alert" className="rounded-card bg-warning-tint p-3 text-sm text-warning-text">
          {t('more', {
            owed: formatMoney(owed, currency),
            more: formatMoney(toPiastres(asked) - owed, currency),
          })}
        </p>
      )}
      {proof ? (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('reason', { number })}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            className="min-w-48 flex-1"
          />
          <Button variant="outline" busy={busyWith === 'refuse'} onClick={refuse}>
            {t('refuse')}
          </Button>
        </div>
      ) : null}
      {problem ? (
        <p role="alert" className="font-medium text-danger-text">
          {problem}
        </p>
      ) : null}
    </li>
  );
}
