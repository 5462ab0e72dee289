import postgres from 'postgres';
import { connectionOptions, type DatabaseAddress } from './database-address.ts';

type Types = Record<string, postgres.PostgresType>;

/** A connection that nothing needs gives its memory in the server back. */
const IDLE_SECONDS = 60;

/** Timestamps leave as the database writes them: parsing them to Date would cut microseconds. */
export const TIMESTAMPS_AS_TEXT: Types = {
  date: { to: 1082, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
};

/** What requests send is text, which the server reads by the type it has where it is used. */
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

/** Connections for statements that requests chose: what is no part of a transaction that was begun for it must not write. */
export function openRequestPool(address: DatabaseAddress, max: number): postgres.Sql {
  return openPool(address, max, TEXT_PARAMETERS, { default_transaction_read_only: true });
}

/** Connections for the services' own statements. */
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
    ...{ max, types, connection, onnotice: () => {} },
    ...{ connect_timeout: 10, idle_timeout: IDLE_SECONDS, backoff: () => 0.1 },
  });
}
