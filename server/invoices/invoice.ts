import { z } from 'zod';
import { languages } from '../../app/i18n/languages.ts';

const text = z.string().catch('');
/** Pounds. */
const amount = z.number();

const party = z.object({ name: text, address: text });

export const invoiceSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  code: z.string(),
  order_number: z.string(),
  issued_at: z.string(),
  language: z.enum(languages).nullable(),
  total: amount,
  tax: amount,
  seller: party.extend({
    tax_number: text,
    email: text,
    phone: text,
    translations: z.record(z.string(), party.partial()).catch({}),
  }),
  buyer: z.object({ name: text, address: z.unknown() }),
  /** Credit notes only: the corrected invoice. */
  corrects_id: z.string().nullable(),
  lines: z.array(
    z.object({
      kind: z.enum(['line', 'shipping', 'goodwill']),
      sku: z.string().nullable(),
      name: z.string(),
      options: z.unknown(),
      translations: z.unknown(),
      garment: z.string().nullish(),
      quantity: z.number().nullable(),
      unit_price: amount.nullable(),
      discount: amount,
      amount,
      tax_rate: z.number(),
      tax: amount,
    }),
  ),
});

/** Columns to select, with an invoice's lines in order. */
export const invoiceColumns =
  `id, tenant_id, kind, code, order_number, issued_at, language, total, tax, seller, buyer,
  corrects_id,
  lines:invoice_lines (kind, sku, name, options, translations, garment, quantity, unit_price, discount, amount,
    tax_rate, tax)` as const;

/** `corrects` is the number of the invoice that a credit note corrects. */
export type Invoice = z.output<typeof invoiceSchema> & { corrects: string | null };
