/** An invariant of the ledger; each row of its query is a violation. */
export interface LedgerRule {
  name: string;
  query: string;
}
