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

/** Restricts a query to the rows that the signed-in person works on, or that nobody does. */
export function assignedIn<Query extends AssignedQuery>(query: Query, whose: Whose): Query {
  if (whose === 'mine') return query.eq('assigned.user_id', pageSession.getState().user?.id ?? '');
  return whose === 'nobody' ? query.is('assigned', null) : query;
}
