import pg from 'pg';
import { clientConfig, type DatabaseAddress } from './database-address.ts';

/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/**
 * Opens a connection outside the pools, for COPY and listening.
 * @throws Error when the database cannot be reached
 */
export async function connectClient(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientConfig(address),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  // A lost connection fails the next statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}
