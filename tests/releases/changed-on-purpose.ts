/** What migrations since the last release change in rows on purpose: the tests of updates compare everything else. Begin anew with each release. */

/** Columns in which a migration changes rows, as `orders.note`, and why. */
export const changedOnPurpose: Record<string, string> = Object.fromEntries([
  ...['created_at', 'id', 'keys', 'one_way', 'tenant_id', 'updated_at', 'version', 'words'].map((column) => [
    `search_synonyms.${column}`,
    'all stores get the words of colors',
  ]),
  ...['carrier_bookings', 'order_messages', 'stock_alerts', 'opening_alerts'].flatMap((table) =>
    ['attempts', 'due_at'].map((column) => [`${table}.${column}`, 'a job of private.jobs has them']),
  ),
  ['returns.reason', 'an exchange for another size is named by its kind'],
  ['refunds.looked_at', 'a job of private.jobs has it'],
  ['invoices.buyer', 'its address is masked; invoice_addresses has it in full'],
  ['order_edits.changes', 'the address in it is masked; order_edit_addresses has it in full'],
  ...['after', 'before', 'entity'].map((column) => [
    `audit_log.${column}`,
    'addresses are masked, or entries of their own for who may see them',
  ]),
]);
/** How many rows a migration adds to tables of the release on purpose, and why. */
export const addedOnPurpose: Record<string, { rows: number; why: string }> = {
  search_synonyms: { rows: 8, why: 'all stores get the words of colors' },
  file_removals: { rows: 8, why: 'what waits to be sent becomes jobs as well' },
};
/** Tables that a migration renames, and how. */
export const renamedTables: Record<string, string> = {
  order_messages: 'order_notifications',
  message_opt_outs: 'notification_opt_outs',
};
/** Values that a migration renames, with the columns that have them, by their names in the release. */
export const renamedValues: { from: string; to: string; columns: string[] }[] = [
  {
    from: 'came_back',
    to: 'returned_to_sender',
    columns: [
      ...['orders.queues', 'shipments.state', 'shipment_events.state', 'order_messages.kind'],
      'staff_settings.message_kinds',
    ],
  },
  { from: 'with_courier', to: 'with_carrier', columns: ['orders.payment_status'] },
  {
    from: 'refused',
    to: 'returned_to_sender',
    columns: ['orders.status', 'order_events.from_status', 'order_events.to_status'],
  },
  { from: 'refused', to: 'rejected', columns: ['transfers.state', 'order_events.remark'] },
];
/** Tables whose rows a migration moves into another, and into which. */
export const movedOnPurpose: Record<string, string> = { file_removals: 'private.jobs' };
/** Columns that a migration renames or moves into another table on purpose, and where each value is now. */
const columnsMovedOnPurpose: Record<string, string> = {
  'orders.address': 'order_addresses.address',
  'orders.placed_by': 'order_staff_facts.placed_by',
  'orders.manual_discount_reason': 'order_staff_facts.manual_discount_reason',
  'orders.cash_overruled': 'order_staff_facts.cash_overruled',
  'orders.idempotency_key': 'private.order_keys.idempotency_key',
  'orders.document_hash': 'private.order_keys.document_hash',
  'conversations.answered_at': 'conversation_staff_facts.answered_at',
  'conversations.search_text': 'conversation_staff_facts.search_text',
  'conversations.unread_by_staff': 'conversation_staff_facts.unread_by_staff',
  'order_edits.decided_by': 'order_edit_staff_facts.decided_by',
  'order_edits.proposed_by': 'order_edit_staff_facts.proposed_by',
  'order_events.actor_id': 'order_event_actors.actor_id',
  'orders.at_courier': 'orders.at_carrier',
  'order_lines.refused': 'order_lines.returned_to_sender',
  'order_messages.papers': 'order_notifications.documents',
  'payments.came_amount': 'payments.received_amount',
  'payments.came_back': 'payments.returned_amount',
  'point_entries.actor_id': 'point_entry_actors.actor_id',
  'profiles.phone': 'profile_phones.phone',
  'profiles.search_text': 'profile_staff_facts.search_text',
  'refunds.attempt': 'refund_staff_facts.attempt',
  'refunds.created_by': 'refund_staff_facts.created_by',
  'shipment_events.actor_id': 'shipment_event_actors.actor_id',
  'shipments.came_back_at': 'shipments.returned_to_sender_at',
  'shipments.courier_owes': 'shipment_staff_facts.carrier_owes',
  'shipments.created_by': 'shipment_staff_facts.created_by',
  'shipments.fee': 'shipment_staff_facts.fee',
  'shipments.looked_at': 'shipments.inspected_at',
  'shipments.label_path': 'shipment_staff_facts.label_path',
  'shipments.settled': 'shipment_staff_facts.settled',
  'shipments.settled_at': 'shipment_staff_facts.settled_at',
  'store_credits.actor_id': 'store_credit_actors.actor_id',
  'tenants.storage_limit_mb': 'storage_limits.storage_limit_mb',
  'transfers.checked_by': 'transfer_actors.actor_id',
  'staff_settings.message_channels': 'staff_settings.notification_channels',
  'staff_settings.message_kinds': 'staff_settings.notification_kinds',
  'staff_settings.phone_messages_limit': 'staff_settings.phone_notifications_limit',
  'staff_settings.stranger_messages_limit': 'staff_settings.stranger_notifications_limit',
};
/** Columns moved into tables that have a row only where there is a value. */
export const movedWithoutNulls = [
  ...[
    'order_events.actor_id',
    'point_entries.actor_id',
    'profiles.phone',
    'shipment_events.actor_id',
    'store_credits.actor_id',
  ],
  'transfers.checked_by',
];
/** Columns that a migration drops on purpose, and why. */
export const droppedOnPurpose: Record<string, string> = {
  'orders.search_text': 'order_staff_facts.search_text is made of the same',
  'returns.exchange_allowed': 'exchange_allowances has those that were given',
};

/** Where a column of the release is now, as `orders.note`. */
export function placeOf(name: string): string {
  const [table = '', column = ''] = name.split('.');
  const renamed = renamedTables[table];
  return columnsMovedOnPurpose[name] ?? (renamed ? `${renamed}.${column}` : name);
}

/** A value of a column of the release, as it is called now. */
export function renamedValue(name: string, value: unknown): unknown {
  const text = renamedValues
    .filter(({ columns }) => columns.includes(name))
    .reduce(
      (said, { from, to }) => said.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to),
      JSON.stringify(value),
    );
  return text === undefined ? undefined : JSON.parse(text);
}
