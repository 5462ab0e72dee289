import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseAddress } from '../db.ts';

/** How far a server has to show who it is, in the words of PostgreSQL's `sslmode`. */
export type SslMode = 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/**
 * What TLS checks of a server: nothing, that somebody vouches for its certificate, or also that this is the host's. Those who
 * may vouch are Node's, and whom NODE_EXTRA_CA_CERTS names.
 */
export function tlsOptions(mode: SslMode, host: string): ConnectionOptions {
  const named = isIP(host) ? { host } : { servername: host };
  switch (mode) {
    case 'verify-full':
      return named;
    case 'verify-ca':
      return { ...named, checkServerIdentity: () => undefined };
    default:
      return { ...named, rejectUnauthorized: false };
  }
}

/** An address as postgres.js takes it. */
export function withTls({ ssl, ...place }: DatabaseAddress) {
  if (!ssl) return place;
  return { ...place, ssl: ssl === 'prefer' ? ssl : tlsOptions(ssl, place.host) };
}
