import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { DatabaseAddress, Parameter, Row } from '../db.ts';
import { openSocket } from './authenticate.ts';
import { DatabaseUnavailable, databaseError } from './database-error.ts';
import { type FieldDescription, readError, readRowDescription, WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

const PARSE_COMPLETE = 0x31;
const COMMAND_COMPLETE = 0x43;
const DATA_ROW = 0x44;
const ERROR = 0x45;
const ROW_DESCRIPTION = 0x54;
const READY = 0x5a;
const EMPTY_QUERY = 0x49;
/** In READY: not in a transaction. */
const IDLE = 0x49;

/** Prepared statements a connection keeps. Each holds memory on the server. */
const KEPT_STATEMENTS = 200;
/** What the server says when a statement it had prepared no longer fits the tables, or is gone. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'FetchPreparedStatement']);

/** One statement of a batch. */
export interface Step {
  text: string;
  parameters: readonly Parameter[];
  /**
   * Statements are kept apart by this as well as by their text. A plan made under row-level security is for one role,
   * and PostgreSQL would make it anew at each change of roles.
   */
  scope: string;
}

interface Prepared {
  name: string;
  fields: FieldDescription[];
}

export type ParseValue = (type: number, text: string) => unknown;

interface Pending {
  parsing: { key: string; prepared: Prepared }[];
  /** The statement that rows come from next, and the one whose rows are wanted. */
  steps: Prepared[];
  current: number;
  wanted: number;
  rows: Row[];
  error: Record<string, string> | undefined;
  resolve(rows: Row[]): void;
  reject(error: Error): void;
}

/** A connection that runs batches of statements, one batch at a time, each in one round trip. */
export class WireConnection {
  readonly #socket: Socket;
  readonly #parseValue: ParseValue;
  readonly #writer = new WireWriter();
  readonly #prepared: LRUCache<string, Prepared>;
  #names = 0;
  #pending: Pending | undefined;
  #closed = false;
  /** Told once, when the connection is lost or closed. */
  onClose: () => void = () => {};

  private constructor(socket: Socket, parseValue: ParseValue) {
    this.#socket = socket;
    this.#parseValue = parseValue;
    this.#prepared = new LRUCache({
      max: KEPT_STATEMENTS,
      dispose: ({ name }, _key, reason) => {
        if (reason !== 'set') this.#writer.closeStatement(name);
      },
    });
    const reader = new WireReader((letter, content) => this.#onMessage(letter, content));
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('error', (error) => this.#lost(error));
    socket.on('close', () => this.#lost(undefined));
  }

  static async open(address: DatabaseAddress, parseValue: ParseValue): Promise<WireConnection> {
    return new WireConnection(await openSocket(address), parseValue);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Runs the steps as one transaction. When one fails nothing of them stays.
   * @returns the rows of the step that is wanted.
   */
  async run(steps: readonly Step[], wanted: number): Promise<Row[]> {
    try {
      return await this.#batch(steps, wanted);
    } catch (error) {
      if (!isStale(error)) throw error;
      for (const step of steps) this.#prepared.delete(keyOf(step));
      return this.#batch(steps, wanted);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#writer.terminate();
    this.#socket.end(this.#writer.take());
    this.#lost(undefined);
  }

  #batch(steps: readonly Step[], wanted: number): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#pending) {
        reject(new DatabaseUnavailable('CONNECTION_CLOSED', 'The connection to the database is not free'));
        return;
      }
      const parsing: Pending['parsing'] = [];
      const written = steps.map((step) => this.#write(step, parsing));
      this.#writer.sync();
      this.#pending = {
        parsing,
        steps: written,
        current: 0,
        wanted,
        rows: [],
        error: undefined,
        resolve,
        reject,
      };
      this.#socket.write(this.#writer.take());
    });
  }

  #write(step: Step, parsing: Pending['parsing']): Prepared {
    const key = keyOf(step);
    let prepared = this.#prepared.get(key) ?? parsing.find((each) => each.key === key)?.prepared;
    if (!prepared) {
      this.#names += 1;
      prepared = { name: `s${this.#names}`, fields: [] };
      parsing.push({ key, prepared });
      this.#writer.parse(prepared.name, step.text);
      this.#writer.describeStatement(prepared.name);
    }
    this.#writer.bind(prepared.name, step.parameters);
    this.#writer.execute();
    return prepared;
  }

  #onMessage(letter: number, content: Buffer): void {
    const pending = this.#pending;
    if (!pending) return;
    switch (letter) {
      case DATA_ROW: {
        const fields = pending.steps[pending.current]?.fields ?? [];
        if (pending.current === pending.wanted) pending.rows.push(this.#readRow(fields, content));
        return;
      }
      case COMMAND_COMPLETE:
      case EMPTY_QUERY:
        pending.current += 1;
        return;
      case READY:
        this.#onReady(pending, content[0] ?? 0);
        return;
      case PARSE_COMPLETE: {
        const parsed = pending.parsing.shift();
        if (parsed) {
          this.#prepared.set(parsed.key, parsed.prepared);
          this.#described = parsed.prepared;
        }
        return;
      }
      case ROW_DESCRIPTION:
        if (this.#described) this.#described.fields = readRowDescription(content);
        return;
      case ERROR:
        pending.error ??= readError(content);
    }
  }

  /** The statement that the next RowDescription is about: the last one parsed. */
  #described: Prepared | undefined;

  #onReady(pending: Pending, status: number): void {
    if (status !== IDLE) {
      this.#writer.query('rollback');
      this.#socket.write(this.#writer.take());
      return;
    }
    this.#pending = undefined;
    if (pending.error) pending.reject(databaseError(pending.error));
    else pending.resolve(pending.rows);
  }

  #readRow(fields: readonly FieldDescription[], content: Buffer): Row {
    const row: Row = {};
    let position = 2;
    for (const { name, type } of fields) {
      const length = content.readInt32BE(position);
      position += 4;
      if (length === -1) row[name] = null;
      else {
        row[name] = this.#parseValue(type, content.toString('utf8', position, position + length));
        position += length;
      }
    }
    return row;
  }

  #lost(error: Error | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(
      pending.error
        ? databaseError(pending.error)
        : new DatabaseUnavailable('CONNECTION_CLOSED', 'The connection to the database was lost', error),
    );
    this.#socket.destroy();
    this.onClose();
  }
}

function keyOf({ scope, text }: Step): string {
  return `${scope}\0${text}`;
}

function isStale(error: unknown): boolean {
  return (
    error instanceof Error &&
    'routine' in error &&
    STALE_ROUTINES.has(String((error as { routine: unknown }).routine))
  );
}
