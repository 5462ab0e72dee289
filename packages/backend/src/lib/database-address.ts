import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';

/** Verification of the server, as in PostgreSQL's `sslmode`. */
type SslMode = 'require' | 'verify-full';

/** Address of a PostgreSQL server. `host` is a folder for a Unix socket. */
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
  require: 'require',
  'verify-full': 'verify-full',
};

/**
 * Parses `postgres://user:password@host:port/database?sslmode=require`; `?host=/folder` is a Unix socket's folder.
 * @throws Error with the problem, without the password
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error('A database URL looks like postgres://user:password@host:5432/database');
  }
  const sslmode = url.searchParams.get('sslmode') ?? 'disable';
  if (!Object.hasOwn(SSL_MODES, sslmode))
    throw new Error(
      `The database URL has the sslmode ${sslmode}, not one of ${Object.keys(SSL_MODES).join(', ')}`,
    );
  const user = decodeURIComponent(url.username);
  return {
    host: url.searchParams.get('host') ?? (hostOf(url) || 'localhost'),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || user || 'postgres',
    user: user || 'postgres',
    password: decodeURIComponent(url.password),
    ssl: SSL_MODES[sslmode],
  };
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
}

/** The driver's options for an address. */
export function clientConfig({ ssl, ...place }: DatabaseAddress): pg.ClientConfig {
  return ssl ? { ...place, ssl: tlsOptions(ssl, place.host) } : place;
}

/**
 * TLS options of a mode: no verification, or a trusted certificate with a matching host name. Trusts Node's certificate
 * authorities and NODE_EXTRA_CA_CERTS.
 */
function tlsOptions(mode: SslMode, host: string): ConnectionOptions {
  const serverName = isIP(host) ? { host } : { servername: host };
  return mode === 'verify-full' ? serverName : { ...serverName, rejectUnauthorized: false };
}
