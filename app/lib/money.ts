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

/** Which way an order's payment goes back to its customer: it did, or it is due; null while the store keeps it. */
export function moneyBack({ payment_status: paid, total }: { payment_status: string; total: number }) {
  return total > 0 && (paid === 'refunded' || paid === 'refund_due') ? paid : null;
}
