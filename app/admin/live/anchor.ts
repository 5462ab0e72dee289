/** Query parameters that identify what a page shows; the others only filter and sort. */
const identifying = ['tab', 'order', 'customer', 'conversation'];

/** Returns the path of a URL with the query parameters that identify what the page shows. */
export function anchorOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  const parts = identifying.flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return [pathname.replace(/\/+$/, ''), ...parts].join(' ');
}
