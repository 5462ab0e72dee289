import { useState } from 'react';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatMoney } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { formatPounds } from '#app/lib/money.ts';
import { isVoid } from '#app/orders/payment-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { balanceOf, OPENING_NOTE } from '../model/balance.ts';
import { GiveGoodwill } from './give-goodwill.tsx';
import { GiveRefund } from './give-refund.tsx';
import { HeldPayments } from './held-payments.tsx';
import { OrderRefund } from './order-refund.tsx';

type AdminMoneyProps = { order: AdminFullOrder; names: Record<string, string> };

/** The money of an order: its balance in words, its refunds, and the ledger. */
export function AdminMoney({ order, names }: AdminMoneyProps) {
  const t = adminMoneyTexts();
  const { user } = useSession();
  const [giving, setGiving] = useState<'refund' | 'goodwill' | null>(null);
  return (
    <section aria-labelledby="order-money" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="order-money" className="text-heading">
          {t('money')}
        </h2>
        {order.charged > 0 ? (
          <div className="flex flex-wrap gap-2">
            {may(user, 'money.refund') ? (
              <Button variant="outline" size="small" onClick={() => setGiving('goodwill')}>
                {t('giveGoodwill')}
              </Button>
            ) : null}
            <Button variant="outline" size="small" onClick={() => setGiving('refund')}>
              {t('give')}
            </Button>
          </div>
        ) : null}
      </div>
      <BalanceWords order={order} />
      <HeldPayments order={order} />
      {order.refunds.length > 0 ? (
        <ul aria-label={t('refunds')} className="grid gap-3">
          {order.refunds.map((refund) => (
            <OrderRefund key={refund.id} refund={refund} order={order} />
          ))}
        </ul>
      ) : null}
      <Ledger order={order} names={names} />
      {giving === 'refund' ? <GiveRefund order={order} onClose={() => setGiving(null)} /> : null}
      {giving === 'goodwill' ? <GiveGoodwill order={order} onClose={() => setGiving(null)} /> : null}
    </section>
  );
}

function BalanceWords({ order }: { order: AdminFullOrder }) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  const { cost, paid, owes, owedBack, atCarrier } = balanceOf(order);
  const money = (piastres: number) => formatMoney(piastres, currency);
  return (
    <p>
      {[
        `${t('cost', { amount: money(cost) })}.`,
        paid > 0 ? t('paid', { amount: money(paid) }) : cost > 0 ? t('paidNothing') : '',
        atCarrier > 0 ? t('atCarrier', { amount: money(atCarrier) }) : '',
        owes > 0 && !isVoid(order.status) ? t('owes', { amount: money(owes) }) : '',
        owedBack > 0 ? t('owedBack', { amount: money(owedBack) }) : '',
        owes === 0 && owedBack === 0 && atCarrier === 0 ? t('even') : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

/** Returns the text key of a ledger entry. */
function kindOf({ kind, amount }: AdminFullOrder['payment_entries'][number], index: number) {
  if (kind === 'given_back' && amount < 0) return 'kind_given_back_undone' as const;
  if (kind !== 'charged' || index === 0) return `kind_${kind}` as const;
  return amount < 0 ? ('kind_charged_less' as const) : ('kind_charged_more' as const);
}

/** An order's ledger entries, oldest first. */
function Ledger({ order, names }: AdminMoneyProps) {
  const t = adminMoneyTexts();
  const { currency } = useBrand();
  if (order.payment_entries.length === 0) return null;
  return (
    <Table caption={t('ledger')}>
      <thead>
        <tr>
          <HeadCell>{t('entry')}</HeadCell>
          <HeadCell className="text-end">{t('amount')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {order.payment_entries.map((entry, index) => {
          const shipment = order.shipments.find(({ id }) => id === entry.shipment_id);
          const details = [
            shipment ? t('shipment', { number: shipment.number }) : '',
            entry.reference ? t('referenceLine', { reference: entry.reference }) : '',
            entry.note === OPENING_NOTE ? t('opening') : entry.note,
            formatDateTime(entry.created_at),
            entry.actor_id && names[entry.actor_id] ? t('by', { name: names[entry.actor_id] ?? '' }) : '',
          ];
          return (
            <tr key={entry.id}>
              <Cell>
                {t(kindOf(entry, index))}
                <span className="wrap-anywhere block text-ink-soft text-xs">
                  {details.filter(Boolean).join(' · ')}
                </span>
              </Cell>
              <Cell className="whitespace-nowrap text-end font-details tabular-nums">
                {formatPounds(entry.amount, currency)}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
