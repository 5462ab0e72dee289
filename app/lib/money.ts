import { groupedNumber } from './numbers.ts';

const compacts = new Map<string, Intl.NumberFormat>();

function compact(currency: string): Intl.NumberFormat {
  const known =
    compacts.get(currency) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      notation: 'compact',
      maximumFractionDigits: 2,
    });
  compacts.set(currency, known);
  return known;
}

/** Integer piastres of an amount in pounds as the database gives it: a number, or the text of a `numeric(12,2)`. */
export function toPiastres(pounds: number | string): number {
  const amount = typeof pounds === 'string' && pounds.trim() === '' ? Number.NaN : Number(pounds);
  if (!Number.isFinite(amount)) throw new Error(`Not an amount: ${pounds}`);
  return Math.round(Number((amount * 100).toPrecision(15)));
}

/** Pounds of integer piastres, for calls to the database. */
export function toPounds(piastres: number): number {
  return piastres / 100;
}

/**
 * The only place where money becomes text (spec section 9): Egyptian pounds with up to two decimals, en-US, followed by
 * EGP; any other currency compactly with its sign. Takes integer hundredths.
 */
export function formatMoney(piastres: number, currency = 'EGP'): string {
  return currency === 'EGP'
    ? `${groupedNumber(piastres / 100)} EGP`
    : compact(currency).format(piastres / 100);
}

/** A short amount led by the shop's symbol, as in "E£ 120 to free shipping". Takes integer hundredths. */
export function formatShortMoney(piastres: number, symbol: string): string {
  return `${symbol} ${groupedNumber(piastres / 100)}`;
}
