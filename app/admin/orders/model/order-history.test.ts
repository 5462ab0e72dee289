import { expect, it } from 'vitest';
import { historyOf } from './order-history.ts';

type Recorded = Parameters<typeof historyOf>[0];
type OrderEvent = Recorded['order_events'][number];

const at = (minute: number) => `2026-03-05T12:${String(minute).padStart(2, '0')}:00Z`;
const event = (id: string, minute: number, more: Partial<OrderEvent>) =>
  ({
    id,
    created_at: at(minute),
    actor: 'staff',
    made: null,
    from_status: null,
    to_status: null,
    note: '',
    pieces: null,
    is_internal: false,
    remark: null,
    ...more,
  }) satisfies OrderEvent;
const nothing: Recorded = { order_events: [], shipments: [], returns: [], refunds: [], order_edits: [] };
const keysOf = (order: Partial<Recorded>) => historyOf({ ...nothing, ...order }).map(({ key }) => key);

it('the history of an order merges its own events with those of its shipments, latest first', () => {
  const shipment = {
    number: 1,
    shipment_events: [
      { id: 'packed', state: 'packed', happened_at: at(2) },
      { id: 'handed over', state: 'handed_over', happened_at: at(4) },
    ],
  } as Partial<Recorded['shipments'][number]> as Recorded['shipments'][number];
  const order_events = [
    event('placed', 0, { to_status: 'pending' }),
    event('confirmed', 1, { from_status: 'pending', to_status: 'confirmed' }),
    event('note', 3, { note: 'Call first' }),
  ];
  expect(keysOf({ order_events, shipments: [shipment] })).toEqual([
    'handed over',
    'note',
    'packed',
    'confirmed',
    'placed',
  ]);
});

it('status changes caused by shipments and returns appear once, as theirs', () => {
  const one = {
    id: 'r',
    created_at: at(2),
    reason: 'Torn',
    answer: 'Send it back',
    decided_at: at(3),
    received_at: null,
  } as Partial<Recorded['returns'][number]> as Recorded['returns'][number];
  const order_events = [
    event('shipped', 1, { from_status: 'confirmed', to_status: 'shipped' }),
    event('reported', 2, { from_status: 'delivered', to_status: 'return_requested', note: 'Torn' }),
    event('answered', 3, { note: 'Send it back' }),
    event('open again', 4, { from_status: 'shipped', to_status: 'confirmed' }),
    event('cancelled', 5, { from_status: 'confirmed', to_status: 'cancelled' }),
  ];
  expect(keysOf({ order_events, returns: [one] })).toEqual(['cancelled', 'r decided', 'r requested']);
});

it('an edit applied immediately appears once, a proposed one twice', () => {
  const edit = (id: string, more: Partial<Recorded['order_edits'][number]>) =>
    ({ id, created_at: at(1), applied_at: null, decided_at: null, ...more }) as Partial<
      Recorded['order_edits'][number]
    > as Recorded['order_edits'][number];
  expect(keysOf({ order_edits: [edit('now', { state: 'applied', applied_at: at(1) })] })).toEqual([
    'now applied',
  ]);
  expect(keysOf({ order_edits: [edit('later', { state: 'applied', applied_at: at(3) })] })).toEqual([
    'later applied',
    'later proposed',
  ]);
  expect(keysOf({ order_edits: [edit('no', { state: 'declined', decided_at: at(2) })] })).toEqual([
    'no decided',
    'no proposed',
  ]);
});

it('the calls about an order are in its history', () => {
  const call = {
    id: 'call',
    outcome: 'no_answer',
    called_by: null,
    called_at: at(2),
    next_at: at(9),
    note: '',
  } as const;
  const order_events = [
    event('placed', 0, { to_status: 'pending' }),
    event('note', 3, { note: 'Call first' }),
  ];
  expect(keysOf({ order_events, order_calls: [call] })).toEqual(['note', 'call', 'placed']);
});
