import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diskTrouble, diskWatch } from './disk.ts';
import { healthChecks } from './health.ts';

const MEGABYTE = 1024 ** 2;

let folder: string;
let free: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-health-'));
  free = 5_000 * MEGABYTE;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A server with health checks and a responding database, and its log lines about the disk. */
function serve() {
  const reported: (string | undefined)[] = [];
  const disk = diskWatch(
    folder,
    (trouble) => reported.push(trouble),
    async () => free,
  );
  const backend = {
    internalUrl: 'http://backend.test',
    publishableKey: 'key',
    fetch: async () => Response.json([]),
  };
  const log = pino({ enabled: false });
  const checks = healthChecks({ backend, proofOf: () => '', diskTrouble: disk, log });
  const ready = async () => {
    vi.advanceTimersByTime(10_000);
    const answer = await checks.request('/readyz');
    return { status: answer.status, text: await answer.text() };
  };
  return { ready, reported };
}

test('a store is ready while its disk has space, and logs once when it fills up and once when it recovers', async () => {
  const { ready, reported } = serve();
  expect(await ready()).toEqual({ status: 200, text: 'ready\n' });
  free = 120 * MEGABYTE;
  const full = `the disk of ${folder} is full: 120 MB are left`;
  expect(await ready()).toEqual({ status: 503, text: `${full}\n` });
  expect((await ready()).status).toBe(503);
  free = 5_000 * MEGABYTE;
  expect((await ready()).status).toBe(200);
  expect(reported).toEqual([full, undefined]);
  expect(await readdir(folder)).toEqual([]);
});

test('a disk that rejects writes is a problem, whatever space it reports', async () => {
  await symlink('/dev/full', join(folder, '.disk-probe'));
  const { ready } = serve();
  expect(await ready()).toEqual({ status: 503, text: `nothing can be written to ${folder}: ENOSPC\n` });
});

test('a missing folder is a problem', async () => {
  expect(await diskTrouble(join(folder, 'gone'))).toBe(
    `nothing can be written to ${join(folder, 'gone')}: ENOENT`,
  );
});
