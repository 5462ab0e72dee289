import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../backend/lib/database-address.ts';

/** The backend alone in a process of its own, as `data-api-server.ts` serves it. */
export interface ServedBackend {
  url: string;
  /** Of a signed-in person. */
  headers: Record<string, string>;
  user: string;
  address: DatabaseAddress;
  /** Bytes that the process holds, and those of its heap that are in use once nothing is left to collect. */
  memory(): Promise<{ resident: number; inUse: number }>;
}

/** Serves an empty backend for as long as the work takes. @throws Error when it ends before it is open. */
export async function withServedBackend<T>(work: (served: ServedBackend) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-bench-api-'));
  const child = fork(join(import.meta.dirname, 'data-api-server.ts'), [dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc'],
  });
  const exited = once(child, 'exit');
  try {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(() => {
        throw new Error('The backend ended before it was open.');
      }),
    ]);
    return await work({
      ...(message as Omit<ServedBackend, 'memory'>),
      async memory() {
        child.send('memory');
        const [told] = await once(child, 'message');
        return told as { resident: number; inUse: number };
      },
    });
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}
