import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { AssignMenu } from '../../ui/assignment/assign-menu.tsx';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { useStoreCounts } from '../../ui/store-counts.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import {
  changeOrderStatuses,
  mailedStatuses,
  type OrderInStatus,
  type StatusOutcome,
  transitionsOf,
} from '../data/change-order-status.ts';
import { orderAddress } from '../model/order-filter.ts';
import { takenBackTo } from '../model/status-transitions.ts';
import { InvoicesButton } from '../print/invoices-button.tsx';
import { type TaggedRow, TagMenu } from '../tags/tag-menu.tsx';

type Status = Enums<'order_status'>;

type OrderBulkBarProps = {
  orders: (OrderInStatus & TaggedRow)[];
  onClear: () => void;
};

/** Bulk actions for the selected orders. */
export function OrderBulkBar({ orders, onClear }: OrderBulkBarProps) {
  const t = adminOrdersTexts();
  const statusName = useStatusName();
  const { busy, change } = useChange();
  const [query] = useSearchParams();
  const seesContact = may(useSession().user, 'customers.see_contact');
  const [asked, setAsked] = useState<Status | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const available = transitionsOf(orders);
  const ids = orders.map(({ id }) => id).join(',');

  /** Returns why an order is left out of a status change. */
  const unmovable = (order: OrderInStatus, status: Status) => {
    if (order.status === 'awaiting_payment' && status === 'confirmed') return t('paymentFirst');
    const [from, to] = [statusName(order.status), statusName(status)];
    return t('cannotMove', { from: from.toLowerCase(), to: to.toLowerCase() });
  };
  const moved = async (moving: readonly OrderInStatus[], status: Status): Promise<StatusOutcome[]> => {
    const reasons = await changeOrderStatuses(
      moving.map(({ id }) => id),
      status,
    );
    return moving.map((order) => ({ ...order, why: reasons.get(order.id) ?? '' }));
  };
  const move = async (status: Status) => {
    setAsked(null);
    const movable = available.find((one) => one.status === status)?.orders ?? [];
    await change({
      run: () => moved(movable, status),
      onDone: (outcomes) => {
        const whyOf = new Map(outcomes.map(({ id, why }) => [id, why]));
        setOutcome({
          status,
          outcomes: orders.map((order) => ({
            ...order,
            why: whyOf.get(order.id) ?? unmovable(order, status),
          })),
          undoable: movable.filter(
            (order) => whyOf.get(order.id) === '' && takenBackTo(status) === order.status,
          ),
        });
      },
    });
  };
  const undo = async ({ undoable }: Outcome) => {
    setOutcome(null);
    const before = undoable[0]?.status;
    if (!before) return;
    await change({
      run: () => moved(undoable, before),
      done: (outcomes) => {
        const problem = outcomes.find(({ why }) => why)?.why;
        return {
          title: t('undone', { count: outcomes.filter(({ why }) => !why).length }),
          ...(problem && { description: problem, variant: 'destructive' }),
        };
      },
    });
  };

  const movable = available.find(({ status }) => status === asked)?.orders.length ?? 0;
  return (
    <>
      <BulkBar selected={orders.length} busy={busy} onClear={onClear}>
        {available.map(({ status, orders: movable }) => (
          <Button
            key={status}
            size="small"
            variant={status === 'cancelled' ? 'quiet' : 'outline'}
            disabled={busy}
            onClick={() => (mailedStatuses.includes(status) ? setAsked(status) : void move(status))}
          >
            {t('moveThem', {
              status: status === 'cancelled' ? t('cancel') : statusName(status),
              count: movable.length,
            })}
          </Button>
        ))}
        <AssignMenu of="order" ids={orders.map(({ id }) => id)} disabled={busy} onDone={onClear} />
        <TagMenu orders={orders} disabled={busy} onDone={onClear} />
        {seesContact ? (
          <LinkButton to={`${orderAddress(query, ids)}&print=slip`} variant="quiet" size="small">
            <Printer className="size-4" />
            {t('packingSlips')}
          </LinkButton>
        ) : null}
        <InvoicesButton orderIds={orders.map(({ id }) => id)} variant="quiet">
          {t('invoices')}
        </InvoicesButton>
      </BulkBar>
      <MoveQuestion
        status={asked}
        count={movable}
        canUndo={asked !== null && takenBackTo(asked) !== undefined}
        onClose={() => setAsked(null)}
        onMove={move}
      />
      <BulkOutcome
        outcome={outcome}
        onUndo={undo}
        onClose={() => {
          setOutcome(null);
          onClear();
        }}
      />
    </>
  );
}

type MoveQuestionProps = {
  /** The new status; null while the dialog is closed. */
  status: Status | null;
  count: number;
  canUndo: boolean;
  onClose: () => void;
  onMove: (status: Status) => Promise<void>;
};

/** Asks before a status change that emails customers. */
function MoveQuestion({ status, count, canUndo, onClose, onMove }: MoveQuestionProps) {
  const t = adminOrdersTexts();
  const statusName = useStatusName();
  if (!status) return null;
  const cancels = status === 'cancelled';
  const name = statusName(status);
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={cancels ? t('cancelThem', { count }) : t('moveMany', { status: name, count })}
      description={[
        t('moveManyMails', { count }),
        cancels ? t('cancelThemWhy') : t(canUndo ? 'moveManyHeld' : 'moveManyFinal'),
      ].join(' ')}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {cancels ? t('keepOrders') : t('cancel')}
          </Button>
          <Button variant={cancels ? 'destructive' : 'primary'} onClick={() => void onMove(status)}>
            {cancels ? t('cancelOrders', { count }) : t('moveThem', { status: name, count })}
          </Button>
        </>
      }
    />
  );
}

type Outcome = {
  status: Status;
  outcomes: StatusOutcome[];
  /** The changed orders with their previous status, if undo is possible. */
  undoable: OrderInStatus[];
};

type BulkOutcomeProps = {
  outcome: Outcome | null;
  onUndo: (outcome: Outcome) => Promise<void>;
  onClose: () => void;
};

/** Result of a bulk status change per order, failures first. */
function BulkOutcome({ outcome, onUndo, onClose }: BulkOutcomeProps) {
  const t = adminOrdersTexts();
  const statusName = useStatusName();
  const storeCounts = useStoreCounts();
  if (!outcome) return null;
  const { outcomes } = outcome;
  const done = outcomes.filter(({ why }) => !why);
  const moved = done.length;
  const status = statusName(outcome.status).toLowerCase();
  const count = outcomes.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={moved === count ? t('movedAll', { count, status }) : t('movedSome', { moved, count, status })}
      description={storeCounts(done)}
      actions={
        <>
          {outcome.undoable.length > 0 ? (
            <Button variant="outline" onClick={() => void onUndo(outcome)}>
              {t('undoMove')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
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
            .map(({ id, tenant_id, number, why }) => (
              <tr key={id}>
                <Cell className="whitespace-nowrap font-details">
                  {number}
                  {isAllStores() ? (
                    <StoreMark tenantId={tenant_id} className="flex font-sans text-sm" />
                  ) : null}
                </Cell>
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
