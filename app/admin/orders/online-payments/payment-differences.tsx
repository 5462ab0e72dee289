import { useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminOnlinePaymentsTexts } from '#app/i18n/texts/admin-online-payments.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type PaymentDifference, providerName, resolvePaymentDifference } from './payment-report-calls.ts';

/** Differences between providers and the ledger, to be settled by staff. */
export function PaymentDifferences({ differences }: { differences: readonly PaymentDifference[] }) {
  const t = adminOnlinePaymentsTexts();
  return (
    <ul aria-label={t('differences')} className="grid gap-3">
      {differences.map((difference) => (
        <DifferenceItem key={difference.id} difference={difference} />
      ))}
    </ul>
  );
}

function DifferenceItem({ difference }: { difference: PaymentDifference }) {
  const t = adminOnlinePaymentsTexts();
  const brand = useBrand();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  const { id, kind, provider, transaction_id, stated, expected, currency, created_at, orders } = difference;
  const money = (pounds: number | null) =>
    pounds === null ? '–' : formatPounds(pounds, currency || brand.currency);
  const resolve = async () => {
    if (note.trim() === '') return setProblem(t('noteMissing'));
    setProblem('');
    await change({
      run: () => resolvePaymentDifference(id, note.trim()),
      done: t('resolved'),
      failed: t('notResolved'),
      onFailure: setProblem,
    });
  };
  return (
    <li className="stroked grid gap-3 rounded-card bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="danger">{t(`kind_${kind}`)}</Badge>
        {orders ? (
          <Link
            to={`${href('/admin/orders')}?order=${orders.id}`}
            className="font-details font-semibold text-link underline"
          >
            {orders.number}
          </Link>
        ) : null}
        <span className="text-sm">{t('differs', { stated: money(stated), expected: money(expected) })}</span>
        <span className="wrap-anywhere text-ink-soft text-xs">
          <bdi>{providerName(provider)}</bdi> · <bdi>{transaction_id}</bdi> · {formatDateTime(created_at)}
        </span>
      </p>
      <p className="text-ink-soft text-sm">{t(`why_${kind}`)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('note')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={problem}
          className="min-w-60 flex-1"
        />
        <Button variant="quiet" size="small" busy={busy} onClick={() => void resolve()}>
          {t('resolve')}
        </Button>
      </div>
    </li>
  );
}
