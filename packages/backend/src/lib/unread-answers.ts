import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits on responses that clients do not read, as buffered bytes take memory. */
const DEFAULTS = {
  /** Buffered bytes for one client, and for all. Beyond them, the connection waiting longest is closed. */
  bytesPerClient: 32 << 20,
  bytes: 128 << 20,
  /** A connection is closed if nothing of a response was read for this time. */
  stalledAfterMs: 20_000,
};
export type UnreadLimits = typeof DEFAULTS;

interface Waiting {
  client: string;
  bytes: number;
  socket: Socket;
}

/** Bounds the memory of unread responses. */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();

  constructor(limits: Partial<UnreadLimits> = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /** A response is about to be written. */
  begin({ socket }: IncomingMessage): void {
    // Node's timeout counts from the last byte that was read; the next request on the connection resets it.
    socket.setTimeout(this.#limits.stalledAfterMs);
  }

  /** A response was written; what has not left the process is waiting for its client. */
  written(client: string, { socket }: IncomingMessage, response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.closed) return;
    const waiting = { client, bytes, socket };
    this.#waiting.add(waiting);
    response.once('close', () => this.#waiting.delete(waiting));
    const { bytes: most, bytesPerClient } = this.#limits;
    this.#closeOldest(
      [...this.#waiting].filter((other) => other.client === client),
      bytesPerClient,
    );
    this.#closeOldest([...this.#waiting], most);
  }

  #closeOldest(waiting: readonly Waiting[], most: number): void {
    let sum = waiting.reduce((before, { bytes }) => before + bytes, 0);
    // The latest response is never closed for its own size.
    for (const oldest of waiting.slice(0, -1)) {
      if (sum <= most) return;
      this.#waiting.delete(oldest);
      oldest.socket.destroy();
      sum -= oldest.bytes;
    }
  }
}
