import { formatMoney } from '#app/i18n/format.ts';

/** Converts pounds from the database, a number or the text of a `numeric(12,2)`, to integer piastres. */
export function toPiastres(pounds: number | string): number {
  const amount = typeof pounds === 'string' && pounds.trim() === '' ? Number.NaN : Number(pounds);
  if (!Number.isFinite(amount)) throw new Error(`Not an amount: ${pounds}`);
  return Math.round(Number((amount * 100).toPrecision(15)));
}

/** Converts integer piastres to pounds, for the database. */
export function toPounds(piastres: number): number {
  return piastres / 100;
}

/** Formats an amount of the database in pounds: "1,234.50 EGP". */
export function formatPounds(pounds: number | string, currency?: string): string {
  return formatMoney(toPiastres(pounds), currency);
}
