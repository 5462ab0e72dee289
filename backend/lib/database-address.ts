import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/** How far a server has to show who it is, in the words of PostgreSQL's `sslmode`. */
export type SslMode = 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Where a PostgreSQL server is. `host` is a folder when the server listens on a Unix socket. */
export interface DatabaseAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: SslMode | undefined;
}

const SSL_MODES: Record<string, SslMode | undefined> = {
  disable: undefined,
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
};

/**
 * Reads `postgres://user:password@host:port/database?sslmode=require`; `?host=/folder` names a Unix socket's folder.
 * @throws Error that says what is wrong, without the password.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error('A database URL looks like postgres://user:password@host:5432/database');
  }
  const sslmode = url.searchParams.get('sslmode') ?? 'disable';
  if (!(sslmode in SSL_MODES)) throw new Error(`The database URL has an unknown sslmode: ${sslmode}`);
  const user = decodeURIComponent(url.username);
  return {
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost'),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || user || 'postgres',
    user: user || 'postgres',
    password: decodeURIComponent(url.password),
    ssl: SSL_MODES[sslmode],
  };
}

/** An address as postgres.js takes it. */
export function connectionOptions({ ssl, ...place }: DatabaseAddress) {
  if (!ssl) return place;
  return { ...place, ssl: ssl === 'prefer' ? ssl : tlsOptions(ssl, place.host) };
}

/**
 * What TLS checks of a server: nothing, that somebody vouches for its certificate, or also that this is the host's. Those who
 * may vouch are Node's, and whom NODE_EXTRA_CA_CERTS names.
 */
function tlsOptions(mode: SslMode, host: string): ConnectionOptions {
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
