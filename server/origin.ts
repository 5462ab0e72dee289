import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { brandById, brands } from '../app/brands/brands.ts';
import { isLocalHost, namesStore } from '../app/brands/tenant.ts';
import { pageAddress } from '../app/lib/page-address.ts';

export interface OriginOptions {
  /** Comma list of addresses or networks whose forwarded headers are believed. */
  trustedProxies: string;
  /** The address people reach all stores at, where it is set. */
  ownOrigin?: string | undefined;
  /** Hosts that belong to no store are refused. */
  strictHosts?: boolean;
}

export type OriginReader = ReturnType<typeof originReader>;

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9.-]{1,253})(?::(\d{1,5}))?$/;
const HIGHEST_PORT = 65_535;

/** Whether a Host header, in lower case, names a host and, where it does, a port. */
export function isHost(host: string): boolean {
  const [whole, , port = '0'] = HOST.exec(host) ?? [];
  return whole !== undefined && Number(port) <= HIGHEST_PORT;
}

/**
 * Makes the functions that tell which host a browser asked for, at which origin a store is there, and from which address it
 * was asked. Forwarded headers are believed only from configured proxies.
 */
export function originReader({ trustedProxies, ownOrigin, strictHosts = false }: OriginOptions) {
  const trusted = blockList(trustedProxies);
  const ownHost = ownOrigin && new URL(ownOrigin).host;
  const isTrusted = (request: IncomingMessage) => {
    if (!trustedProxies) return false;
    const address = plainAddress(request.socket.remoteAddress);
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
  const ofStores = new Map<string, boolean>();
  const isOfStore = (host: string): boolean => {
    const known = ofStores.get(host);
    if (known !== undefined) return known;
    const found = belongsToStore(host);
    if (ofStores.size < 1_000) ofStores.set(host, found);
    return found;
  };
  const hostOf = (request: IncomingMessage): string => {
    const forwarded = isTrusted(request) && first(request.headers['x-forwarded-host']);
    const host = (forwarded || request.headers.host || '').toLowerCase();
    return isHost(host) ? host : '';
  };
  /**
   * The request's host where it is local, a store's or the shared one; else the store's own domain, so that a forged
   * host names no page.
   */
  const originOf = (request: IncomingMessage, tenantId: string): string => {
    const host = hostOf(request);
    if (ownOrigin && host === ownHost) return ownOrigin;
    if (!isOfStore(host)) return `https://${(brandById(tenantId) ?? brands[0]).domain}`;
    const scheme = isTrusted(request) && first(request.headers['x-forwarded-proto']);
    return `${scheme === 'https' ? 'https' : 'http'}://${host}`;
  };

  /** The origin of a request whose host is the very address and port that it arrived at, which no header can name for it. */
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
     * Where whoever asked finds a page of a store; where all stores share a host, the address says which. Somebody who reached
     * this machine by its address in a network, as a phone in the same house does, comes back to it.
     */
    pageOf(request: IncomingMessage, tenantId: string, path: string): string {
      const origin = reachedAt(request) ?? originOf(request, tenantId);
      return pageAddress({ tenantId, origin, sharedHost: !namesStore(new URL(origin).host) }, path);
    },
    /** The client's address, for limits. */
    addressOf(request: IncomingMessage): string {
      const forwarded = isTrusted(request) ? last(request.headers['x-forwarded-for']) : '';
      return forwarded || plainAddress(request.socket.remoteAddress);
    },
  };
}

/** Whether a host is local or lies in a store's own domain. */
export function belongsToStore(host: string): boolean {
  return isLocalHost(host) || namesStore(host);
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
