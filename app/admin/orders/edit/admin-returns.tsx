import { useState } from 'react';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { returnStates } from '#app/lib/database.constants.ts';
import { formatPounds } from '#app/lib/money.ts';
import { OrderPhotos } from '#app/orders/order-photos.tsx';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { AssigneeField } from '../../ui/assignment/assignee-field.tsx';
import type { AdminFullOrder, AdminOrderLine } from '../data/read-admin-orders.ts';
import { AnswerReturn } from './answer-return.tsx';
import { BeginReturn } from './begin-return.tsx';
import { CallOffReturn } from './call-off-return.tsx';
import { ExchangeOrder } from './exchange-order.tsx';
import { ReceiveReturn } from './receive-return.tsx';

type Return = AdminFullOrder['returns'][number];

const tones: Record<Return['state'], BadgeTone> = {
  requested: 'warning',
  approved: 'tint',
  on_the_way: 'tint',
  declined: 'neutral',
  received: 'success',
  closed: 'neutral',
};

/** The returns of an order, with a button for a new one. */
export function AdminReturns({ order }: { order: AdminFullOrder }) {
  const t = adminReturnsTexts();
  const [beginning, setBeginning] = useState(false);
  const { user } = useSession();
  const mayDecide = mayIn(user, order.tenant_id, 'returns.decide');
  const canBegin = order.order_lines.some(({ delivered, returned }) => delivered > returned);
  const canSwap = mayDecide && order.is_changeable && order.order_lines.some(({ size }) => size);
  if (order.returns.length === 0 && !canBegin && !canSwap) return null;
  return (
    <section aria-labelledby="order-returns" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="order-returns" className="text-heading">
          {t('returns')}
        </h2>
        <div className="flex flex-wrap gap-2">
          {mayDecide ? <ExchangeOrder order={order} /> : null}
          {canBegin ? (
            <Button variant="outline" size="small" onClick={() => setBeginning(true)}>
              {t('begin')}
            </Button>
          ) : null}
        </div>
      </div>
      <ul className="grid gap-3 empty:hidden">
        {order.returns.map((one) => (
          <OrderReturn key={one.id} one={one} lines={order.order_lines} />
        ))}
      </ul>
      {beginning ? <BeginReturn order={order} onClose={() => setBeginning(false)} /> : null}
    </section>
  );
}

/** A return: its reason, pieces and next steps. */
function OrderReturn({ one, lines }: { one: Return; lines: readonly AdminOrderLine[] }) {
  const t = adminReturnsTexts();
  const { currency } = useBrand();
  const { number, state, kind, reason, photos, requested_by, created_at, answer, return_lines } = one;
  const name = t('return', { number });
  const isReceived = one.received_at !== null || one.closed_at !== null;
  const isOpen = returnStates.some((known) => known.state === state && known.awaits_pieces);
  return (
    <li aria-label={name} className="stroked grid gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        <span className="text-ink-soft text-sm">{t(`kind_${kind}`)}</span>
      </div>
      {reason ? (
        <blockquote
          dir="auto"
          className="wrap-anywhere whitespace-pre-line border-line-strong border-s-2 ps-3"
        >
          {reason}
        </blockquote>
      ) : null}
      <OrderPhotos photos={photos} />
      <ul className="grid gap-0.5 text-sm">
        {return_lines.map((line) => (
          <li key={`${line.order_line_id} ${line.part}`}>
            <span className="font-details tabular-nums">{line.quantity} ×</span>{' '}
            {lines.find(({ id }) => id === line.order_line_id)?.name}
            {isReceived ? (
              <span className="text-ink-soft">
                {' – '}
                {[
                  t('receivedOf', { count: line.received, all: line.quantity }),
                  line.condition ? t(`condition_${line.condition}`) : '',
                  line.fate && line.received > 0 ? t(`fate_${line.fate}`) : '',
                  line.received > 0 && line.refund_percent < 100
                    ? t('percentOfPrice', { percent: line.refund_percent })
                    : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="wrap-anywhere text-ink-soft text-sm">
        {t(requested_by === 'staff' ? 'byStaff' : 'byShopper', { when: formatDateTime(created_at) })}
        {answer ? ` · ${t('answered', { answer })}` : ''}
      </p>
      {returnStates.some((known) => known.state === state && known.is_open) ? (
        <AssigneeField
          of="return"
          id={one.id}
          assignee={one.assignments?.user_id ?? null}
          className="sm:max-w-64"
        />
      ) : null}
      {state === 'requested' ? <AnswerReturn key={one.id} id={one.id} number={number} kind={kind} /> : null}
      {kind === 'exchange' && one.exchange_used > 0 ? (
        <p className="text-ink-soft text-sm">
          {t('exchangePays', { amount: formatPounds(one.exchange_used, currency) })}
        </p>
      ) : null}
      {one.allowance ? (
        <p className="wrap-anywhere text-ink-soft text-sm">
          {t('exchangeAllowed', { reason: one.allowance.exchange_allowed })}
        </p>
      ) : null}
      {isOpen ? <ReceiveReturn key={one.id} one={one} lines={lines} /> : null}
      {isOpen ? <CallOffReturn one={one} /> : null}
    </li>
  );
}
