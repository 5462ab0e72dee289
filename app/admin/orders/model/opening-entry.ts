/**
 * The note of entries that were made when a store of before the ledgers was brought to the first release (`npm run db:adopt`):
 * they say what the order itself said.
 */
export const OPENING_NOTE = 'opening_balance';
