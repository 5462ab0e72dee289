/** How many connections there may be, and what each may do. */
export interface RealtimeLimits {
  connections: number;
  /** Of one address, so that nobody takes them all. */
  connectionsPerClient: number;
  channelsPerConnection: number;
  joinsPerSecond: number;
  messagesPerSecond: number;
  /** Bytes of one frame. */
  payloadBytes: number;
  /** A reader is cut off at once when this many bytes wait for it, */
  bufferedBytes: number;
  /** and after this time when an eighth of them do: a burst is no reason, a stall is. */
  stalledAfterMs: number;
  /** Without a sign of life for this long a connection is dead. */
  heartbeatTimeoutMs: number;
}

export const DEFAULT_LIMITS: RealtimeLimits = {
  connections: 10_000,
  connectionsPerClient: 2_500,
  channelsPerConnection: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 100,
  payloadBytes: 256 * 1024,
  bufferedBytes: 4 * 1024 * 1024,
  stalledAfterMs: 5_000,
  heartbeatTimeoutMs: 60_000,
};

/** Counts in windows of a second. */
export class RatePerSecond {
  readonly #most: number;
  #window = 0;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether one more is within the rate. */
  take(now: number): boolean {
    const window = Math.floor(now / 1000);
    if (window !== this.#window) {
      this.#window = window;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#most;
  }
}
