import type adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import type { PlainKey } from '#app/i18n/translations.ts';

/** Text, a number (money in piastres), or nothing known. */
export type Cell = string | number | null;

/** How the cells of a column read; days come as "2026-03-01", moments as ISO times. */
export type ReportColumn = {
  word: PlainKey<typeof adminReportsMessages>;
  as: 'text' | 'variant' | 'count' | 'money' | 'day' | 'moment' | 'days';
};

/** One bar of a plot; the value in what its column counts. */
export type Bar = { key: string; label: string; value: number };

/** A report other than that of sales: what its table, its file and its plot show. */
export type Listing = {
  columns: ReportColumn[];
  rows: { key: string; cells: Cell[]; to?: string }[];
  /** What the bars show; the one column besides the first that a phone keeps. */
  measure: ReportColumn;
  /** None where there is nothing to compare. */
  bars: Bar[];
};
