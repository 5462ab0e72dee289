import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive, processesWith, until } from '../support/processes.ts';
import { PROJECT, transcript } from '../support/store-process.ts';

vi.setConfig({ testTimeout: 180_000 });

let template: string;
let folder: string;
let dataDir: string;

/** A closed store's data, so that not every test has to make a database. */
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'souk-template-'));
  await chmod(template, 0o755);
  dataDir = join(template, 'data');
  await ends(await opened(start()), 'SIGTERM');
}, 180_000);

afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-start-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'my data');
  expect(spawnSync('cp', ['-a', join(template, 'data'), dataDir]).status).toBe(0);
});

afterEach(async () => {
  expect([...processesWith(folder).values()]).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  said(): string;
}

interface Opened extends Started {
  port: number;
  /** The process that serves, and its PostgreSQL. */
  server: number;
  postgres: number;
}

/** What `npm start` runs, or npm itself, on a data folder of the test's own. */
function start(
  environment: NodeJS.ProcessEnv = {},
  command = [process.execPath, 'scripts/start.mjs'],
  cwd = PROJECT,
): Started {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      PORT: '0',
      SOUK_DATA: dataDir,
      SOUK_SEED: 'none',
      NODE_ENV: 'production',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return { child, said: transcript(child) };
}

/** Waits until the store is open. */
async function opened(started: Started): Promise<Opened> {
  const { child, said } = started;
  await until(
    'the store opens',
    () => said().includes('Stop with Ctrl-C') || child.exitCode !== null,
    150_000,
  );
  const port = Number(/http:\/\/localhost:(\d+)/.exec(said())?.[1]);
  if (!port) throw new Error(said());
  const server = (JSON.parse(readFileSync(join(dataDir, 'souk.pid'), 'utf8')) as { pid: number }).pid;
  const postgres = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { ...started, port, server, postgres };
}

/** Sends signals, waits for the end of what was started, and of everything that it had started in turn. */
async function ends({ child, said }: Started, ...signals: NodeJS.Signals[]): Promise<number | null> {
  const exit = child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);
  for (const [index, signal] of signals.entries()) {
    if (index > 0) {
      await until('it heard the signal before', () => said().includes('Stopping'));
      // What comes within a moment is one press, which a terminal and npm both pass on.
      await delay(500);
    }
    child.kill(signal);
  }
  const [code] = (await exit) as [number | null];
  await until('every process ended', () => processesWith(dataDir).size === 0);
  return code;
}

const alive = (port: number, path = '/readyz') =>
  fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);

describe('the start command', () => {
  it('opens five stores, says where they are, and one Ctrl-C leaves neither process nor socket', async () => {
    const store = await opened(start());
    const socket = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
    expect(await alive(store.port)).toBe(200);
    for (const brand of ['inkthread', 'meeplehouse', 'casecraft', 'northblock', 'duoworks']) {
      const page = await fetch(`http://127.0.0.1:${store.port}/?tenant=${brand}`);
      expect([brand, page.status]).toEqual([brand, 200]);
    }
    for (const brand of ['meeplehouse', 'casecraft', 'northblock', 'duoworks']) {
      expect(store.said()).toContain(`http://${brand}.localhost:${store.port}`);
    }
    expect(await ends(store, 'SIGINT')).toBe(0);
    expect(() => readFileSync(socket)).toThrow(/ENOENT/);
  });

  it('opens from a folder with a space and other letters in its name, with its data beside it', async () => {
    const clone = join(folder, 'my shops & ملابس');
    const left = new Set(['node_modules', '.git', 'test-results']);
    const isOfTheClone = (path: string) => !left.has(relative(PROJECT, path)) && !/\/\.data[^/]*$/.test(path);
    await cp(PROJECT, clone, { recursive: true, filter: isOfTheClone });
    await symlink(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
    const given = dataDir;
    dataDir = join(clone, '.data');
    await rename(given, dataDir);
    const store = await opened(start({ SOUK_DATA: '' }, undefined, clone));
    const page = await fetch(`http://127.0.0.1:${store.port}/shop?tenant=duoworks`);
    expect(await page.text()).toContain('| Duoworks</title>');
    const [script = ''] =
      /\/assets\/[^"]+\.js/.exec(await (await fetch(`http://127.0.0.1:${store.port}/`)).text()) ?? [];
    expect(await alive(store.port, script)).toBe(200);
    expect(await ends(store, 'SIGTERM')).toBe(0);
  });

  it('ends at once at a second Ctrl-C, and the next start finds everything', async () => {
    const store = await opened(start());
    const keys = readKeys();
    const person = { email: 'layla@example.com', password: 'a-long-password-1' };
    const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' };
    const send = (port: number, path: string) =>
      fetch(`http://127.0.0.1:${port}/auth/v1/${path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(person) },
      });
    expect((await send(store.port, 'signup')).status).toBe(200);
    // A request that never ends holds the first, orderly stop up.
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

    const next = await opened(start());
    expect(readKeys()).toEqual(keys);
    expect((await send(next.port, 'token?grant_type=password')).status).toBe(200);
    await ends(next, 'SIGTERM');
  });

  it('leaves nothing behind when it is stopped in the middle of starting', async () => {
    await rm(dataDir, { recursive: true });
    for (const after of [30, 400, 1000]) {
      const started = start();
      await delay(after);
      await ends(started, 'SIGINT');
    }
    await ends(await opened(start()), 'SIGTERM');
  });

  it('says that a store already runs on the data, and leaves that one alone', async () => {
    const first = await opened(start());
    const second = start();
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.said()).toContain(`already runs on ${dataDir}: process ${first.server}`);
    expect(second.said()).toContain('SOUK_DATA=');
    expect(await alive(first.port)).toBe(200);
    await ends(first, 'SIGTERM');
  });

  it('says which variable to set when the port is taken, and leaves no database running', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const store = start({ PORT: String(port) });
    expect(await ends(store)).toBe(1);
    expect(store.said()).toContain(`Port ${port} is taken. Set PORT`);
    other.close();
  });

  it('opens again after the server was killed, and after everything but its PostgreSQL was', async () => {
    const first = await opened(start());
    process.kill(first.server, 'SIGKILL');
    expect(await ends(first)).toBe(137);
    expect(first.said()).toContain('The store was ended by SIGKILL');

    const second = await opened(start());
    expect(await alive(second.port)).toBe(200);
    process.kill(second.child.pid ?? 0, 'SIGKILL');
    process.kill(second.server, 'SIGKILL');
    expect(isAlive(second.postgres)).toBe(true);

    const third = await opened(start());
    expect(isAlive(second.postgres)).toBe(false);
    expect(await alive(third.port)).toBe(200);
    await ends(third, 'SIGTERM');
  });

  it('ends when the script that started it, or npm above that, is killed', async () => {
    await ends(await opened(start()), 'SIGKILL');
    await ends(await opened(start({}, ['npm', 'start'])), 'SIGKILL');
  });

  it('stops in order when npm is told to', async () => {
    const store = await opened(start({}, ['npm', 'start']));
    await ends(store, 'SIGTERM');
    expect(store.said()).toContain('Stopping');
  });

  it('ends with the last words of its PostgreSQL when that dies and cannot be started again', async () => {
    const store = await opened(start());
    await rm(join(dataDir, 'postgres/global/pg_control'));
    process.kill(store.postgres, 'SIGKILL');
    expect(await ends(store)).toBe(1);
    expect(store.said()).toMatch(/The store cannot go on: [\s\S]*could not find the database system/);
  });
});

function readKeys(): { publishableKey: string } {
  return JSON.parse(readFileSync(join(dataDir, 'api-keys.json'), 'utf8')) as { publishableKey: string };
}
