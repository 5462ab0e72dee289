import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { withdrawEdit } from '../data/return-calls.ts';
import { AgreedByTelephone } from '../pay-links/agreed-by-telephone.tsx';
import { ChangeOrder } from './change-order.tsx';

type Edit = AdminFullOrder['order_edits'][number];

const tones: Record<Edit['state'], BadgeTone> = {
  proposed: 'warning',
  accepted: 'success',
  applied: 'success',
  declined: 'neutral',
  withdrawn: 'neutral',
};

/** Changes to an order since it was placed, with a button for another one. */
export function OrderEdits({ order }: { order: AdminFullOrder }) {
  const t = adminReturnsTexts();
  const [changing, setChanging] = useState(false);
  const { is_changeable: canChange } = order;
  if (order.order_edits.length === 0 && !canChange) return null;
  return (
    <section aria-labelledby="order-edits" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="order-edits" className="text-heading">
          {t('edits')}
        </h2>
        {canChange ? (
          <Button variant="outline" size="small" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-3 empty:hidden">
        {order.order_edits.map((edit) => (
          <OrderEdit key={edit.id} edit={edit} order={order} />
        ))}
      </ul>
      {changing ? <ChangeOrder order={order} onClose={() => setChanging(false)} /> : null}
    </section>
  );
}

/** An edit: its changes, its price difference, and whose approval it needs. */
function OrderEdit({ edit, order }: { edit: Edit; order: AdminFullOrder }) {
  const t = adminReturnsTexts();
  const tLinks = adminPayLinksTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const { number, state, next_states: nextStates, difference, reason, changes } = edit;
  const nameOf = (lineId: string) => order.order_lines.find(({ id }) => id === lineId)?.name ?? '';
  const added = order.order_lines.filter(({ edit_id }) => edit_id === edit.id);
  const parts = [
    ...(changes.remove ?? []).map((line) =>
      t('removes', { count: line.quantity, name: nameOf(line.order_line_id) }),
    ),
    ...(added.length > 0 ? added : (changes.add ?? [])).map(({ quantity, name }) =>
      t('adds', { count: quantity, name: name ?? '' }),
    ),
    ...(changes.address ? [t('newAddress')] : []),
    ...(changes.shipping_method ? [t('methodName', { method: changes.shipping_method })] : []),
    ...(changes.slot_date ? [t('newSlot', { day: formatDate(changes.slot_date) })] : []),
    ...(changes.note ? [t('newNote', { note: changes.note })] : []),
  ];
  const takeBack = () =>
    change({ run: () => withdrawEdit(edit.id), done: t('withdrawn', { number }), failed: t('notWithdrawn') });
  return (
    <li aria-label={t('edit', { number })} className="stroked grid gap-2 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{t('edit', { number })}</h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        <span className="text-ink-soft text-sm">
          {difference === 0
            ? t('costsSame')
            : t(difference > 0 ? 'costsMore' : 'costsLess', {
                amount: formatPounds(Math.abs(difference), currency),
              })}
        </span>
        {nextStates.includes('withdrawn') ? (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() => void takeBack()}
            className="ms-auto"
          >
            {t('withdraw')}
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-0.5 text-sm">
        {parts.map((part) => (
          <li key={part} className="wrap-anywhere">
            {part}
          </li>
        ))}
      </ul>
      {reason ? <p className="wrap-anywhere text-ink-soft text-sm">{reason}</p> : null}
      {edit.facts?.agreed_how ? (
        <p className="wrap-anywhere text-ink-soft text-sm">
          {tLinks('agreedHow', {
            how: edit.facts.agreed_how,
            name: edit.facts.agreed_with,
            time: formatDateTime(edit.facts.agreed_at ?? ''),
          })}
        </p>
      ) : null}
      {nextStates.includes('withdrawn') ? <AgreedByTelephone editId={edit.id} /> : null}
    </li>
  );
}
