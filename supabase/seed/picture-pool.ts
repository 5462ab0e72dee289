import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PictureJob } from './art/picture-plan.ts';
import type { PictureAnswer, PictureRequest } from './picture-worker.ts';

/** Draws pictures on all processors. Close it when done: its threads keep what they drew before. */
export interface PicturePool {
  draw(job: PictureJob): Promise<Uint8Array>;
  /** Ends the threads; pictures that are not drawn yet are refused. */
  close(): Promise<void>;
}

/** How many pictures a thread works on at once: while one is drawn, another is being compressed. */
const AT_ONCE = 2;

interface Waiting {
  readonly job: PictureJob;
  readonly resolve: (jpeg: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens a pool of at most four threads. Jobs of one `lane` stay with one thread as far as work allows, because what is
 * drawn for one picture of a garment serves the next.
 */
export function openPicturePool(lane: (job: PictureJob) => string): PicturePool {
  const threads = Array.from(
    { length: Math.min(4, availableParallelism()) },
    () => new Worker(new URL('./picture-worker.ts', import.meta.url)),
  );
  const lanes = new Map<string, Waiting[]>();
  const flights = new Map<number, Waiting>();
  const current = new Map<Worker, string>();
  const taken = new Set<string>();
  let lastId = 0;
  let broken: Error | undefined;

  const nextFor = (thread: Worker): Waiting | undefined => {
    const own = current.get(thread);
    const queue = own === undefined ? undefined : lanes.get(own);
    if (queue?.length) return queue.shift();
    if (own !== undefined) taken.delete(own);
    const open = [...lanes]
      .filter(([, waiting]) => waiting.length > 0)
      .sort((a, b) => b[1].length - a[1].length);
    const choice = open.find(([name]) => !taken.has(name)) ?? open[0];
    if (!choice) {
      current.delete(thread);
      return undefined;
    }
    taken.add(choice[0]);
    current.set(thread, choice[0]);
    return choice[1].shift();
  };

  const busy = new Map<Worker, number>(threads.map((thread) => [thread, 0]));
  const feed = (thread: Worker): void => {
    while ((busy.get(thread) ?? 0) < AT_ONCE) {
      const waiting = nextFor(thread);
      if (!waiting) return;
      lastId += 1;
      flights.set(lastId, waiting);
      busy.set(thread, (busy.get(thread) ?? 0) + 1);
      thread.postMessage({ id: lastId, job: waiting.job } satisfies PictureRequest);
    }
  };

  const giveUp = (error: Error): void => {
    broken = error;
    for (const { reject } of [...flights.values(), ...[...lanes.values()].flat()]) reject(error);
    flights.clear();
    lanes.clear();
  };

  for (const thread of threads) {
    thread.on('message', (answer: PictureAnswer) => {
      const waiting = flights.get(answer.id);
      flights.delete(answer.id);
      busy.set(thread, (busy.get(thread) ?? 1) - 1);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.jpeg);
      feed(thread);
    });
    thread.on('error', (error) => giveUp(error instanceof Error ? error : new Error(String(error))));
  }

  return {
    draw: (job) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        const name = lane(job);
        const queue = lanes.get(name) ?? [];
        queue.push({ job, resolve, reject });
        lanes.set(name, queue);
        for (const thread of threads) feed(thread);
      }),
    async close() {
      giveUp(new Error('The picture pool is closed.'));
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
