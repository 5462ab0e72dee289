/*
 * What becomes of the tables and columns of a store from before the ledgers (24 to 27 November 2026). The command refuses a store
 * with a table or column that isn't listed here.
 */

/** Removed tables: where their rows are now; null for tables that were derived or came with the schema. */
export const GONE_TABLES: Record<string, string | null> = {
  'public.order_mails': 'public.order_messages',
  'public.order_moves': null,
  'private.product_listing': null,
  'private.product_search_index': null,
  // Recalculated from the orders: it had no amounts.
  'private.sales_ledger': null,
};

/** Removed columns, and where their content is now. */
export const GONE_COLUMNS: Record<string, string> = {
  'public.settings.faq': 'public.faq_questions',
  'public.payments.payment_intent': 'public.payments.transaction_id',
  'public.order_events.photos': 'public.returns.photos',
  'private.product_changes.audit_firsts': 'private.product_changes.audit_ids',
};

/** Columns whose values are written differently now, and the conversion. */
export const CHANGED_COLUMNS: Record<string, string> = {
  // A payment's refund is a row of its own.
  'public.payments.status':
    "case when status in ('refunding', 'refunded') then 'paid' else status end::public.provider_payment_status",
};

/** New columns whose default is correct for all rows of that time. */
export const OPENING_DEFAULTS = [
  // Translations and language preferences came later.
  ...[
    'attributes',
    'banners',
    'categories',
    'discounts',
    'faq_questions',
    'order_lines',
    'product_options',
    'products',
    'settings',
  ].map((table) => `public.${table}.translations`),
  ...['public.profiles.language', 'public.profiles.office_language'],
  // Products had no type, and all of them were restocked.
  ...['public.products.product_type', 'public.products.restocks'],
  // Delivery had two flat fees and no promise; cash had no requirements; every order was placed on the web.
  ...[
    'public.delivery_slots.zone_id',
    'public.orders.days_from',
    'public.orders.days_to',
    'public.staff_settings.cash_rules',
  ],
  ...[
    'cash_overruled',
    'cash_reasons',
    'cash_requirement',
    'confirm_until',
    'confirmed_at',
    'confirmed_by',
    'deposit',
  ].map((column) => `public.orders.${column}`),
  ...['channel', 'placed_by', 'online_method', 'manual_discount', 'manual_discount_reason'].map(
    (column) => `public.orders.${column}`,
  ),
  // Orders changed only as a whole: there were no edits, shipments or partial cancellations.
  ...[
    'public.orders.shipping_difference',
    'public.order_lines.edit_id',
    'public.order_lines.packed',
    'public.order_lines.refused',
  ],
  ...['public.order_lines.garment', 'public.order_events.pieces', 'public.order_events.remark'],
  // Prints weren't recorded.
  'public.order_lines.printed',
  // The VAT rate wasn't recorded.
  ...['public.orders.tax_rate', 'public.order_lines.tax_rate', 'public.order_lines.tax_share'],
  // There was no store credit, and cash held by carriers wasn't recorded.
  ...['public.profiles.store_credit', 'public.orders.at_courier'],
  // The only provider took cards, and only the requested amount.
  ...['provider', 'method', 'came_amount', 'came_currency', 'declined_at'].map(
    (column) => `public.payments.${column}`,
  ),
  // Settings and limits that stores have chosen only since then.
  ...['public.settings.invoicing', 'public.settings.returns', 'public.tenants.storage_limit_mb'],
  ...['customer_files_limit', 'customer_storage_mb', 'message_channels', 'message_kinds'].map(
    (column) => `public.staff_settings.${column}`,
  ),
  // Additions of November 24 to the audit log and wishlists.
  ...['public.audit_log.part_of', 'public.audit_log.undone_at', 'public.wishlists.variant_id'],
];

/** Columns filled by the steps in opening-entries.ts. */
export const OPENED_COLUMNS = [
  ...['stage', 'queues', 'charged', 'received', 'given_back', 'goodwill', 'shipping_credited'].map(
    (column) => `public.orders.${column}`,
  ),
  ...['cancelled', 'sent', 'delivered', 'returned', 'credited', 'discount_share', 'points_share'].map(
    (column) => `public.order_lines.${column}`,
  ),
  ...['public.payments.transaction_id', 'public.payments.paid_at', 'private.product_changes.audit_ids'],
];
