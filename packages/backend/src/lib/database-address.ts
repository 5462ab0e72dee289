import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

/** Verification of the server, as in PostgreSQL's `sslmode`. */
type SslMode = 'prefer' | 'require' | 'verify-ca' | 'verify-full';

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
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-ca',
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
    throw new Error(`The database URL has an unknown sslmode: ${sslmode}`);
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

/**
 * The driver's options for an address. With `prefer`, the server is asked whether it speaks TLS.
 * @throws Error when it cannot be asked
 */
export async function clientConfig({ ssl, ...place }: DatabaseAddress): Promise<pg.ClientConfig> {
  if (!ssl) return place;
  if (ssl !== 'prefer') return { ...place, ssl: tlsOptions(ssl, place.host) };
  const tls = { ...place, ssl: tlsOptions('require', place.host) };
  const client = new pg.Client(tls);
  client.on('error', () => {});
  try {
    await client.connect();
    return tls;
  } catch (error) {
    if (error instanceof Error && /does not support SSL/.test(error.message)) return place;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * TLS options of a mode: no verification, a trusted certificate, or also a matching host name. Trusts Node's
 * certificate authorities and NODE_EXTRA_CA_CERTS.
 */
function tlsOptions(mode: SslMode, host: string): ConnectionOptions {
  const serverName = isIP(host) ? { host } : { servername: host };
  switch (mode) {
    case 'verify-full':
      return serverName;
    case 'verify-ca':
      return { ...serverName, checkServerIdentity: () => undefined };
    default:
      return { ...serverName, rejectUnauthorized: false };
  }
}
