import type { DatabaseAddress, Row } from '../db.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { type ParseValue, type Step, WireConnection } from './wire-connection.ts';

const WAIT_TIMEOUT = 10_000;
const LONGEST_QUEUE = 10_000;
const REOPEN_DELAY = 100;

interface Waiting {
  take(connection: WireConnection): void;
  fail(error: Error): void;
}

/** Connections that are opened when first needed and shared by all requests, each for one batch at a time. */
export class RequestPool {
  readonly #address: DatabaseAddress;
  readonly #size: number;
  readonly #parseValue: ParseValue;
  readonly #idle: WireConnection[] = [];
  readonly #all = new Set<WireConnection>();
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  #ended = false;

  constructor(address: DatabaseAddress, size: number, parseValue: ParseValue) {
    this.#address = address;
    this.#size = size;
    this.#parseValue = parseValue;
  }

  /** @throws DatabaseUnavailable when no connection comes free within ten seconds. */
  async run(steps: readonly Step[], wanted: number): Promise<Row[]> {
    const connection = this.#idle.pop() ?? (await this.#next());
    try {
      return await connection.run(steps, wanted);
    } finally {
      this.#release(connection);
    }
  }

  /** Lets batches in flight end, then closes the connections. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const waiting of this.#waiting.splice(0)) waiting.fail(closing());
    for (const connection of this.#idle.splice(0)) connection.close();
    const busy = [...this.#all];
    await Promise.all(
      busy.map(
        (connection) =>
          new Promise<void>((done) => {
            connection.onClose = done;
            if (connection.closed) done();
          }),
      ),
    );
  }

  #next(): Promise<WireConnection> {
    if (this.#ended) return Promise.reject(closing());
    if (this.#waiting.length >= LONGEST_QUEUE) {
      return Promise.reject(
        new DatabaseUnavailable('POOL_TIMEOUT', 'Too many requests wait for the database'),
      );
    }
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        const index = this.#waiting.indexOf(waiting);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(
          new DatabaseUnavailable('POOL_TIMEOUT', 'Timed out acquiring connection from connection pool.'),
        );
      }, WAIT_TIMEOUT);
      const waiting: Waiting = {
        take(connection) {
          clearTimeout(late);
          resolve(connection);
        },
        fail(error) {
          clearTimeout(late);
          reject(error);
        },
      };
      this.#waiting.push(waiting);
      this.#openForWaiting();
    });
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await WireConnection.open(this.#address, this.#parseValue);
      this.#all.add(connection);
      connection.onClose = () => this.#forget(connection);
      this.#release(connection);
    } catch (error) {
      const reason = new DatabaseUnavailable('CONNECTION_CLOSED', 'Database connection error.', error);
      this.#waiting.shift()?.fail(reason);
      if (this.#waiting.length > 0) setTimeout(() => this.#openForWaiting(), REOPEN_DELAY);
    } finally {
      this.#opening -= 1;
    }
  }

  #openForWaiting(): void {
    if (this.#ended || this.#waiting.length === 0) return;
    if (this.#all.size + this.#opening < this.#size) this.#open();
  }

  #release(connection: WireConnection): void {
    if (connection.closed) return;
    if (this.#ended) {
      connection.close();
      return;
    }
    const waiting = this.#waiting.shift();
    if (waiting) waiting.take(connection);
    else this.#idle.push(connection);
  }

  #forget(connection: WireConnection): void {
    this.#all.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#openForWaiting();
  }
}

function closing(): DatabaseUnavailable {
  return new DatabaseUnavailable('CONNECTION_CLOSED', 'The database is being closed');
}
