import type { DatabaseAddress } from './db.ts';

const SSL_MODES: Record<string, DatabaseAddress['ssl']> = {
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
