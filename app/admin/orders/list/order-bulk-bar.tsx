import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import adminOrdersMessages from '#app/i18n/messages/en/admin-orders.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { BulkBar } from '../../kit/list/bulk-bar.tsx';
import { type Movable, type MoveOutcome, moveOrder, moveOrders, movesOf } from '../data/move-orders.ts';
import { orderAddress } from '../model/order-filter.ts';

type Status = Enums<'order_status'>;

type OrderBulkBarProps = {
  orders: Movable[];
  moves: ReadonlyMap<Status, readonly Status[]>;
  onClear: () => void;
};

/** Bulk actions for the selected orders. */
export function OrderBulkBar({ orders, moves, onClear }: OrderBulkBarProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const [done, setDone] = useState<number | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [outcome, setOutcome] = useState<{ status: Status; outcomes: MoveOutcome[] } | null>(null);
  const available = movesOf(orders, moves);
  const ids = orders.map(({ id }) => id).join(',');

  const move = async (status: Status) => {
    setIsAsking(false);
    setDone(0);
    const movableIds = new Set(available.find((one) => one.status === status)?.orders.map(({ id }) => id));
    const outcomes = await moveOrders(
      orders,
      async (order) => {
        if (movableIds.has(order.id)) return moveOrder(order.id, status);
        if (order.status === 'awaiting_payment' && status === 'confirmed') throw new Error(t('paymentFirst'));
        const [from, to] = [tOrders(`status_${order.status}`), tOrders(`status_${status}`)];
        throw new Error(t('cannotMove', { from: from.toLowerCase(), to: to.toLowerCase() }));
      },
      setDone,
    );
    await revalidate();
    setDone(null);
    setOutcome({ status, outcomes });
  };

  const cancellable = available.find(({ status }) => status === 'cancelled')?.orders.length ?? 0;
  return (
    <>
      <BulkBar
        selected={orders.length}
        progress={done === null ? undefined : t('moving', { done, count: orders.length })}
        busy={done !== null}
        onClear={onClear}
      >
        {available.map(({ status, orders: movable }) => (
          <Button
            key={status}
            size="small"
            variant={status === 'cancelled' ? 'quiet' : 'outline'}
            disabled={done !== null}
            onClick={() => (status === 'cancelled' ? setIsAsking(true) : void move(status))}
          >
            {t('moveThem', {
              status: status === 'cancelled' ? t('cancel') : tOrders(`status_${status}`),
              count: movable.length,
            })}
          </Button>
        ))}
        <LinkButton to={`${orderAddress(query, ids)}&print=slip`} variant="quiet" size="small">
          <Printer className="size-4" />
          {t('packingSlips')}
        </LinkButton>
        <LinkButton to={`${orderAddress(query, ids)}&print=invoice`} variant="quiet" size="small">
          <Printer className="size-4" />
          {t('invoices')}
        </LinkButton>
      </BulkBar>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        size="small"
        title={t('cancelThem', { count: cancellable })}
        description={t('cancelThemWhy')}
        actions={
          <>
            <Button variant="quiet" onClick={() => setIsAsking(false)}>
              {t('keepOrders')}
            </Button>
            <Button variant="destructive" onClick={() => void move('cancelled')}>
              {t('cancelOrders', { count: cancellable })}
            </Button>
          </>
        }
      />
      <BulkOutcome
        outcome={outcome}
        onClose={() => {
          setOutcome(null);
          onClear();
        }}
      />
    </>
  );
}

type BulkOutcomeProps = {
  outcome: { status: Status; outcomes: MoveOutcome[] } | null;
  onClose: () => void;
};

/** Result of a bulk status change per order, failures first. */
function BulkOutcome({ outcome, onClose }: BulkOutcomeProps) {
  const t = useTranslations('admin-orders', adminOrdersMessages);
  const tOrders = useTranslations('orders', ordersMessages);
  if (!outcome) return null;
  const { outcomes } = outcome;
  const moved = outcomes.filter(({ why }) => !why).length;
  const status = tOrders(`status_${outcome.status}`).toLowerCase();
  const count = outcomes.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={moved === count ? t('movedAll', { count, status }) : t('movedSome', { moved, count, status })}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Table caption={t('outcome')}>
        <thead>
          <tr>
            <HeadCell>{t('number')}</HeadCell>
            <HeadCell>{t('outcome')}</HeadCell>
            <HeadCell>{t('whyLeft')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {outcomes
            .toSorted((a, b) => Number(b.why !== '') - Number(a.why !== ''))
            .map(({ number, why }) => (
              <tr key={number}>
                <Cell className="whitespace-nowrap font-details">{number}</Cell>
                <Cell>
                  <Badge tone={why ? 'warning' : 'success'}>
                    {why ? t('outcomeLeft') : t('outcomeMoved')}
                  </Badge>
                </Cell>
                <Cell>{why}</Cell>
              </tr>
            ))}
        </tbody>
      </Table>
    </Dialog>
  );
}
