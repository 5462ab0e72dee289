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
