// @module-tag slow

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseAddress } from '../../src/lib/database-address.ts';
import { openPool, type Row } from '../../src/lib/sql.ts';
import { canReach } from '../../src/postgres/data-folder.ts';
import { startPostgres } from '../../src/postgres/embedded.ts';
import { isAlive, processesWith, transcript, until } from '../support/processes.ts';

interface Holder {
  child: ChildProcess;
  pid: number;
  address: DatabaseAddress;
}

vi.setConfig({ testTimeout: 60_000 });

let template: string;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'souk-cluster-'));
  await chmod(template, 0o755);
  await (await startPostgres({ dataDir: join(template, 'data'), durable: false })).stop();
});

afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-process-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data of a store');
});

afterEach(async () => {
  expect([...processesWith(folder).values()]).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

/** Copies a stopped cluster into the data folder: creating one takes longer than most of these tests. */
function copyCluster(): void {
  expect(spawnSync('cp', ['-a', join(template, 'data'), dataDir]).status).toBe(0);
}

const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };

function canBecomeAnother(): boolean {
  return process.getuid?.() === 0 && canReach(process.execPath, NOBODY);
}

/** A small disk; only root can create one, and not everywhere. */
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/** A child process with a PostgreSQL on the data folder. */
async function hold(): Promise<Holder> {
  const child = spawnHolder(dataDir);
  const output = transcript(child);
  await until('the holder is up', () => output().includes('\n') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(output());
  return { child, ...(JSON.parse(output()) as Pick<Holder, 'pid' | 'address'>) };
}

function spawnHolder(dir: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'hold-postgres.ts'), dir]);
}

async function end(holder: Holder, signal: NodeJS.Signals): Promise<void> {
  holder.child.kill(signal);
  if (holder.child.exitCode === null && holder.child.signalCode === null) await once(holder.child, 'exit');
}

async function query(address: DatabaseAddress, text: string): Promise<Row[]> {
  const sql = openPool(address, 1);
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

it('keeps data private, reuses it, and leaves neither process nor socket', async () => {
  const first = await startPostgres({ dataDir, durable: false });
  await query(first.address, 'create table kept as select 7 as seven');
  expect((await stat(dataDir)).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  expect((await stat(first.address.host)).mode & 0o777).toBe(0o700);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  expect(existsSync(first.address.host)).toBe(false);

  const second = await startPostgres({ dataDir, durable: false });
  expect(await query(second.address, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await second.stop();
});

it('refuses a second process on the same folder, and the first keeps working', async () => {
  copyCluster();
  const first = await hold();
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    new RegExp(`Process ${first.child.pid} already uses the data folder .*choose another`),
  );
  expect(await query(first.address, 'select 1 as one')).toEqual([{ one: 1 }]);
  await end(first, 'SIGTERM');
});

it('waits for a process that is about to stop', async () => {
  copyCluster();
  const first = await hold();
  const second = startPostgres({ dataDir, durable: false });
  await end(first, 'SIGTERM');
  await (await second).stop();
});

it('ends the orphan of a killed process, removes its socket and finds every committed row', async () => {
  copyCluster();
  const first = await hold();
  await query(first.address, 'create table kept as select 7 as seven');
  await end(first, 'SIGKILL');
  expect(isAlive(first.pid)).toBe(true);

  const second = await startPostgres({ dataDir, durable: false });
  expect(isAlive(first.pid)).toBe(false);
  expect(existsSync(first.address.host)).toBe(false);
  expect(await query(second.address, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await second.stop();
});

it('recovers when process and server were killed together', async () => {
  copyCluster();
  const first = await hold();
  await query(first.address, 'create table kept as select 7 as seven');
  await end(first, 'SIGKILL');
  process.kill(first.pid, 'SIGKILL');

  const second = await startPostgres({ dataDir, durable: false });
  expect(existsSync(first.address.host)).toBe(false);
  expect(await query(second.address, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await second.stop();
});

it('stops the server when the process dies of its own error', async () => {
  copyCluster();
  const first = await hold();
  await end(first, 'SIGUSR2');
  expect(first.child.exitCode).toBe(1);
  await until('the server ended', () => !isAlive(first.pid));
  expect(existsSync(first.address.host)).toBe(false);
});

it('restarts a server that dies at the same address, whatever its connections were doing', async () => {
  copyCluster();
  const restarts: string[] = [];
  const onRestart = (lastWords: string) => restarts.push(lastWords);
  // Durable: committed data must survive.
  const server = await startPostgres({ dataDir, onRestart });
  await query(server.address, 'create table kept as select 7 as seven');
  query(server.address, 'select pg_sleep(60)').catch(() => {});
  await until('it is busy', async () => {
    const asked = "select 1 from pg_stat_activity where query = 'select pg_sleep(60)'";
    return (await query(server.address, asked)).length === 1;
  });
  const before = server.pid;
  process.kill(before, 'SIGKILL');
  await until('it is up again', () => restarts.length === 1, 5_000);
  expect(server.pid).not.toBe(before);
  expect(await query(server.address, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
  expect(existsSync(server.address.host)).toBe(false);
});

it('reports, with its last log lines, a server that cannot be restarted', async () => {
  copyCluster();
  const server = await startPostgres({ dataDir, durable: false });
  const control = join(dataDir, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(server.pid, 'SIGKILL');
  expect(await server.failed).toMatch(
    /could not (open|find)[\s\S]*pg_control|could not find the database system/,
  );
  await server.stop();
  expect(existsSync(server.address.host)).toBe(false);
});

it.skipIf(!canMount)(
  'survives a full disk: it retries until there is space, and keeps committed data',
  async () => {
    const disk = join(folder, 'small disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]).status).toBe(0);
    dataDir = join(disk, 'data');
    let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
    try {
      copyCluster();
      const reported: string[] = [];
      const restarts: string[] = [];
      server = await startPostgres({
        dataDir,
        onFullDisk: (words) => reported.push(words),
        onRestart: (words) => restarts.push(words),
      });
      await query(server.address, 'create table kept as select 7 as seven');
      const filler = join(disk, 'filler');
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
      // Writes only WAL, which needs space for its next segment.
      const message =
        "select pg_logical_emit_message(false, 'filler', repeat('x', 1000000)) from generate_series(1, 100)";
      query(server.address, message).catch(() => {});
      await until('the full disk is reported', () => reported.length > 0, 30_000);
      expect(reported[0]).toContain('No space left on device');
      await rm(filler);
      await until('it is up again', () => restarts.length > 0, 40_000);
      expect(await query(server.address, 'select seven from kept')).toEqual([{ seven: 7 }]);
      expect(await Promise.race([server.failed, 'goes on'])).toBe('goes on');
    } finally {
      await server?.stop();
      spawnSync('umount', ['-l', disk]);
    }
  },
);

it('leaves nothing partial when its process ends during a start', async () => {
  for (const after of [200, 400, 600, 800]) {
    const child = spawnHolder(dataDir);
    const exit = once(child, 'exit');
    await delay(after);
    child.kill('SIGTERM');
    await exit;
    await until('nothing of it runs', () => processesWith(folder).size === 0);
  }
  await (await startPostgres({ dataDir, durable: false })).stop();
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.password']);
});

it('says what to do when the data folder is a file', async () => {
  await writeFile(dataDir, '');
  await expect(startPostgres({ dataDir })).rejects.toThrow(/is not a folder\. Choose one/);
});

it('does not overwrite files that are not a cluster', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'Dear');
  await expect(startPostgres({ dataDir })).rejects.toThrow(/holds files that are not a PostgreSQL cluster/);
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
});

it('reports a missing password rather than locking itself out', async () => {
  copyCluster();
  await rm(join(dataDir, 'postgres.password'));
  await expect(startPostgres({ dataDir })).rejects.toThrow(/postgres\.password is missing/);
});

it.skipIf(process.getuid?.() !== 0)(
  'puts data that its user could not reach elsewhere, and keeps a copy of the folder from the same cluster',
  async () => {
    await chmod(folder, 0o700);
    const server = await startPostgres({ dataDir, durable: false });
    const place = await realpath(join(dataDir, 'postgres'));
    expect(place).toMatch(/^\/var\/lib\/embedded-supabase\//);
    const copy = join(folder, 'copy');
    await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true });
    await rm(join(copy, 'lock.pid'));
    await expect(startPostgres({ dataDir: copy })).rejects.toThrow(/already uses the data folder/);
    expect(await query(server.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await rm(dirname(place), { recursive: true });
    await expect(startPostgres({ dataDir })).rejects.toThrow(/is gone/);
  },
);

it.skipIf(!canBecomeAnother())(
  'serves an ordinary user, tells one who cannot write, and lets root start on that data too',
  async () => {
    const user = NOBODY;
    const own = join(folder, 'own');
    await mkdir(own);
    const run = (dir: string) =>
      spawn(process.execPath, [join(import.meta.dirname, 'hold-postgres.ts'), dir], {
        uid: user.uid,
        gid: user.gid,
        cwd: '/',
      });

    const refused = run(join(folder, 'new'));
    const words = transcript(refused);
    await once(refused, 'exit');
    expect(words()).toMatch(/cannot be written to. Choose one/);

    await chown(own, user.uid, user.gid);
    const holder = run(own);
    const output = transcript(holder);
    await until('it is up', () => output().includes('\n'));
    holder.kill('SIGTERM');
    await once(holder, 'exit');

    const asRoot = await startPostgres({ dataDir: own, durable: false });
    expect(await query(asRoot.address, 'select 1 as one')).toEqual([{ one: 1 }]);
    await asRoot.stop();
    expect((await stat(join(own, 'postgres'))).uid).toBe(user.uid);
  },
);

it('creates the same data folder on every machine, with its own collation', async () => {
  vi.stubEnv('LANG', 'tr_TR.UTF-8');
  vi.stubEnv('LC_ALL', 'tr_TR.UTF-8');
  const postgres = await startPostgres({ dataDir, durable: false });
  const sql = openPool(postgres.address, 1);
  try {
    const [row] = await sql<{ provider: string; locale: string; upper: string }[]>`
      select datlocprovider as provider, datlocale as locale, upper('i') as upper
      from pg_database where datname = current_database()`;
    expect(row).toEqual({ provider: 'b', locale: 'C.UTF-8', upper: 'I' });
  } finally {
    await sql.end();
    await postgres.stop();
    vi.unstubAllEnvs();
  }
});
