import { orderStatuses } from '#app/lib/database.constants.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';

type OrderEvent = AdminFullOrder['order_events'][number];
type Shipment = AdminFullOrder['shipments'][number];
type Return = AdminFullOrder['returns'][number];
type Refund = AdminFullOrder['refunds'][number];
type Edit = AdminFullOrder['order_edits'][number];
type Message = AdminFullOrder['order_notifications'][number];
type Call = AdminFullOrder['order_calls'][number];

/** An event in an order's history; `at` is an ISO time. */
export type Happening = { key: string; at: string } & (
  | { of: 'order'; event: OrderEvent }
  | { of: 'shipment'; shipment: Shipment; event: Shipment['shipment_events'][number] }
  | { of: 'return'; one: Return; step: 'requested' | 'decided' | 'received' }
  | { of: 'refund'; refund: Refund; step: 'due' | 'sent' }
  | { of: 'message'; message: Message }
  | { of: 'call'; call: Call }
  | { of: 'edit'; edit: Edit; step: 'proposed' | 'decided' | 'applied' }
);

type Recorded = Pick<AdminFullOrder, 'order_events' | 'shipments' | 'returns' | 'refunds' | 'order_edits'> &
  Partial<Pick<AdminFullOrder, 'order_notifications' | 'order_calls'>>;

/** The statuses that come before shipments and returns, which have their own events. */
const stages: readonly (string | null)[] = [
  null,
  'awaiting_payment',
  ...orderStatuses.filter(({ is_set_by_people }) => is_set_by_people).map(({ status }) => status),
];

/** Returns whether an order's event only repeats an event of its shipments or returns. */
function isShownElsewhere({ from_status, to_status, note }: OrderEvent, returns: readonly Return[]): boolean {
  if (!stages.includes(from_status) || !stages.includes(to_status)) return true;
  return note !== '' && returns.some(({ reason, answer }) => note === reason || note === answer);
}

/** Returns the events of an order, its shipments, returns, refunds, edits and calls, latest first, each once. */
export function historyOf(order: Recorded): Happening[] {
  const ownEvents = order.order_events.filter((event) => !isShownElsewhere(event, order.returns));
  const happenings: Happening[] = [
    ...ownEvents.map((event) => ({
      key: event.id,
      at: event.created_at,
      of: 'order' as const,
      event,
    })),
    ...order.shipments.flatMap((shipment) =>
      shipment.shipment_events.map((event) => ({
        key: event.id,
        at: event.happened_at,
        of: 'shipment' as const,
        shipment,
        event,
      })),
    ),
    ...order.returns.flatMap((one) => [
      {
        key: `${one.id} requested`,
        at: one.created_at,
        of: 'return' as const,
        one,
        step: 'requested' as const,
      },
      ...timed(one.decided_at, (at) => ({
        key: `${one.id} decided`,
        at,
        of: 'return' as const,
        one,
        step: 'decided' as const,
      })),
      ...timed(one.received_at, (at) => ({
        key: `${one.id} received`,
        at,
        of: 'return' as const,
        one,
        step: 'received' as const,
      })),
    ]),
    ...order.refunds.flatMap((refund) => [
      { key: `${refund.id} due`, at: refund.created_at, of: 'refund' as const, refund, step: 'due' as const },
      ...timed(refund.sent_at, (at) => ({
        key: `${refund.id} sent`,
        at,
        of: 'refund' as const,
        refund,
        step: 'sent' as const,
      })),
    ]),
    ...order.order_edits.flatMap((edit) => editSteps(edit)),
    ...(order.order_notifications ?? []).map((message) => ({
      key: message.id,
      at: message.created_at,
      of: 'message' as const,
      message,
    })),
    ...(order.order_calls ?? []).map((call) => ({
      key: call.id,
      at: call.called_at,
      of: 'call' as const,
      call,
    })),
  ];
  return happenings.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const timed = <Step>(at: string | null, step: (at: string) => Step): Step[] =>
  at === null ? [] : [step(at)];

/** An edit that was applied immediately has a single step. */
function editSteps(edit: Edit): Happening[] {
  const base = { of: 'edit' as const, edit };
  const applied = timed(edit.applied_at, (at) => ({
    ...base,
    key: `${edit.id} applied`,
    at,
    step: 'applied' as const,
  }));
  const wasProposed = edit.state !== 'applied' || edit.applied_at !== edit.created_at;
  return [
    ...(wasProposed
      ? [{ ...base, key: `${edit.id} proposed`, at: edit.created_at, step: 'proposed' as const }]
      : []),
    ...(edit.state === 'declined' || edit.state === 'withdrawn'
      ? timed(edit.decided_at, (at) => ({ ...base, key: `${edit.id} decided`, at, step: 'decided' as const }))
      : []),
    ...applied,
  ];
}
