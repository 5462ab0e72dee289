import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLIENTS = 64;
const ENDURED_SECONDS = Number(process.env.ENDURANCE_SECONDS ?? 6);

interface Running {
  child: ChildProcess;
  url: string;
  publishableKey: string;
}

let dataDir: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-endurance-'));
  await chmod(dataDir, 0o711);
  await mkdir(join(dataDir, 'migrations'));
});
afterAll(async () => {
  await Promise.all(running.map(stop));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Running> {
  const child = fork(
    join(import.meta.dirname, '../support/backend-process.ts'),
    [dataDir, join(dataDir, 'migrations')],
    { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  running.push(child);
  const [message] = await once(child, 'message');
  return { child, ...(message as { url: string; publishableKey: string }) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function known({ url, publishableKey }: Running): Promise<void> {
  const ask = () => fetch(`${url}/rest/v1/kept?limit=0`, { headers: { apikey: publishableKey } });
  await expect.poll(async () => (await ask()).status, { timeout: 10_000, interval: 25 }).toBe(200);
}

async function heapOf({ child }: Running): Promise<number> {
  child.send('memory');
  const [message] = await once(child, 'message');
  return (message as { heap: number }).heap;
}

describe('the backend in a separate process', () => {
  it('answers 64 clients at once without an error, and its memory does not grow', async () => {
    const backend = await start();
    await known(backend);
    const headers = {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    };
    const failures: string[] = [];
    let requests = 0;
    const work = async (client: number, until: number) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const id = 1_000_000 + client;
        const [method, path, body] = [
          ['GET', `/kept?id=gte.${turn % 700}&order=id&limit=10`, undefined],
          ['POST', '/kept', JSON.stringify({ id, body: 'x' })],
          ['PATCH', `/kept?id=eq.${id}`, JSON.stringify({ body: `turn ${turn}` })],
          ['DELETE', `/kept?id=eq.${id}`, undefined],
        ][turn % 4] as [string, string, string | undefined];
        const response = await fetch(`${backend.url}/rest/v1${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        await response.arrayBuffer();
        requests += 1;
        if (!response.ok) failures.push(`${method} ${path}: ${response.status}`);
      }
    };
    const all = (seconds: number) => {
      const until = performance.now() + seconds * 1_000;
      return Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client, until)));
    };
    await all(ENDURED_SECONDS / 3);
    const before = await heapOf(backend);
    await all((ENDURED_SECONDS * 2) / 3);
    const after = await heapOf(backend);
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(CLIENTS * 4);
    expect(after).toBeLessThan(before * 1.25 + (4 << 20));
    await stop(backend.child);
  }, 180_000);
});
