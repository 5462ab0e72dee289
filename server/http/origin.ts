import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isLocalHost } from '../../app/brands/tenant.ts';
import { defaultLanguage, type Language } from '../../app/i18n/languages.ts';
import { absoluteUrl } from '../../app/lib/absolute-url.ts';
import { brandById, defaultBrand } from '../brands/brand-registry.ts';
import { isStoreHost, resolveTenant } from '../brands/resolve-tenant.ts';

export interface OriginOptions {
  /** Comma-separated addresses or networks whose forwarded headers are trusted. */
  trustedProxies: string;
  /** Origin shared by all stores, if configured. */
  ownOrigin?: string | undefined;
  /** Rejects hosts that belong to no store. */
  strictHosts?: boolean;
}

export type OriginReader = ReturnType<typeof originReader>;

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(?::(\d{1,5}))?$/;
const HIGHEST_PORT = 65_535;

/** Whether a lower-case Host header is valid, with or without a port. */
export function isHost(host: string): boolean {
  const [whole, , port = '0'] = HOST.exec(host) ?? [];
  return whole !== undefined && Number(port) <= HIGHEST_PORT;
}

/**
 * Determines a request's host, its store's origin and the client's address. Trusts forwarded headers only
 * from configured proxies.
 */
export function originReader({ trustedProxies, ownOrigin, strictHosts = false }: OriginOptions) {
  const trusted = blockList(trustedProxies);
  const ownHost = ownOrigin && new URL(ownOrigin).host;
  const isTrusted = (request: IncomingMessage) => {
    if (!trustedProxies) return false;
    const address = plainAddress(request.socket.remoteAddress);
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
  const addressOf = (request: IncomingMessage): string => {
    const forwarded = isTrusted(request) ? last(request.headers['x-forwarded-for']) : '';
    return forwarded || plainAddress(request.socket.remoteAddress);
  };
  const hostOf = (request: IncomingMessage): string => {
    const forwarded = isTrusted(request) && first(request.headers['x-forwarded-host']);
    const host = (forwarded || request.headers.host || '').toLowerCase();
    // Anybody can send a local host name; trust it only from this machine.
    const isForged = strictHosts && isLocalHost(host) && !isLoopback(addressOf(request));
    return isHost(host) && !isForged ? host : '';
  };
  /**
   * The request's host if it is local, a store's or the shared one; otherwise the store's domain, so that
   * links never contain a forged host.
   */
  const originOf = (request: IncomingMessage, tenantId: string): string => {
    const host = hostOf(request);
    if (ownOrigin && host === ownHost) return ownOrigin;
    if (!belongsToStore(host)) return `https://${domainOf(tenantId)}`;
    const scheme = isTrusted(request) && first(request.headers['x-forwarded-proto']);
    return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
  };

  /** The request's origin if its host is the IP address and port it arrived at, which a header cannot forge. */
  const reachedAt = (request: IncomingMessage): string | undefined => {
    const { localAddress, localPort } = request.socket;
    const host = hostOf(request);
    const address = plainAddress(localAddress);
    if (strictHosts || isIP(address) === 0 || isLocalHost(host)) return undefined;
    const name = isIP(address) === 6 ? `[${address}]` : address;
    return host === `${name}:${localPort}` || (localPort === 80 && host === name)
      ? `http://${host}`
      : undefined;
  };

  return {
    hostOf,
    originOf,
    /**
     * URL of a store's page for this client, naming the tenant if stores share a host. Keeps the machine's
     * network address if the client used it, such as a phone at home.
     */
    pageOf(
      request: IncomingMessage,
      tenantId: string,
      path: string,
      language: Language = defaultLanguage,
    ): string {
      const origin = reachedAt(request) ?? originOf(request, tenantId);
      const sharedHost = !isStoreHost(new URL(origin).host);
      return absoluteUrl({ tenantId, origin, sharedHost, language }, path);
    },
    /**
     * URL of a store's page where this installation serves the store: the same host where that is its own or shared
     * by all, otherwise its domain, or its name on this machine.
     */
    addressIn(request: IncomingMessage, tenantId: string, path: string, language: Language): string {
      const origin = originOf(request, tenantId);
      const { protocol, host, port } = new URL(origin);
      const sharedHost = !isStoreHost(host);
      if (sharedHost || resolveTenant({ host }).id === tenantId)
        return absoluteUrl({ tenantId, origin, sharedHost, language }, path);
      const own = isLocalHost(host) ? `${tenantId}.localhost${port && `:${port}`}` : domainOf(tenantId);
      return absoluteUrl({ tenantId, origin: `${protocol}//${own}`, sharedHost: false, language }, path);
    },
    /** Origin of a store's absolute links, the same for all its hosts, so that a page is rendered once. */
    canonicalOriginOf(request: IncomingMessage, tenantId: string): string {
      const origin = originOf(request, tenantId);
      if (origin === ownOrigin || isLocalHost(hostOf(request))) return origin;
      return `${new URL(origin).protocol}//${domainOf(tenantId)}`;
    },
    /** The client's address, for rate limits. */
    addressOf,
  };
}

/** Whether a host is local or in a store's domain. */
export function belongsToStore(host: string): boolean {
  return isLocalHost(host) || isStoreHost(host);
}

function domainOf(tenantId: string): string {
  return (brandById(tenantId) ?? defaultBrand()).domain;
}

const LOOPBACK = blockList('127.0.0.0/8,::1');

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function blockList(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/, '');
}

function first(header: string | string[] | undefined): string {
  return (
    String(header ?? '')
      .split(',')[0]
      ?.trim() ?? ''
  );
}

function last(header: string | string[] | undefined): string {
  return (
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
}
