import type englishAdminReports from '#app/i18n/texts/en/admin-reports.json';
import type { PlainKey } from '#app/i18n/translations.ts';

/** Text, a number (money in piastres), or null when unknown. */
export type ReportCell = string | number | null;

/** Formats of a column; days are "2026-03-01", moments ISO times. */
export type ReportColumn = {
  labelKey: PlainKey<typeof englishAdminReports>;
  format: 'text' | 'variant' | 'count' | 'money' | 'day' | 'moment' | 'days';
};

/** A bar of a plot; its value has the unit of the measure. */
export type Bar = { key: string; label: string; value: number };

/** A report other than sales: content of its table, file and plot. */
export type ReportListing = {
  columns: ReportColumn[];
  rows: { key: string; cells: ReportCell[]; to?: string }[];
  /** Column that the bars show; on phones it is the only one besides the first. */
  measure: ReportColumn;
  /** Empty without anything to compare. */
  bars: Bar[];
};
