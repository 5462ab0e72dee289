import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { resolveTenant, tenantCookie } from '../app/brands/tenant.ts';
import { belongsToStore } from './origin.ts';
import { declaredQuery } from './storefront-build.ts';

/** What a request for a page asks for, once all that cannot change the page has been dropped. */
export interface PageAddress {
  tenantId: string;
  /** Key of the page in the cache. */
  key: string;
  /** Path and the declared query only, as React Router is asked to render it. */
  path: string;
  /** Whether the tenant was chosen by `?tenant=`, to be kept by a cookie. */
  chosenByQuery: boolean;
  /** Whether other stores answer at the same address, so that only this process may keep the page for others. */
  shared: boolean;
}

/** Reads the host asked for, the URL and the tenant cookie. */
export type ReadPageAddress = (
  host: string,
  url: string,
  cookie: string | undefined,
) => PageAddress | 'unknown host';

interface Options {
  build: ServerBuild;
  /** Refuse hosts that belong to no tenant instead of falling to the first. */
  strictHosts: boolean;
  /** The host of all stores together, which is refused no more than theirs. */
  ownHost?: string | undefined;
}

/** Query parameters of React Router's own data requests. */
const ROUTER_QUERY = ['_routes', 'index'];

/** Makes the function that turns requests into page addresses; the same request is only worked out once. */
export function pageAddressReader({ build, strictHosts, ownHost }: Options): ReadPageAddress {
  const routes = routeTree(build);
  const known = new LRUCache<string, PageAddress | 'unknown host'>({ max: 20_000 });
  return (host, url, cookie) => {
    const remembered = cookie?.includes(tenantCookie) ? cookie : '';
    const memo = `${host}\n${url}\n${remembered}`;
    const found = known.get(memo);
    if (found) return found;
    const refused = strictHosts && host !== ownHost && !belongsToStore(host);
    const address = refused ? 'unknown host' : read(routes, build, host, url, remembered);
    known.set(memo, address);
    return address;
  };
}

function read(
  routes: RouteObject[],
  build: ServerBuild,
  host: string,
  url: string,
  cookie: string,
): PageAddress {
  const { pathname, searchParams, search } = new URL(url, 'http://page');
  const choice = resolveTenant({ host, search, cookie });
  const matches = matchRoutes(routes, pathOfPage(pathname)) ?? [];
  const names = new Set(ROUTER_QUERY);
  for (const match of matches) {
    for (const name of declaredQuery(build.routes[match.route.id ?? '']?.module)) names.add(name);
  }
  const kept = new URLSearchParams();
  for (const name of [...names].sort()) {
    for (const value of searchParams.getAll(name)) kept.append(name, value);
  }
  const query = kept.toString();
  const path = query ? `${pathname}?${query}` : pathname;
  return {
    tenantId: choice.id,
    key: `${choice.id} ${path}`,
    path,
    chosenByQuery: choice.by === 'query',
    shared: choice.by !== 'host' && choice.by !== 'label',
  };
}

/** The page's path of a data request: React Router asks for `/shop.data`, and `/_.data` below a trailing slash. */
function pathOfPage(pathname: string): string {
  if (pathname.endsWith('/_.data')) return pathname.slice(0, -'_.data'.length);
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : pathname;
}

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route?.parentId === parentId)
    .filter((route) => route !== undefined)
    .map((route) =>
      route.index
        ? { id: route.id, path: route.path, index: true }
        : { id: route.id, path: route.path, children: routeTree(build, route.id) },
    );
}
