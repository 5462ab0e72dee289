/** An invariant of the books; each row of its query is a violation. */
export interface LedgerRule {
  name: string;
  query: string;
}
