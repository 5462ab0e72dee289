/**
 * The path of a request's target, for routes and logs. A query may hold what only its sender should know, such as a code to
 * sign in with: it is not written down.
 */
export function pathOf(target = ''): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
