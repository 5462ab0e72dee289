import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { brandById } from '../app/brands/brands.ts';
import { resolveTenant } from '../app/brands/tenant.ts';

export interface OriginOptions {
  /** Comma list of addresses or networks whose forwarded headers are believed. */
  trustedProxies: string;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/**
 * Makes the functions that tell at which origin a browser asked and from which address. Forwarded headers are believed
 * only from configured proxies. A host that belongs to no store and is not local gets the first store's own domain, so that
 * nobody can make pages under a name of their choosing.
 */
export function originReader({ trustedProxies }: OriginOptions) {
  const trusted = blockList(trustedProxies);
  const isTrusted = (request: IncomingMessage) => {
    const address = plainAddress(request.socket.remoteAddress);
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
  const origins = new Map<string, string>();

  return {
    originOf(request: IncomingMessage): string {
      const forwarded = isTrusted(request);
      const scheme = (forwarded && first(request.headers['x-forwarded-proto'])) || 'http';
      const host = (forwarded && first(request.headers['x-forwarded-host'])) || request.headers.host || '';
      const asked = `${scheme === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`;
      const known = origins.get(asked);
      if (known) return known;
      const origin = originFor(asked, host);
      if (origins.size < 1_000) origins.set(asked, origin);
      return origin;
    },
    /** The client's address, for limits. */
    addressOf(request: IncomingMessage): string {
      const forwarded = isTrusted(request) ? last(request.headers['x-forwarded-for']) : '';
      return forwarded || plainAddress(request.socket.remoteAddress);
    },
  };
}

function originFor(asked: string, host: string): string {
  if (!HOST.test(host)) return storeOrigin(undefined);
  const choice = resolveTenant({ host });
  return choice.local || choice.by === 'host' ? asked : storeOrigin(choice.id);
}

function storeOrigin(tenantId: string | undefined): string {
  const id = tenantId ?? resolveTenant({}).id;
  return `https://${brandById(id)?.domain}`;
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
