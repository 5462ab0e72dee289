// Generated from the migrated database by scripts/database-types.ts; do not edit.
import type { Tables } from './database.types.ts';

/** What somebody may do in a store (docs/product.md, Rights): pages and the server ask for one by name, as the database does. */
export type Capability =
  | 'approvals.see'
  | 'content.change'
  | 'content.see'
  | 'costs.see'
  | 'customers.answer'
  | 'customers.change'
  | 'customers.see'
  | 'customers.see_across'
  | 'customers.see_contact'
  | 'log.see'
  | 'log.undo'
  | 'money.give_credit'
  | 'money.refund'
  | 'money.see'
  | 'money.see_settlements'
  | 'money.settle_cash'
  | 'money.take_payments'
  | 'notifications.change'
  | 'notifications.see'
  | 'offers.change'
  | 'offers.see'
  | 'operations.see'
  | 'orders.cancel'
  | 'orders.change'
  | 'orders.discount'
  | 'orders.pack'
  | 'orders.place'
  | 'orders.print'
  | 'orders.see'
  | 'orders.see_prints'
  | 'people.manage'
  | 'people.see'
  | 'personal_data.erase'
  | 'personal_data.export'
  | 'pickups.see'
  | 'products.change'
  | 'products.price'
  | 'products.see'
  | 'reports.see'
  | 'returns.decide'
  | 'sales.see'
  | 'settings.delivery'
  | 'settings.money'
  | 'settings.open_store'
  | 'settings.see'
  | 'settings.store'
  | 'stock.count';

export const orderStatuses: readonly Tables<'order_statuses'>[] = [
  { status: 'awaiting_payment', step: null, is_set_by_people: false, is_void: false, is_complete: false, is_awaited: true },
  { status: 'pending', step: null, is_set_by_people: true, is_void: false, is_complete: false, is_awaited: true },
  { status: 'confirmed', step: 1, is_set_by_people: true, is_void: false, is_complete: false, is_awaited: true },
  { status: 'in_production', step: 2, is_set_by_people: true, is_void: false, is_complete: false, is_awaited: true },
  { status: 'partly_sent', step: null, is_set_by_people: false, is_void: false, is_complete: false, is_awaited: true },
  { status: 'shipped', step: 3, is_set_by_people: false, is_void: false, is_complete: false, is_awaited: true },
  { status: 'partly_delivered', step: null, is_set_by_people: false, is_void: false, is_complete: false, is_awaited: false },
  { status: 'delivered', step: 4, is_set_by_people: false, is_void: false, is_complete: true, is_awaited: false },
  { status: 'returned_to_sender', step: null, is_set_by_people: false, is_void: true, is_complete: true, is_awaited: false },
  { status: 'return_requested', step: null, is_set_by_people: false, is_void: false, is_complete: false, is_awaited: false },
  { status: 'partly_returned', step: null, is_set_by_people: false, is_void: false, is_complete: true, is_awaited: false },
  { status: 'returned', step: null, is_set_by_people: false, is_void: true, is_complete: true, is_awaited: false },
  { status: 'cancelled', step: null, is_set_by_people: true, is_void: true, is_complete: true, is_awaited: false },
];

export const orderStatusTransitions: readonly Tables<'order_status_transitions'>[] = [
  { from_status: 'awaiting_payment', to_status: 'confirmed', by_shopper: false, by_staff: true, needs_payment: true, takes_back: false, capability: 'orders.change' },
  { from_status: 'awaiting_payment', to_status: 'cancelled', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.cancel' },
  { from_status: 'pending', to_status: 'confirmed', by_shopper: false, by_staff: true, needs_payment: true, takes_back: false, capability: 'orders.change' },
  { from_status: 'pending', to_status: 'cancelled', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.cancel' },
  { from_status: 'confirmed', to_status: 'pending', by_shopper: false, by_staff: false, needs_payment: false, takes_back: true, capability: 'orders.change' },
  { from_status: 'confirmed', to_status: 'in_production', by_shopper: false, by_staff: true, needs_payment: true, takes_back: false, capability: 'orders.change' },
  { from_status: 'confirmed', to_status: 'cancelled', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.cancel' },
  { from_status: 'in_production', to_status: 'confirmed', by_shopper: false, by_staff: false, needs_payment: false, takes_back: true, capability: 'orders.change' },
  { from_status: 'in_production', to_status: 'shipped', by_shopper: false, by_staff: true, needs_payment: true, takes_back: false, capability: 'orders.pack' },
  { from_status: 'in_production', to_status: 'cancelled', by_shopper: false, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.cancel' },
  { from_status: 'partly_sent', to_status: 'shipped', by_shopper: false, by_staff: true, needs_payment: true, takes_back: false, capability: 'orders.pack' },
  { from_status: 'shipped', to_status: 'in_production', by_shopper: false, by_staff: false, needs_payment: false, takes_back: true, capability: 'orders.pack' },
  { from_status: 'shipped', to_status: 'delivered', by_shopper: false, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.pack' },
  { from_status: 'partly_delivered', to_status: 'delivered', by_shopper: false, by_staff: true, needs_payment: false, takes_back: false, capability: 'orders.pack' },
  { from_status: 'partly_delivered', to_status: 'return_requested', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'returns.decide' },
  { from_status: 'delivered', to_status: 'return_requested', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'returns.decide' },
  { from_status: 'return_requested', to_status: 'delivered', by_shopper: false, by_staff: true, needs_payment: false, takes_back: false, capability: 'returns.decide' },
  { from_status: 'return_requested', to_status: 'returned', by_shopper: false, by_staff: true, needs_payment: false, takes_back: false, capability: 'returns.decide' },
  { from_status: 'partly_returned', to_status: 'return_requested', by_shopper: true, by_staff: true, needs_payment: false, takes_back: false, capability: 'returns.decide' },
];

export const refundStates: readonly Tables<'refund_states'>[] = [
  { state: 'due', is_open: true, waits_for_staff: true },
  { state: 'sending', is_open: true, waits_for_staff: false },
  { state: 'sent', is_open: false, waits_for_staff: false },
  { state: 'failed', is_open: true, waits_for_staff: true },
];

export const shipmentStates: readonly Tables<'shipment_states'>[] = [
  { state: 'packed', is_under_way: false, is_outbound: false, is_over: false, is_going_back: false, is_void: false },
  { state: 'handed_over', is_under_way: true, is_outbound: true, is_over: false, is_going_back: false, is_void: false },
  { state: 'in_transit', is_under_way: true, is_outbound: true, is_over: false, is_going_back: false, is_void: false },
  { state: 'out_for_delivery', is_under_way: true, is_outbound: true, is_over: false, is_going_back: false, is_void: false },
  { state: 'attempt_failed', is_under_way: true, is_outbound: true, is_over: false, is_going_back: false, is_void: false },
  { state: 'delivered', is_under_way: false, is_outbound: false, is_over: true, is_going_back: false, is_void: false },
  { state: 'returning', is_under_way: true, is_outbound: false, is_over: false, is_going_back: true, is_void: false },
  { state: 'returned_to_sender', is_under_way: false, is_outbound: false, is_over: true, is_going_back: true, is_void: true },
  { state: 'lost', is_under_way: false, is_outbound: false, is_over: true, is_going_back: false, is_void: true },
  { state: 'cancelled', is_under_way: false, is_outbound: false, is_over: true, is_going_back: false, is_void: true },
];

export const shipmentStateTransitions: readonly Tables<'shipment_state_transitions'>[] = [
  { from_state: 'packed', to_state: 'handed_over', takes_back: false },
  { from_state: 'packed', to_state: 'cancelled', takes_back: false },
  { from_state: 'handed_over', to_state: 'packed', takes_back: true },
  { from_state: 'handed_over', to_state: 'in_transit', takes_back: false },
  { from_state: 'handed_over', to_state: 'out_for_delivery', takes_back: false },
  { from_state: 'handed_over', to_state: 'attempt_failed', takes_back: false },
  { from_state: 'handed_over', to_state: 'delivered', takes_back: false },
  { from_state: 'handed_over', to_state: 'returning', takes_back: false },
  { from_state: 'handed_over', to_state: 'returned_to_sender', takes_back: false },
  { from_state: 'handed_over', to_state: 'lost', takes_back: false },
  { from_state: 'in_transit', to_state: 'out_for_delivery', takes_back: false },
  { from_state: 'in_transit', to_state: 'attempt_failed', takes_back: false },
  { from_state: 'in_transit', to_state: 'delivered', takes_back: false },
  { from_state: 'in_transit', to_state: 'returning', takes_back: false },
  { from_state: 'in_transit', to_state: 'returned_to_sender', takes_back: false },
  { from_state: 'in_transit', to_state: 'lost', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'in_transit', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'attempt_failed', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'delivered', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'returning', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'returned_to_sender', takes_back: false },
  { from_state: 'out_for_delivery', to_state: 'lost', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'in_transit', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'out_for_delivery', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'attempt_failed', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'delivered', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'returning', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'returned_to_sender', takes_back: false },
  { from_state: 'attempt_failed', to_state: 'lost', takes_back: false },
  { from_state: 'returning', to_state: 'returned_to_sender', takes_back: false },
  { from_state: 'returning', to_state: 'lost', takes_back: false },
];

export const returnStates: readonly Tables<'return_states'>[] = [
  { state: 'requested', is_open: true, awaits_pieces: false },
  { state: 'approved', is_open: true, awaits_pieces: true },
  { state: 'declined', is_open: false, awaits_pieces: false },
  { state: 'on_the_way', is_open: true, awaits_pieces: true },
  { state: 'received', is_open: false, awaits_pieces: false },
  { state: 'closed', is_open: false, awaits_pieces: false },
];
