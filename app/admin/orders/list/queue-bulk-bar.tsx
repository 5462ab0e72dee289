import { Printer } from 'lucide-react';
import { useState } from 'react';
import { href, useNavigate, useSearchParams } from 'react-router';
import { may } from '#app/auth/model.ts';
import { isAllStores, mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { Button, buttonClasses, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { AssignMenu } from '../../ui/assignment/assign-menu.tsx';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import type { SelectedRows } from '../../ui/list/data-table.tsx';
import { pageInOffice } from '../../ui/office-stores.ts';
import { useStoreCounts } from '../../ui/store-counts.ts';
import { StoreMark } from '../../ui/store-mark.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Delivery } from '../data/delivery-calls.ts';
import type { AdminOrderRow } from '../data/read-admin-orders.ts';
import { ordersFor, runQueueAction } from '../data/run-queue-action.ts';
import { orderAddress } from '../model/order-filter.ts';
import {
  actionCapabilities,
  type BulkOutcome,
  type OrderQueue,
  outcomesOf,
  type QueueAction,
  queueActions,
} from '../model/queues.ts';
import type { ShipmentFields } from '../model/shipment-form.ts';
import { owesCash } from '../model/shipments.ts';
import { TagMenu } from '../tags/tag-menu.tsx';
import { useUndoHandOver } from '../use-undo-hand-over.ts';
import { CarrierActions } from './carrier-actions.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { RefusedOrders } from './refused-orders.tsx';

/** Actions that need confirmation, because customers are notified or they cannot be undone. */
const questions = {
  hand_over: ['handOverQuestion', 'handOverWhy'],
  come_back: ['comeBackQuestion', 'comeBackWhy'],
  restock: ['restockQuestion', 'restockWhy'],
  credit: ['creditQuestion', 'creditWhy'],
  transfer: ['transferQuestion', 'transferWhy'],
} as const;

type Question = keyof typeof questions;
const isQuestion = (action: QueueAction): action is Question => action in questions;

/** Sheets to print for a queue's work. */
const sheets = {
  to_print: ['pick'],
  to_pack: ['pick', 'slip'],
  to_hand_over: ['slip', 'label'],
} as const;
const sheetLabels = { pick: 'pickList', slip: 'packingSlips', label: 'labels' } as const;
const sheetsOf = (queue: OrderQueue) =>
  queue === 'to_print' || queue === 'to_pack' || queue === 'to_hand_over' ? sheets[queue] : [];

/** Address of the settlement of the cash that carriers owe for orders of one store. */
function settlementOf(orders: readonly AdminOrderRow[]): string {
  const shipments = orders.flatMap((order) => order.shipments.filter(owesCash));
  return `${href('/admin/orders/settlements')}?shipments=${shipments.map(({ id }) => id).join(',')}`;
}

/** What an action's dialog asked for. */
type ActionDetails = { shipment: ShipmentFields; carrier: string; deliveries: readonly Delivery[] };

type QueueBulkBarProps = { queue: OrderQueue; selected: SelectedRows<AdminOrderRow> };

/** The actions of a queue for the selected orders, and their sheets. */
export function QueueBulkBar({ queue, selected: { rows, clear, keep } }: QueueBulkBarProps) {
  const t = adminShipmentsTexts();
  const { busy, busyWith, change } = useChange<QueueAction>();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [asked, setAsked] = useState<QueueAction | null>(null);
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);
  const undoHandOver = useUndoHandOver();
  const storeCounts = useStoreCounts();
  const { user } = useSession();
  const seesContact = may(user, 'customers.see_contact');
  const tAdmin = adminTexts();
  const tenants = [...new Set(rows.map(({ tenant_id }) => tenant_id))];
  const onlyTenant = tenants.length === 1 ? tenants[0] : undefined;
  const mayRun = (action: QueueAction) => (order: AdminOrderRow) =>
    mayIn(user, order.tenant_id, actionCapabilities[action]);
  /** The rows that an action applies to, of the stores where the person may run it. */
  const rowsFor = (action: QueueAction) => ordersFor(action, rows.filter(mayRun(action)));

  const showOutcomes = (answers: BulkOutcome[]) => {
    const refused = answers.filter(({ why }) => why);
    keep(refused.map(({ orderId }) => orderId));
    if (refused.length > 0) setOutcomes(answers);
  };
  const run = (
    action: QueueAction,
    { shipment = {}, carrier = '', deliveries = [] }: Partial<ActionDetails> = {},
  ) => {
    setAsked(null);
    return change({
      key: action,
      run: async () => {
        const allowed = rows.filter(mayRun(action));
        const refused = rows.filter((order) => !allowed.includes(order));
        const outcomes = await runQueueAction(action, allowed, {
          shipment,
          carrier,
          deliveries,
          nothing: t('nothingToDo'),
        });
        return [...outcomes, ...outcomesOf(refused, [], tAdmin('notAllowedInStore'))];
      },
      done: (answers) =>
        answers.some(({ why }) => why)
          ? undefined
          : {
              title: t(`done_${action}`, { count: answers.length }),
              description: storeCounts(rows),
              ...undoHandOver(answers.flatMap(({ handedOver }) => handedOver)),
            },
      onDone: showOutcomes,
      failed: t('bulkFailed'),
    });
  };
  const choose = (action: QueueAction) => {
    if (action === 'settle') {
      return void navigate(settlementOf(rows));
    }
    const hasDialog = ['pack', 'pack_and_hand_over', 'change_carrier', 'deliver'].includes(action);
    if (hasDialog || isQuestion(action)) return setAsked(action);
    void run(action);
  };
  const actions = queueActions[queue].filter(
    (action) => rows.some(mayRun(action)) && !(isAllStores() && action === 'settle'),
  );
  const ids = rows.map(({ id }) => id).join(',');
  return (
    <>
      <BulkBar
        selected={rows.length}
        progress={busy ? t('working', { count: rows.length }) : undefined}
        busy={busy}
        onClear={clear}
      >
        {isAllStores() && queue === 'cash_outstanding'
          ? tenants
              .filter((tenantId) => mayIn(user, tenantId, actionCapabilities.settle))
              .map((tenantId) => (
                <a
                  key={tenantId}
                  href={pageInOffice(
                    tenantId,
                    settlementOf(rows.filter(({ tenant_id }) => tenant_id === tenantId)),
                  )}
                  className={buttonClasses('outline', 'small')}
                >
                  {t('action_settle')}
                  <StoreMark tenantId={tenantId} />
                </a>
              ))
          : null}
        {actions.map((action, index) => (
          <Button
            key={action}
            size="small"
            variant={index === 0 ? 'primary' : 'outline'}
            busy={busyWith === action}
            disabled={busy && busyWith !== action}
            onClick={() => choose(action)}
          >
            {t(`action_${action}`, { count: rowsFor(action).length })}
          </Button>
        ))}
        {queue === 'to_hand_over' ? (
          <CarrierActions tenantId={onlyTenant} orders={rows} onOutcomes={showOutcomes} />
        ) : null}
        <AssignMenu of="order" ids={rows.map(({ id }) => id)} disabled={busy} onDone={clear} />
        <TagMenu orders={rows} disabled={busy} onDone={clear} />
        {(seesContact ? sheetsOf(queue) : []).map((kind) => (
          <LinkButton
            key={kind}
            to={`${orderAddress(query, ids)}&print=${kind}`}
            variant="quiet"
            size="small"
          >
            <Printer className="size-4" />
            {t(sheetLabels[kind])}
          </LinkButton>
        ))}
      </BulkBar>
      {asked === 'pack' || asked === 'pack_and_hand_over' ? (
        <PackDialog
          orderIds={rowsFor(asked).map(({ id }) => id)}
          tenantId={onlyTenant}
          handsOver={asked === 'pack_and_hand_over'}
          onPack={(shipment, carrier) => void run(asked, { shipment, carrier })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'change_carrier' ? (
        <CarrierDialog
          count={rowsFor(asked).length}
          onChange={(name) => void run(asked, { shipment: { carrier_name: name } })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'deliver' ? (
        <DeliverDialog
          orders={rowsFor(asked)}
          onDeliver={(deliveries) => void run(asked, { deliveries })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked && isQuestion(asked) ? (
        <ActionQuestion
          action={asked}
          orders={rowsFor(asked)}
          onClose={() => setAsked(null)}
          onRun={() => void run(asked)}
        />
      ) : null}
      {outcomes ? (
        <RefusedOrders
          outcomes={outcomes}
          undo={undoHandOver(outcomes.flatMap(({ handedOver }) => handedOver)).action}
          onClose={() => setOutcomes(null)}
        />
      ) : null}
    </>
  );
}

type ActionQuestionProps = {
  action: Question;
  orders: AdminOrderRow[];
  onClose: () => void;
  onRun: () => void;
};

function ActionQuestion({ action, orders, onClose, onRun }: ActionQuestionProps) {
  const t = adminShipmentsTexts();
  const [title, why] = questions[action];
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t(title, { count: orders.length })}
      description={t(why)}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={onRun}>{t(`action_${action}`, { count: orders.length })}</Button>
        </>
      }
    />
  );
}
