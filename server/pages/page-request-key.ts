import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { tenantCookie } from '../../app/brands/tenant.ts';
import { type Language, splitLanguage } from '../../app/i18n/languages.ts';
import { allStores, splitOffice } from '../../app/lib/office-address.ts';
import { brandById, brandsRevision } from '../brands/brand-registry.ts';
import { resolveTenant, tenantFromCookie } from '../brands/resolve-tenant.ts';
import { readTarget } from '../http/answer-requests.ts';
import { belongsToStore } from '../http/origin.ts';
import { handleOf } from './storefront-build.ts';

/** A parsed page request, reduced to what affects the page. */
export interface PageRequestKey {
  /** The store of the page: the host's, or another one whose office it is. */
  tenantId: string;
  /** The host's store, with which people sign in. */
  hostTenantId: string;
  /** The store in the address of an office page, or `all`. */
  office: string | undefined;
  language: Language;
  /** Cache key. */
  key: string;
  /** Path with declared query parameters only, as passed to React Router. */
  path: string;
  /** The page's path without language and office, also for a data request. */
  page: string;
  /** Whether this is a client navigation's data request. */
  isData: boolean;
  /** Whether `?tenant=` chose the tenant; the server then sets the cookie. */
  chosenByQuery: boolean;
  /** Whether other stores use the same URL, so that shared caches must not store the page. */
  shared: boolean;
  /** Whether the page must not be cached by browsers and proxies. */
  live: boolean;
  /** Whether the answer must show all announced changes: a data request may follow one. */
  current: boolean;
  /** Whether the page's route has an action. */
  hasAction: boolean;
  /** Whether the address is that of a document rather than of data alone. */
  isDocument: boolean;
}

/** Parses host, origin-form target and tenant cookie. */
export type ReadPageRequestKey = (
  host: string,
  url: string,
  cookie: string | undefined,
) => PageRequestKey | 'unknown host';

interface Options {
  build: ServerBuild;
  /** Rejects unknown hosts instead of using the first tenant. */
  strictHosts: boolean;
  /** Host shared by all stores, which is always accepted. */
  ownHost?: string | undefined;
}

const ROUTER_QUERY = ['_routes', 'index'];
/** Longer inputs are rarely repeated and not cached. */
const MAX_INPUT_LENGTH = 512;
/** In bytes, estimated from string lengths. */
const MAX_CACHE_SIZE = 8 * 1024 * 1024;
const ENTRY_OVERHEAD = 200;
const MOST_PATHS = 1_000;

/** Creates the function that parses page requests, with a cache. */
export function pageRequestKeyReader({ build, strictHosts, ownHost }: Options): ReadPageRequestKey {
  const declaredBy = declaredReader(build);
  const cache = new LRUCache<string, PageRequestKey | 'unknown host'>({
    maxSize: MAX_CACHE_SIZE,
    sizeCalculation: (address, cacheKey) =>
      ENTRY_OVERHEAD +
      cacheKey.length +
      (address === 'unknown host' ? 0 : address.key.length + address.path.length),
  });
  let revision = brandsRevision();
  return (host, url, cookie) => {
    if (revision !== brandsRevision()) {
      // Hosts may lead to other stores now.
      revision = brandsRevision();
      cache.clear();
    }
    const choice = cookie?.includes(tenantCookie) ? (tenantFromCookie(cookie) ?? '') : '';
    const cacheKey = `${host}\n${url}\n${choice}`;
    const cached = cache.get(cacheKey);
    if (cached) return cached;
    const refused = strictHosts && host !== ownHost && !belongsToStore(host);
    const address = refused ? 'unknown host' : read(declaredBy, host, url, `${tenantCookie}=${choice}`);
    if (cacheKey.length <= MAX_INPUT_LENGTH) cache.set(cacheKey, address);
    return address;
  };
}

function read(declaredBy: ReadDeclared, host: string, url: string, cookie: string): PageRequestKey {
  const { pathname, searchParams, search } = readTarget(url);
  const choice = resolveTenant({ host, search, cookie });
  const { language, path: localPath } = splitLanguage(pathOfPage(pathname));
  const { office, path: page } = knownOffice(localPath);
  const { names, live, hasAction, isDocument } = declaredBy(page);
  const declaredParams = new URLSearchParams();
  for (const name of names) {
    for (const value of searchParams.getAll(name)) declaredParams.append(name, value);
  }
  const query = declaredParams.toString();
  const path = query ? `${pathname}?${query}` : pathname;
  return {
    tenantId: office === undefined || office === allStores ? choice.id : office,
    hostTenantId: choice.id,
    office,
    language,
    key: `${choice.id} ${path}`,
    path,
    page,
    isData: pathname.endsWith('.data'),
    chosenByQuery: choice.by === 'query',
    shared: choice.by !== 'host' && choice.by !== 'label',
    live,
    current: live || pathname.endsWith('.data'),
    hasAction,
    isDocument: isDocument && !pathname.endsWith('.data'),
  };
}

/** Splits the office from a path. An unknown store is part of the path, which no route matches. */
function knownOffice(path: string): ReturnType<typeof splitOffice> {
  const split = splitOffice(path);
  const isKnown = split.office === allStores || brandById(split.office) !== undefined;
  return isKnown ? split : { office: undefined, path };
}

interface Declared {
  /** Declared query parameters, sorted. */
  names: readonly string[];
  live: boolean;
  hasAction: boolean;
  /** Whether the route renders something; resource routes do not. */
  isDocument: boolean;
}

type ReadDeclared = (pathname: string) => Declared;

/** Creates the function that returns a path's route pattern in any language, such as `/product/:id`; `*` for unknown paths. */
export function routePatternReader(build: ServerBuild): (path: string) => string {
  const routes = routeTree(build);
  const cache = new LRUCache<string, string>({ max: MOST_PATHS });
  return (path) => {
    const cached = cache.get(path);
    if (cached) return cached;
    const matches = matchRoutes(routes, splitOffice(splitLanguage(pathOfPage(path)).path).path) ?? [];
    const parts = matches.map(({ route }) => route.path ?? '').filter(Boolean);
    const pattern = matches.length === 0 ? '*' : `/${parts.join('/')}`;
    if (path.length <= MAX_INPUT_LENGTH) cache.set(path, pattern);
    return pattern;
  };
}

function declaredReader(build: ServerBuild): ReadDeclared {
  const routes = routeTree(build);
  const cache = new LRUCache<string, Declared>({ max: MOST_PATHS });
  return (pathname) => {
    const cached = cache.get(pathname);
    if (cached) return cached;
    const matches = matchRoutes(routes, pathname) ?? [];
    const modules = matches.map((match) => build.routes[match.route.id ?? '']?.module);
    const handles = modules.map(handleOf);
    const names = new Set([...ROUTER_QUERY, ...handles.flatMap((handle) => handle?.query ?? [])]);
    const declared = {
      names: [...names].sort(),
      live: handles.some((handle) => handle?.live ?? false),
      hasAction: modules.at(-1)?.action !== undefined,
      isDocument: modules.at(-1)?.default !== undefined,
    };
    if (pathname.length <= MAX_INPUT_LENGTH) cache.set(pathname, declared);
    return declared;
  };
}

/** The page's path of a data request: `/shop.data`, `/ar.data`, or `/_.data` below a trailing slash. */
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
