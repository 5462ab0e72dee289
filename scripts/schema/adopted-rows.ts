/**
 * What becomes of rows when a database of before the first release is adopted. The baseline changed in place until then; no
 * migration says it.
 */

/** A table that is made of other tables' rows: dropped, made as the migrations make it, and filled again. */
export const DERIVED = {
  table: 'private.product_search_index',
  refill: 'select private.index_products(array(select id from public.products))',
};

/** Tables whose rows the migrations bring and nobody else writes. */
export const REFERENCE = [
  'private.refusal_messages',
  'private.governorate_names',
  'public.districts',
  'public.order_status_transitions',
  'public.shipment_state_transitions',
];

/** Columns whose default is true of the rows that were there before: nobody had written or computed them. */
export const TRUE_BY_DEFAULT = [
  // Words in other languages, and the garment by its name, are kept with an order since then.
  'public.order_lines.translations',
  'public.order_lines.garment',
  'public.invoice_lines.translations',
  'public.invoice_lines.garment',
  // Remarks of before are in the note, as text.
  'public.order_events.remark',
  // By which way an order was paid online is written down since then.
  'public.orders.online_method',
];
