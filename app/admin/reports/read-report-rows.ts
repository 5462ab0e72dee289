import { z } from 'zod';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { Days, ReportKind } from './report-range.ts';

const count = z.number();
/** In pounds, as in the database. */
const amount = z.number();
/** Translations of the row's name. */
const translations = z.unknown();

const rows = {
  sales: z.array(z.object({ bucket: z.string(), orders: count, revenue: amount, refunded: amount })),
  products: z.array(
    z
      .object({
        product_id: z.string().nullable(),
        name: z.string(),
        translations,
        garment: z.string().nullable(),
        quantity: count,
        revenue: amount,
        orders: count,
      })
      .transform((row) => orderLineRow(row)),
  ),
  variants: z.array(
    z
      .object({
        product_id: z.string().nullable(),
        variant_id: z.string().nullable(),
        name: z.string(),
        translations,
        garment: z.string().nullable(),
        variant: z.string(),
        sku: z.string().nullable(),
        quantity: count,
        revenue: amount,
        orders: count,
      })
      .transform((row) => orderLineRow(row)),
  ),
  categories: z.array(
    z
      .object({
        category_id: z.string().nullable(),
        name: z.string(),
        translations,
        quantity: count,
        revenue: amount,
      })
      .transform((row) => ({
        ...translatedRow(row),
        ...(row.category_id === null && {
          name: adminReportsTexts()('uncategorized'),
        }),
      })),
  ),
  customers: z.array(
    z.object({
      // Null for phone orders by customers without an account.
      user_id: z.string().nullable(),
      name: z.string(),
      email: z.string(),
      orders: count,
      revenue: amount,
      last_order_at: z.string(),
    }),
  ),
  stock: z.array(
    z
      .object({
        product_id: z.string(),
        variant_id: z.string(),
        name: z.string(),
        translations,
        variant: z.string(),
        sku: z.string().nullable(),
        stock: count,
        sold: count,
        days_left: z.number().nullable(),
        worth: amount,
      })
      .transform((row) => translatedRow(row)),
  ),
  discounts: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['percent', 'fixed', 'free_shipping']).nullable(),
      uses: count,
      given: amount,
      revenue: amount,
    }),
  ),
  slots: z.array(
    z.object({
      slot_id: z.string(),
      day_of_week: z.number(),
      from_time: z.string(),
      to_time: z.string(),
      capacity: count.nullable(),
      orders: count,
      days: count,
    }),
  ),
  files: z.array(
    z.object({
      user_id: z.string().nullable(),
      name: z.string(),
      email: z.string(),
      files: count,
      megabytes: count,
    }),
  ),
};

/** Rows of each report as the database returns them; amounts in pounds. */
export type ReportRowsOf = { [Kind in ReportKind]: z.output<(typeof rows)[Kind]> };

const schemas: { [Kind in ReportKind]: { parse(answer: unknown): ReportRowsOf[Kind] } } = rows;

/**
 * Reads the rows of a store's report from one snapshot, in order: all, or the first `limit`. Sales are per
 * day.
 * @throws BackendError
 */
export async function readReportRows<Kind extends ReportKind>(
  supabase: Supabase,
  tenantId: string,
  kind: Kind,
  { from, to }: Days,
  limit?: number,
): Promise<ReportRowsOf[Kind]> {
  const answer = await supabase.rpc('report_rows', {
    p_tenant_id: tenantId,
    p_report: kind,
    p_from: from,
    p_to: to,
    ...(limit === undefined ? {} : { p_limit: limit }),
  });
  return schemas[kind].parse(dataOf(answer));
}
