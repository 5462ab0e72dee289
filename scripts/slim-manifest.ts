const before = 'window.__reactRouterManifest=';

/** Pages whose files are fetched ahead, when somebody points at a link to them (`prefetch`). */
const prefetched = ['root', 'catalog/product.route'];
/** Pages of the account, which are fetched ahead by each other and by the header of who is signed in. */
const account = [
  ...['account/account.route', 'account/addresses.route', 'account/points.route'],
  ...['orders/orders.route', 'wishlist/wishlist.route'],
];

/**
 * Takes out of the browser's list of routes what only says that there is nothing: fields that are false, empty lists, and
 * the files of pages that nothing fetches ahead. The list is part of every page's JavaScript and grows with every page of
 * the back office.
 * @param text the list as React Router's build writes it.
 * @throws when it looks different than expected.
 */
export function slimManifest(text: string): string {
  if (!text.startsWith(before))
    throw new Error('The list of routes looks different; see scripts/slim-manifest.ts.');
  const manifest = JSON.parse(text.slice(before.length).replace(/;$/, '')) as {
    routes: Record<string, { imports?: string[] } & Record<string, unknown>>;
  };
  const importsOf = (id: string) => manifest.routes[id]?.imports ?? [];
  const present = importsOf('root');
  const ahead = (id: string) => {
    if (prefetched.includes(id)) return importsOf(id);
    return account.includes(id) ? importsOf(id).filter((file) => !present.includes(file)) : [];
  };
  const routes = Object.entries(manifest.routes).map(([id, route]) => {
    const said = Object.entries<unknown>({ ...route, imports: ahead(id) }).filter(
      ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0),
    );
    return [id, Object.fromEntries(said)];
  });
  return `${before}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}
