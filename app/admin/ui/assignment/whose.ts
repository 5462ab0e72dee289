import { pageSession } from '#app/auth/session.ts';

/** Values of the filter `whose` of a list; '' for everybody's work. */
export const whoseWork = ['', 'mine', 'nobody'] as const;
export type Whose = (typeof whoseWork)[number];

/** A query whose columns are {@link withAssignments}. */
interface AssignedQuery {
  eq(column: string, value: string): this;
  is(column: string, value: null): this;
}

/** Returns a query's columns with the embedded rows that {@link assignedIn} filters by; they add nothing to the response. */
export function withAssignments(columns: string, whose: Whose): string {
  if (whose === 'mine') return `${columns}, assigned:assignments!inner()`;
  return whose === 'nobody' ? `${columns}, assigned:assignments()` : columns;
}

/** The same for the orders of a list of returns, which are worked on by whoever has the open return. */
export function withReturnAssignments(columns: string, whose: Whose): string {
  const open = 'work:returns!returns_tenant_id_order_id_fkey!inner';
  if (whose === 'mine') return `${columns}, ${open}(assigned:assignments!inner())`;
  return whose === 'nobody' ? `${columns}, ${open}(assigned:assignments())` : columns;
}

/**
 * Restricts a query to the rows that the signed-in person works on, or that nobody does.
 * @param of the embedded rows that are assigned, such as `work.`
 */
export function assignedIn<Query extends AssignedQuery>(query: Query, whose: Whose, of = ''): Query {
  if (whose === 'mine') return query.eq(`${of}assigned.user_id`, pageSession.getState().user?.id ?? '');
  return whose === 'nobody' ? query.is(`${of}assigned`, null) : query;
}
