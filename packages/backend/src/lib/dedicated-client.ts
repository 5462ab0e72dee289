import pg from 'pg';
import { connectionOptions, type DatabaseAddress } from './database-address.ts';

/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/**
 * Opens a connection of node-postgres, for what postgres.js does not do well: COPY, and listening.
 * @throws Error when the database cannot be reached
 */
export async function connectClient(address: DatabaseAddress): Promise<pg.Client> {
  const { ssl, host, ...place } = { ssl: false as const, ...connectionOptions(address) };
  const connect = async (tls: pg.ClientConfig['ssl']) => {
    const client = new pg.Client({
      host,
      ...place,
      ...(tls ? { ssl: tls } : {}),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
    });
    // A lost connection fails the next statement.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  if (ssl !== 'prefer') return connect(ssl);
  return connect({ rejectUnauthorized: false }).catch((error: unknown) => {
    if (error instanceof Error && /does not support SSL/.test(error.message)) return connect(false);
    throw error;
  });
}
