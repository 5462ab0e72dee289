/** The wait timed out, or the queue is full. */
export class QueueTimeout extends Error {}

interface FairQueueOptions {
  /** Concurrent tasks in total, and per client. */
  slots: number;
  perClient: number;
  /** Maximum wait in milliseconds. */
  maxWait: number;
  /** Maximum queue length. */
  maxLength: number;
}

/** Runs tasks with limited concurrency, round-robin over clients, so that one client cannot delay others. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #busy = 0;
  #length = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Number of queued tasks. */
  get length(): number {
    return this.#length;
  }

  /** @throws QueueTimeout when the wait times out; the signal's reason on abort */
  async run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (!this.#mayStart(client)) await this.#turn(client, signal);
    else this.#start(client);
    try {
      return await work();
    } finally {
      this.#end(client);
    }
  }

  #turn(client: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#length >= this.#options.maxLength) {
      return Promise.reject(new QueueTimeout('Too many wait already'));
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        settle();
        resolve();
      };
      const leave = (error: unknown) => {
        settle();
        const others = (this.#waiting.get(client) ?? []).filter((each) => each !== start);
        if (others.length > 0) this.#waiting.set(client, others);
        else this.#waiting.delete(client);
        this.#length -= 1;
        reject(error);
      };
      const onAbort = () => leave(signal?.reason);
      const late = setTimeout(
        () => leave(new QueueTimeout('Waited too long for a turn')),
        this.#options.maxWait,
      );
      const settle = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), start]);
      this.#length += 1;
    });
  }

  #mayStart(client: string): boolean {
    const { perClient, slots } = this.#options;
    return this.#busy < slots && (this.#running.get(client) ?? 0) < perClient;
  }

  #start(client: string): void {
    this.#busy += 1;
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1);
  }

  #end(client: string): void {
    this.#busy -= 1;
    const stillRunning = (this.#running.get(client) ?? 1) - 1;
    if (stillRunning > 0) this.#running.set(client, stillRunning);
    else this.#running.delete(client);
    for (const [next, queue] of this.#waiting) {
      if (!this.#mayStart(next)) continue;
      const start = queue.shift();
      this.#waiting.delete(next);
      // At the end of the round: other clients come first.
      if (queue.length > 0) this.#waiting.set(next, queue);
      this.#length -= 1;
      this.#start(next);
      start?.();
      return;
    }
  }
}
