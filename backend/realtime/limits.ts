/** Limits on connections and their use. */
export interface RealtimeLimits {
  connections: number;
  /** Connections per address. */
  connectionsPerClient: number;
  channelsPerConnection: number;
  joinsPerSecond: number;
  messagesPerSecond: number;
  /** Maximum size of a frame in bytes. */
  payloadBytes: number;
  /** A client with this many bytes buffered is disconnected at once, */
  bufferedBytes: number;
  /** or after this time with an eighth of them buffered, which distinguishes a stall from a burst. */
  stalledAfterMs: number;
  /** Maximum time without a heartbeat. */
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

/** Counts events in windows of one second. */
export class RatePerSecond {
  readonly #most: number;
  #window = 0;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns whether one more event is within the limit */
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
