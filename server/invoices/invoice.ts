import type { Tables } from '../../app/lib/database.types.ts';

/** Columns to select, with an invoice's lines in order. */
export const invoiceColumns =
  `id, tenant_id, kind, code, order_number, issued_at, language, total, tax, seller, buyer:shown_buyer,
  corrects_id,
  lines:invoice_lines (kind, sku, name, options, translations, garment, quantity, unit_price, discount, amount,
    tax_rate, tax)` as const;

type InvoiceLine = Pick<
  Tables<'invoice_lines'>,
  | 'kind'
  | 'sku'
  | 'name'
  | 'options'
  | 'translations'
  | 'garment'
  | 'quantity'
  | 'unit_price'
  | 'discount'
  | 'amount'
  | 'tax_rate'
  | 'tax'
>;

/** An invoice, or a credit note: `corrects` is the number of the invoice that it corrects. Amounts are pounds. */
export type Invoice = Pick<
  Tables<'invoices'>,
  | 'id'
  | 'tenant_id'
  | 'kind'
  | 'code'
  | 'order_number'
  | 'issued_at'
  | 'language'
  | 'total'
  | 'tax'
  | 'seller'
  | 'buyer'
  | 'corrects_id'
> & { lines: InvoiceLine[]; corrects: string | null };
