// @module-tag slow

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { copyClosedStore } from '../support/closed-store.ts';
import { isAlive, processesWith } from '../support/processes.ts';
import { ends, opened, start, statusOf } from '../support/start-command.ts';

// Each case starts and stops a whole store.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-start-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'my data');
  await copyClosedStore(dataDir);
});

afterEach(async () => {
  expect([...processesWith(folder).values()]).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

describe('the start command', () => {
  it('opens all stores, prints their URLs, and leaves neither process nor socket after one Ctrl-C', async () => {
    const store = await opened(start(dataDir));
    const socket = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
    expect(await statusOf(store.port)).toBe(200);
    for (const { id: brand } of presets) {
      const page = await fetch(`http://127.0.0.1:${store.port}/?tenant=${brand}`);
      expect([brand, page.status]).toEqual([brand, 200]);
    }
    for (const { id: brand } of presets.slice(1)) {
      expect(store.output()).toContain(`http://${brand}.localhost:${store.port}`);
    }
    expect(await ends(store, 'SIGINT')).toBe(0);
    expect(() => readFileSync(socket)).toThrow(/ENOENT/);
  });

  it('exits at once at a second Ctrl-C, and the next start finds everything', async () => {
    const store = await opened(start(dataDir));
    const keys = readKeys();
    const person = { email: 'layla@example.com', password: 'a-long-password-1' };
    const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' };
    const send = (port: number, path: string) =>
      fetch(`http://127.0.0.1:${port}/auth/v1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(person),
      });
    expect((await send(store.port, 'signup')).status).toBe(200);
    // A request that never ends delays the graceful shutdown.
    const hanging = createConnection({ port: store.port });
    hanging.write(
      `POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\napikey: ${keys.publishableKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const cutOff = once(hanging, 'close');
    await delay(200);
    const pressed = performance.now();
    await ends(store, 'SIGINT', 'SIGINT');
    expect(performance.now() - pressed, 'sooner than the request is given up').toBeLessThan(10_000);
    await cutOff;

    const next = await opened(start(dataDir));
    expect(readKeys()).toEqual(keys);
    expect((await send(next.port, 'token?grant_type=password')).status).toBe(200);
    await ends(next, 'SIGTERM');
  });

  it('reports that a store already runs on the data, and does not disturb it', async () => {
    const first = await opened(start(dataDir));
    const second = start(dataDir);
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.output()).toContain(`already runs on ${dataDir}: process ${first.server}`);
    expect(second.output()).toContain('SOUK_DATA=');
    expect(await statusOf(first.port)).toBe(200);
    await ends(first, 'SIGTERM');
  });

  it('says which variable to set when the port is taken, and leaves no database running', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const store = start(dataDir, { PORT: String(port) });
    expect(await ends(store)).toBe(1);
    expect(store.output()).toContain(`Port ${port} is taken. Set PORT`);
    other.close();
  });

  it('opens again after the server was killed, and after everything but its PostgreSQL was', async () => {
    const first = await opened(start(dataDir));
    process.kill(first.server, 'SIGKILL');
    expect(await ends(first)).toBe(137);
    expect(first.output()).toContain('The store was ended by SIGKILL');

    const second = await opened(start(dataDir));
    expect(await statusOf(second.port)).toBe(200);
    // Stopped first: a server that sees its script gone would stop PostgreSQL before it is killed.
    process.kill(second.server, 'SIGSTOP');
    process.kill(second.child.pid ?? 0, 'SIGKILL');
    process.kill(second.server, 'SIGKILL');
    expect(isAlive(second.postgres)).toBe(true);

    const third = await opened(start(dataDir));
    expect(isAlive(second.postgres)).toBe(false);
    expect(await statusOf(third.port)).toBe(200);
    await ends(third, 'SIGTERM');
  });

  it('exits if the script that started it, or npm above that, is killed', async () => {
    await ends(await opened(start(dataDir)), 'SIGKILL');
    await ends(await opened(start(dataDir, {}, ['npm', 'start'])), 'SIGKILL');
  });

  it('shuts down cleanly when npm gets a signal', async () => {
    const store = await opened(start(dataDir, {}, ['npm', 'start']));
    await ends(store, 'SIGTERM');
    expect(store.output()).toContain('Stopping');
  });

  it('exits with PostgreSQL’s last log lines if that dies and cannot be restarted', async () => {
    const store = await opened(start(dataDir));
    await rm(join(dataDir, 'postgres/global/pg_control'));
    process.kill(store.postgres, 'SIGKILL');
    expect(await ends(store)).toBe(1);
    expect(store.output()).toMatch(/The store cannot go on: [\s\S]*could not find the database system/);
  });
});

function readKeys(): { publishableKey: string } {
  return JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8')) as { publishableKey: string };
}
