/*
 * What becomes of the tables and columns of a store from before the ledgers (24 to 27 November 2026). The command refuses a store
 * with a table or column that isn't listed here.
 */

/** Tables that are gone: where their rows are now; null where they were made of other tables, or came with the schema. */
export const GONE_TABLES: Record<string, string | null> = {
  'public.order_mails': 'public.order_messages',
  'public.order_moves': null,
  'private.product_listing': null,
  'private.product_search_index': null,
  // Made anew from the orders: it had no amounts.
  'private.sales_ledger': null,
};

/** Columns that are gone, and where their content is now. */
export const GONE_COLUMNS: Record<string, string> = {
  'public.settings.faq': 'public.faq_questions',
  'public.payments.payment_intent': 'public.payments.transaction_id',
  'public.order_events.photos': 'public.returns.photos',
  'private.product_changes.audit_firsts': 'private.product_changes.audit_ids',
};

/** Columns that say the same in other values, and how. */
export const CHANGED_COLUMNS: Record<string, string> = {
  // What goes back of a payment is a refund of its own.
  'public.payments.status':
    "case when status in ('refunding', 'refunded') then 'paid' else status end::public.provider_payment_status",
};

/** New columns whose default is true of all rows of that time. */
export const OPENING_DEFAULTS = [
  // Words in other languages came later, and who reads in which.
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
  // Nothing was sold by type of product, and all of it came again.
  ...['public.products.product_type', 'public.products.restocks'],
  // Delivery had two flat fees and no promise; cash asked for nothing beforehand; every order was placed on the web.
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
  // Orders changed only as a whole: there were no edits, parcels or partial cancellations.
  ...[
    'public.orders.shipping_difference',
    'public.order_lines.edit_id',
    'public.order_lines.packed',
    'public.order_lines.refused',
  ],
  ...['public.order_lines.garment', 'public.order_events.pieces', 'public.order_events.remark'],
  // Nobody wrote down which prints were made.
  'public.order_lines.printed',
  // No rate of VAT was known.
  ...['public.orders.tax_rate', 'public.order_lines.tax_rate', 'public.order_lines.tax_share'],
  // Nobody had store credit, and cash that couriers still held was not written down.
  ...['public.profiles.store_credit', 'public.orders.at_courier'],
  // The one provider took cards, and only what was asked for.
  ...['provider', 'method', 'came_amount', 'came_currency', 'declined_at'].map(
    (column) => `public.payments.${column}`,
  ),
  // Settings and limits that each store chooses since.
  ...['public.settings.invoicing', 'public.settings.returns', 'public.tenants.storage_limit_mb'],
  ...['customer_files_limit', 'customer_storage_mb', 'message_channels', 'message_kinds'].map(
    (column) => `public.staff_settings.${column}`,
  ),
  // The log of changes and the wishes of 24 November.
  ...['public.audit_log.part_of', 'public.audit_log.undone_at', 'public.wishlists.variant_id'],
];

/** Columns that the steps below fill. */
export const OPENED_COLUMNS = [
  ...['stage', 'queues', 'charged', 'received', 'given_back', 'goodwill', 'shipping_credited'].map(
    (column) => `public.orders.${column}`,
  ),
  ...['cancelled', 'sent', 'delivered', 'returned', 'credited', 'discount_share', 'points_share'].map(
    (column) => `public.order_lines.${column}`,
  ),
  ...['public.payments.transaction_id', 'public.payments.paid_at', 'private.product_changes.audit_ids'],
];
