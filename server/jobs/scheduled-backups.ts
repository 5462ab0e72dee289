import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import { setPriority, constants as system } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'embedded-supabase/database';
import type { Logger } from 'pino';
import type { Environment } from '../environment.ts';
import { runPeriodically } from './periodic-work.ts';

/** Arbitrary advisory lock id, unique within the database: one process at a time makes backups. */
export const BACKUP_TURN = 7_265_004;
const CHECK_INTERVAL = 60_000;
/** Milliseconds to release the lock of an aborted backup. */
const STOP_GRACE = 10_000;
/** Milliseconds to wait after a failed backup. */
const RETRY_DELAY = 15 * 60_000;
/** Default interval in milliseconds, when SOUK_BACKUP_EVERY is not set. */
export const DAY = 86_400_000;
const DEFAULT_RETAINED = 7;
const NAME = /^souk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;
const COMMAND = join(import.meta.dirname, '../../scripts/backup.ts');

export type BackupSettings = Pick<
  Environment,
  'SOUK_BACKUP_DIR' | 'SOUK_BACKUP_EVERY' | 'SOUK_BACKUP_KEEP' | 'SOUK_DATA' | 'DATABASE_URL'
>;

/**
 * Makes a backup when the newest one in SOUK_BACKUP_DIR is old enough, and removes old ones. Each backup runs
 * in a child process at low priority.
 * @returns a function that stops it and aborts a running backup
 * @throws Error when the folder is not writable
 */
export async function scheduleBackups(
  settings: BackupSettings,
  owner: Pool,
  log: Logger,
): Promise<() => Promise<void>> {
  const {
    SOUK_BACKUP_DIR: dir,
    SOUK_BACKUP_EVERY: every = DAY,
    SOUK_BACKUP_KEEP: keep = DEFAULT_RETAINED,
  } = settings;
  if (!dir) return async () => {};
  const folder = resolve(dir);
  await requireFolder(folder);
  let notBefore = 0;

  const makeDueBackup = async (signal: AbortSignal) => {
    const session = await owner.reserve();
    try {
      const [lock] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(${BACKUP_TURN}) as taken`;
      if (!lock?.taken) return;
      try {
        const newest = (await listBackups(folder)).at(-1);
        if (newest && Date.now() - newest.madeAt < every) return;
        await makeBackup(folder, settings, { signal });
        for (const { name } of (await listBackups(folder)).slice(0, -keep)) await rm(join(folder, name));
      } finally {
        await session`select pg_advisory_unlock(${BACKUP_TURN})`;
      }
    } finally {
      session.close();
    }
  };
  return runPeriodically({
    every: CHECK_INTERVAL,
    grace: STOP_GRACE,
    atStart: true,
    async work(signal) {
      if (Date.now() < notBefore) return;
      await makeDueBackup(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        notBefore = Date.now() + RETRY_DELAY;
        log.error({ err: error }, 'the backup that was due could not be made');
      });
    },
  });
}

/**
 * Makes a backup now. The schedule never removes it. Waits for a backup in progress.
 * @param purpose part of its name
 * @returns its file; undefined without SOUK_BACKUP_DIR
 * @throws Error with the output of the failed backup
 */
export async function backUpNow(
  settings: BackupSettings,
  owner: Pool,
  purpose: string,
): Promise<string | undefined> {
  if (!settings.SOUK_BACKUP_DIR) return undefined;
  const folder = resolve(settings.SOUK_BACKUP_DIR);
  await requireFolder(folder);
  const session = await owner.reserve();
  try {
    await session`select pg_advisory_lock(${BACKUP_TURN})`;
    try {
      return await makeBackup(folder, settings, { purpose });
    } finally {
      await session`select pg_advisory_unlock(${BACKUP_TURN})`;
    }
  } finally {
    session.close();
  }
}

/** Creates the backup folder. @throws Error when it is not writable */
export async function requireFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `Backups cannot be written to ${folder}. Set SOUK_BACKUP_DIR to a folder that you can write to.`,
      { cause: error },
    );
  }
}

/** The scheduled backups in a folder, oldest first; other files are ignored. */
export async function listBackups(folder: string): Promise<{ name: string; madeAt: number }[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  return names.map((name) => ({ name, madeAt: Date.parse(name.replace(NAME, '$1T$2:$3:$4Z')) }));
}

/**
 * Makes a backup in a child process. The caller holds the lock.
 * @throws Error with the command's output
 */
export async function makeBackup(
  folder: string,
  { SOUK_DATA, DATABASE_URL }: BackupSettings,
  { purpose, signal }: { purpose?: string; signal?: AbortSignal },
): Promise<string> {
  // Partial files of a killed backup: under the lock, nobody else is writing.
  for (const name of await readdir(folder)) {
    if (/^souk-.*\.tar\.gz\.\d+\.partial$/.test(name)) await rm(join(folder, name));
  }
  const file = await newBackupFile(folder, purpose);
  const child = spawn(process.execPath, [COMMAND, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
    killSignal: 'SIGTERM',
    env: { ...process.env, SOUK_DATA, ...(DATABASE_URL ? { DATABASE_URL } : {}) },
  });
  if (child.pid) setPriority(child.pid, system.priority.PRIORITY_LOW);
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(words.trim() || `The backup ended with code ${code}.`);
  return file;
}

/** The file of a new backup, named by the second, which another one may have taken. */
async function newBackupFile(folder: string, purpose?: string): Promise<string> {
  for (;;) {
    const stamp = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
    const name = `souk-${purpose ? `${purpose}-` : ''}${stamp}.tar.gz`;
    if (!(await readdir(folder)).includes(name)) return join(folder, name);
    await delay(1_000 - (Date.now() % 1_000));
  }
}
