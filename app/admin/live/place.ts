/** Parameters that name the thing a page is about; the others only say how a list is looked at. */
const about = ['tab', 'order', 'customer', 'conversation'];

/** Where somebody is at work: a page of the back office and the thing it is about. */
export function placeOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  const parts = about.flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return [pathname.replace(/\/+$/, ''), ...parts].join(' ');
}
