/**
 * What becomes of rows when a database from before the first release is adopted. Until then the baseline was
 * edited in place, so no migration says it.
 */

/** A table derived from other tables: dropped, recreated by the migrations, and filled again. */
export const DERIVED = {
  table: 'private.product_search_index',
  refill: 'select private.index_products(array(select id from public.products))',
};

/** Tables filled only by migrations. */
export const REFERENCE = [
  'private.refusal_messages',
  'private.governorate_names',
  'public.districts',
  'public.order_status_transitions',
  'public.shipment_state_transitions',
];

/** Columns whose default is correct for existing rows. */
export const TRUE_BY_DEFAULT = [
  // Orders have stored translations, and the garment's name, only since then.
  'public.order_lines.translations',
  'public.order_lines.garment',
  'public.invoice_lines.translations',
  'public.invoice_lines.garment',
  // Older remarks are text in the note.
  'public.order_events.remark',
  // The online method has been recorded only since then.
  'public.orders.online_method',
];
