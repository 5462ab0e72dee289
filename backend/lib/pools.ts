import postgres from 'postgres';
import { connectionOptions, type DatabaseAddress } from './database-address.ts';

type Types = Record<string, postgres.PostgresType>;

/** Closes idle connections, which frees their memory on the server. */
const IDLE_SECONDS = 60;

/** Keeps timestamps as text: a Date would truncate microseconds. */
export const TIMESTAMPS_AS_TEXT: Types = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
};

/** Sends parameters as text of unknown type, so that the server infers their types. */
const TEXT_PARAMETERS: Types = {
  ...TIMESTAMPS_AS_TEXT,
  number: { to: 0, from: [21, 23, 26, 700, 701], serialize: String, parse: (text: string) => Number(text) },
  json: { to: 114, from: [114, 3802], serialize: String, parse: (text: string) => JSON.parse(text) },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: string | Uint8Array) =>
      typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
};

/** Pool for requests, read-only outside of explicit transactions. */
export function openRequestPool(address: DatabaseAddress, max: number): postgres.Sql {
  return openPool(address, max, TEXT_PARAMETERS, { default_transaction_read_only: true });
}

/** Pool for the services' own statements. */
export function openOwnerPool(address: DatabaseAddress, max: number): postgres.Sql {
  return openPool(address, max, TIMESTAMPS_AS_TEXT);
}

function openPool(
  address: DatabaseAddress,
  max: number,
  types: Types,
  connection: Partial<postgres.ConnectionParameters> = {},
): postgres.Sql {
  return postgres({
    ...connectionOptions(address),
    max,
    types,
    connection,
    onnotice: () => {},
    connect_timeout: 10,
    idle_timeout: IDLE_SECONDS,
    backoff: () => 0.1,
  });
}
