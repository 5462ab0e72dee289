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

interface Reservation {
  session: postgres.ReservedSql;
  /** Replaces the pool after the connection was lost. */
  replace(): void;
}

/** How long statements may go on when their pool is closed, and when it is replaced after a failure; seconds. */
const END_TIMEOUT = 5;
const LONG_END_TIMEOUT = 30;

/**
 * Pool for requests, read-only outside of explicit transactions.
 *
 * The driver keeps a reservation whose connection could not be opened, gives it one that opens later, and so loses that
 * one; and a connection that closed before its last write cannot be opened again. Hence connections are reserved one
 * after the other, and a failure replaces the driver's pool.
 */
export class RequestPool {
  readonly #open: () => postgres.Sql;
  #sql: postgres.Sql;
  #reserving: Promise<unknown> = Promise.resolve();

  constructor(address: DatabaseAddress, max: number) {
    this.#open = () => openPool(address, max, TEXT_PARAMETERS, { default_transaction_read_only: true });
    this.#sql = this.#open();
  }

  /** The pool for transactions by `begin`; not to be kept. */
  get sql(): postgres.Sql {
    return this.#sql;
  }

  /** @throws Error when a connection cannot be opened */
  reserve(): Promise<Reservation> {
    const reserved = this.#reserving.then(async () => {
      const pool = this.#sql;
      const replace = () => {
        if (this.#sql === pool) void this.renew(LONG_END_TIMEOUT);
      };
      try {
        return { session: await pool.reserve(), replace };
      } catch (error) {
        replace();
        throw error;
      }
    });
    this.#reserving = reserved.catch(() => {});
    return reserved;
  }

  /** Closes the connections once their statements have ended; new ones open on demand. */
  renew(timeout = END_TIMEOUT): Promise<void> {
    const used = this.#sql;
    this.#sql = this.#open();
    return used.end({ timeout });
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: END_TIMEOUT });
  }
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
