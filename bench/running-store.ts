import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningStore {
  port: number;
  pid: number;
  /** Host name of the first store. */
  host: string;
  dataDir: string;
  keys: { publishableKey: string; secretKey: string };
  stop(): Promise<void>;
}

/**
 * Starts a whole store of its own on a free port: the real entry, with the demo catalogue.
 * @param kept a data folder that stays when the store stops; else it has one of its own for the time.
 */
export async function startRunningStore(
  variables: Record<string, string> = {},
  kept?: string,
): Promise<RunningStore> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'souk-bench-')));
  const child = fork(join(import.meta.dirname, '../server/main.ts'), {
    env: { ...process.env, PORT: '0', SOUK_DATA: dataDir, SOUK_SEED: 'demo', ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [told] = await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The store ended before it was open.');
    }),
  ]);
  const { port } = told as { port: number };
  const keys = JSON.parse(await readFile(join(dataDir, 'api-keys.json'), 'utf8'));
  return {
    port,
    pid: child.pid ?? 0,
    host: `inkthread.localhost:${port}`,
    dataDir,
    keys,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
