import { dateFormat, formatDate, formatDateTime, formatMoney, numberFormat } from '#app/i18n/format.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import type { Cell, ReportColumn } from './report-table.ts';

/** A cell as people read it; a dash where nothing is known. Money comes in piastres. */
export function showCell(cell: Cell, as: ReportColumn['as'], currency: string): string {
  if (cell === null) return '–';
  if (typeof cell === 'number')
    return as === 'money'
      ? formatMoney(cell, currency)
      : numberFormat('en-US', { maximumFractionDigits: 1 }).format(cell);
  if (as === 'day') return formatDate(cell);
  return as === 'moment' ? formatDateTime(cell) : cell;
}

/** An amount of piastres short enough for an axis: "12K". */
export function shortAmount(piastres: number): string {
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return numberFormat('en-US', compact).format(piastres / 100);
}

/** A day as "5 Mar", for an axis. */
export function shortDay(day: string, by: 'day' | 'week' | 'month'): string {
  const options: Intl.DateTimeFormatOptions =
    by === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' };
  return dateFormat(pageLanguage(), { timeZone: 'UTC', ...options }).format(Date.parse(day));
}
