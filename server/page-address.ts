import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { chosenByCookie, resolveTenant, tenantCookie } from '../app/brands/tenant.ts';
import { readTarget } from './answer-requests.ts';
import { belongsToStore } from './origin.ts';
import { handleOf } from './storefront-build.ts';

/** What a request for a page asks for, once all that cannot change the page has been dropped. */
export interface PageAddress {
  tenantId: string;
  /** Key of the page in the cache. */
  key: string;
  /** Path and the declared query only, as React Router is asked to render it. */
  path: string;
  /** Whether `?tenant=` chose the tenant, which a cookie then stores. */
  chosenByQuery: boolean;
  /** Whether other stores answer at the same address, so that only this process may keep the page for others. */
  shared: boolean;
  /** Whether the page must not be cached by browsers and proxies. */
  live: boolean;
}

/** Reads the host asked for, the target in origin-form and the tenant cookie. */
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
/** Longest cache key of host, address and cookie, in characters; longer ones are hardly asked for twice. */
const LONGEST_REMEMBERED = 512;
/** Bytes, as far as one can tell from the letters. */
const MOST_REMEMBERED = 8 * 1024 * 1024;
const PER_MEMO = 200;
const MOST_PATHS = 1_000;

/** Makes the function that turns requests into page addresses; the same request is only worked out once. */
export function pageAddressReader({ build, strictHosts, ownHost }: Options): ReadPageAddress {
  const declaredBy = declaredReader(build);
  const known = new LRUCache<string, PageAddress | 'unknown host'>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: (address, memo) =>
      PER_MEMO + memo.length + (address === 'unknown host' ? 0 : address.key.length + address.path.length),
  });
  return (host, url, cookie) => {
    const choice = cookie?.includes(tenantCookie) ? (chosenByCookie(cookie) ?? '') : '';
    const memo = `${host}\n${url}\n${choice}`;
    const found = known.get(memo);
    if (found) return found;
    const refused = strictHosts && host !== ownHost && !belongsToStore(host);
    const address = refused ? 'unknown host' : read(declaredBy, host, url, `${tenantCookie}=${choice}`);
    if (memo.length <= LONGEST_REMEMBERED) known.set(memo, address);
    return address;
  };
}

function read(declaredBy: ReadDeclared, host: string, url: string, cookie: string): PageAddress {
  const { pathname, searchParams, search } = readTarget(url);
  const choice = resolveTenant({ host, search, cookie });
  const { names, live } = declaredBy(pathOfPage(pathname));
  const kept = new URLSearchParams();
  for (const name of names) {
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
    live,
  };
}

/** What a page's routes declare of its address. */
interface Declared {
  /** Parameters of the query that may change the page, in the order of the alphabet. */
  names: readonly string[];
  live: boolean;
}

type ReadDeclared = (pathname: string) => Declared;

/** Makes the function that returns the route pattern of a path, such as `/product/:id`; `*` where no route matches. */
export function routePatternReader(build: ServerBuild): (path: string) => string {
  const routes = routeTree(build);
  const known = new LRUCache<string, string>({ max: MOST_PATHS });
  return (path) => {
    const found = known.get(path);
    if (found) return found;
    const matches = matchRoutes(routes, pathOfPage(path)) ?? [];
    const parts = matches.map(({ route }) => route.path ?? '').filter(Boolean);
    const pattern = matches.length === 0 ? '*' : `/${parts.join('/')}`;
    if (path.length <= LONGEST_REMEMBERED) known.set(path, pattern);
    return pattern;
  };
}

function declaredReader(build: ServerBuild): ReadDeclared {
  const routes = routeTree(build);
  const known = new LRUCache<string, Declared>({ max: MOST_PATHS });
  return (pathname) => {
    const found = known.get(pathname);
    if (found) return found;
    const matches = matchRoutes(routes, pathname) ?? [];
    const handles = matches.map((match) => handleOf(build.routes[match.route.id ?? '']?.module));
    const names = new Set([...ROUTER_QUERY, ...handles.flatMap((handle) => handle?.query ?? [])]);
    const declared = { names: [...names].sort(), live: handles.some((handle) => handle?.live ?? false) };
    if (pathname.length <= LONGEST_REMEMBERED) known.set(pathname, declared);
    return declared;
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
