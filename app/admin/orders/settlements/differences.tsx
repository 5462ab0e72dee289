import { useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { PartDialog } from './part-dialog.tsx';
import { resolveDifference, type StatementDifference } from './statement-calls.ts';

/** Differences in carriers' statements, to be settled by staff. */
export function Differences({ differences }: { differences: readonly StatementDifference[] }) {
  const t = adminStatementsTexts();
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby="differences" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="differences" className="text-lg">
        {t('differences')}
      </h2>
      <ul className="grid gap-3">
        {differences.map((difference) => (
          <DifferenceItem key={difference.id} difference={difference} />
        ))}
      </ul>
    </section>
  );
}

function DifferenceItem({ difference }: { difference: StatementDifference }) {
  const t = adminStatementsTexts();
  const { currency } = useBrand();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const [takingPart, setTakingPart] = useState(false);
  const { busy, change } = useChange();
  const {
    id,
    kind,
    tracking_number,
    stated,
    expected,
    pieces,
    created_at,
    settlements,
    shipments: shipment,
  } = difference;
  const money = (pounds: number | null) => (pounds === null ? '–' : formatPounds(pounds, currency));
  const canCorrect =
    (kind === 'short' || kind === 'more') &&
    shipment !== null &&
    stated !== null &&
    !shipment.staff_facts?.settled_at;
  const canBePart =
    (kind === 'short' || kind === 'not_delivered') &&
    shipment !== null &&
    stated !== null &&
    !shipment.staff_facts?.settled_at;
  const resolve = async (accept: boolean) => {
    if (note.trim() === '') return setProblem(t('noteMissing'));
    setProblem('');
    await change({
      run: () => resolveDifference(id, note.trim(), accept),
      done: t('resolved'),
      failed: t('notResolved'),
      onFailure: setProblem,
    });
  };
  return (
    <li className="stroked grid gap-3 rounded-card bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="danger">{t(`kind_${kind}`)}</Badge>
        {shipment ? (
          <Link
            to={`${href('/admin/orders')}?order=${shipment.orders.id}`}
            className="font-details font-semibold text-link underline"
          >
            {shipment.orders.number} / {shipment.number}
          </Link>
        ) : null}
        <bdi className="font-details text-sm">{tracking_number}</bdi>
        <span className="text-sm">{t('differs', { stated: money(stated), expected: money(expected) })}</span>
        {pieces === null ? null : <span className="text-sm">{t('piecesStated', { count: pieces })}</span>}
        <span className="text-ink-soft text-xs">
          <bdi>{settlements.carrier_name || settlements.carrier}</bdi> · <bdi>{settlements.reference}</bdi> ·{' '}
          {formatDateTime(created_at)}
        </span>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('note')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          error={problem}
          className="min-w-60 flex-1"
        />
        {canCorrect ? (
          <Button variant="outline" size="small" busy={busy} onClick={() => void resolve(true)}>
            {t(kind === 'short' ? 'carrierOwes' : 'correct', {
              amount: money(stated),
              rest: money((expected ?? 0) - (stated ?? 0)),
            })}
          </Button>
        ) : null}
        {canBePart ? (
          <Button variant="outline" size="small" disabled={busy} onClick={() => setTakingPart(true)}>
            {t('tookPart')}
          </Button>
        ) : null}
        <Button variant="quiet" size="small" busy={busy} onClick={() => void resolve(false)}>
          {t('resolve')}
        </Button>
      </div>
      {takingPart && shipment ? (
        <PartDialog
          difference={id}
          shipment={shipment}
          stated={money(stated)}
          note={note.trim()}
          onClose={() => setTakingPart(false)}
        />
      ) : null}
    </li>
  );
}
