import type englishAdminReports from '#app/i18n/texts/en/admin-reports.json';
import type { PlainKey } from '#app/i18n/translations.ts';

/** Text, a number (money in piastres), or null when unknown. */
export type ReportCell = string | number | null;

/** Formats of a column; percentages are 12.5 for 12.5 %, days are "2026-03-01", moments ISO times. */
export type ReportColumn = {
  labelKey: PlainKey<typeof englishAdminReports>;
  /** `store`: the id of a store. */
  format: 'text' | 'variant' | 'count' | 'money' | 'percent' | 'day' | 'moment' | 'days' | 'store';
  /** The store whose figures a column has, if not those of all that are shown. */
  tenantId?: string;
};

/** A bar of a plot; its value has the unit of the measure. */
export type Bar = { key: string; label: string; value: number; tenantId?: string };

/** A report other than sales: content of its table, file and plot. */
export type ReportListing = {
  columns: ReportColumn[];
  /** `tenantId` is the store of a row, in reports about several. */
  rows: { key: string; cells: ReportCell[]; to?: string; tenantId?: string }[];
  /** Column that the bars show; on phones it is the only one besides the first. */
  measure: ReportColumn;
  /** Empty without anything to compare. */
  bars: Bar[];
};
