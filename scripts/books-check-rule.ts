/** An invariant of the books; each row of its query is a violation. */
export interface BooksRule {
  name: string;
  query: string;
}
