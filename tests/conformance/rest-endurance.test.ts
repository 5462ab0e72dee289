import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const WRITES = 5_000;
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
  const [told] = await once(child, 'message');
  return { child, ...(told as { url: string; publishableKey: string }) };
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

function insert({ url, publishableKey }: Running, id: number): Promise<Response> {
  return fetch(`${url}/rest/v1/kept`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ id, body: `row ${id}` }),
  });
}

async function heapOf({ child }: Running): Promise<number> {
  child.send('memory');
  const [told] = await once(child, 'message');
  return (told as { heap: number }).heap;
}

describe('the backend in a process of its own', () => {
  it('has every acknowledged write after it was killed in the middle of 5,000', async () => {
    const first = await start();
    await known(first);
    const acknowledged: number[] = [];
    let next = 0;
    let killed = false;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (next < WRITES && !killed) {
          const id = next;
          next += 1;
          const response = await insert(first, id).catch(() => undefined);
          await response?.arrayBuffer().catch(() => {});
          if (response?.status === 201) acknowledged.push(id);
          if (acknowledged.length === 1_500 && !killed) {
            killed = true;
            first.child.kill('SIGKILL');
          }
        }
      }),
    );
    expect(killed).toBe(true);
    const second = await start();
    await known(second);
    const kept = new Set<number>();
    for (let from = 0; from < WRITES; from += 1_000) {
      const response = await fetch(
        `${second.url}/rest/v1/kept?select=id,body&id=gte.${from}&id=lt.${from + 1_000}`,
        { headers: { apikey: second.publishableKey } },
      );
      for (const { id, body } of await response.json()) if (body === `row ${id}`) kept.add(id);
    }
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(1_500);
    await stop(second.child);
  }, 120_000);

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
