import { isGovernorate } from '#app/addresses/governorates.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { Database } from '#app/lib/database.types.ts';
import { orderLineRow } from '#app/lib/order-line-row.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import type { Days, ReportKind } from './report-range.ts';

type Functions = Database['public']['Functions'];

/** Columns that can be null, which the generated types of functions do not say. */
type NullableColumn = {
  sales: never;
  products: 'product_id' | 'garment';
  variants: 'product_id' | 'variant_id' | 'garment' | 'sku' | 'cost';
  categories: 'category_id';
  /** Phone orders may be by customers without an account. */
  customers: 'user_id';
  stock: 'sku' | 'days_left';
  discounts: 'kind';
  slots: 'capacity';
  refused_places: never;
  refused_carriers: never;
  refused_products: 'product_id';
  files: 'user_id';
};

type Row<Kind extends ReportKind> = Functions[`report_${Kind}`]['Returns'][number];

/** A row as `report_rows_of_stores` returns it. */
type StoredRow<Kind extends ReportKind> = { tenant_id: string } & {
  [Column in keyof Row<Kind>]: Column extends NullableColumn[Kind]
    ? Row<Kind>[Column] | null
    : Row<Kind>[Column];
};

/** The rows of each report as they are shown: with names in the page's language. */
const shown = {
  sales: (rows: StoredRow<'sales'>[]) => rows,
  products: (rows: StoredRow<'products'>[]) => rows.map((row) => orderLineRow(row)),
  variants: (rows: StoredRow<'variants'>[]) => rows.map((row) => orderLineRow(row)),
  categories: (rows: StoredRow<'categories'>[]) =>
    rows.map((row) => ({
      ...translatedRow(row),
      ...(row.category_id === null && { name: adminReportsTexts()('uncategorized') }),
    })),
  customers: (rows: StoredRow<'customers'>[]) => rows,
  stock: (rows: StoredRow<'stock'>[]) => rows.map((row) => translatedRow(row)),
  discounts: (rows: StoredRow<'discounts'>[]) => rows,
  slots: (rows: StoredRow<'slots'>[]) => rows,
  refused_places: (rows: StoredRow<'refused_places'>[]) =>
    rows.map(({ governorate, ...row }) => ({
      ...row,
      governorate: isGovernorate(governorate) ? governoratesTexts()(governorate) : governorate,
    })),
  refused_carriers: (rows: StoredRow<'refused_carriers'>[]) => rows,
  refused_products: (rows: StoredRow<'refused_products'>[]) => rows.map((row) => translatedRow(row)),
  files: (rows: StoredRow<'files'>[]) => rows,
};

/** Rows of each report; amounts in pounds. */
export type ReportRowsOf = { [Kind in ReportKind]: ReturnType<(typeof shown)[Kind]> };

const show: { [Kind in ReportKind]: (rows: StoredRow<Kind>[]) => ReportRowsOf[Kind] } = shown;

/**
 * Reads the rows of the stores' reports from one snapshot, store by store in order: all, or the first `limit` of each.
 * Sales are per day.
 * @throws BackendError
 */
export async function readReportRows<Kind extends ReportKind>(
  supabase: Supabase,
  tenantIds: readonly string[],
  kind: Kind,
  { from, to }: Days,
  limit?: number,
): Promise<ReportRowsOf[Kind]> {
  const report: Functions['report_rows_of_stores']['Args'] = {
    p_tenant_ids: [...tenantIds],
    p_report: kind,
    p_from: from,
    p_to: to,
    ...(limit === undefined ? {} : { p_limit: limit }),
  };
  const answer = await supabase.rpc('report_rows_of_stores', report);
  return show[kind](dataOf(answer) as StoredRow<Kind>[]);
}
