/**
 * Marks ledger entries that `npm run db:adopt` derived from an order placed before the ledger existed.
 */
export const OPENING_NOTE = 'opening_balance';
