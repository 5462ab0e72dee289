import {
  dateFormat,
  formatDate,
  formatDateTime,
  formatMoney,
  localeOf,
  numberFormat,
  numberLocaleOf,
} from '#app/i18n/format.ts';
import type { ReportCell, ReportColumn } from './report-table.ts';

/** Formats a cell; a dash for null. Money is in piastres. */
export function showCell(cell: ReportCell, format: ReportColumn['format'], currency: string): string {
  if (cell === null) return '–';
  if (typeof cell === 'number') {
    if (format === 'money') return formatMoney(cell, currency);
    const number = numberFormat(numberLocaleOf(), { maximumFractionDigits: 1 }).format(cell);
    return format === 'percent' ? `${number}%` : number;
  }
  if (format === 'day') return formatDate(cell);
  return format === 'moment' ? formatDateTime(cell) : cell;
}

/** Formats piastres briefly for an axis: "1.35K". Axes step by multiples of 0.05 of a power of ten. */
export function shortAmount(piastres: number): string {
  const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;
  return numberFormat(numberLocaleOf(), compact).format(piastres / 100);
}

/** Formats a day for an axis: "5 Mar". */
export function shortDay(day: string, by: 'day' | 'week' | 'month'): string {
  const options: Intl.DateTimeFormatOptions =
    by === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' };
  return dateFormat(localeOf(), { timeZone: 'UTC', ...options }).format(Date.parse(day));
}
