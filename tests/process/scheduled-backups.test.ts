// @module-tag slow

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBackup } from 'embedded-supabase/backup';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../server/environment.ts';
import { backUpNow, scheduleBackups } from '../../server/jobs/scheduled-backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/processes.ts';
import { PROJECT } from '../support/store-process.ts';

// Each case makes whole backups.
vi.setConfig({ testTimeout: 60_000 });

const log = pino({ level: 'silent' });
const OLD = [
  'souk-2026-01-01T00-00-00Z.tar.gz',
  'souk-2026-01-02T00-00-00Z.tar.gz',
  'souk-2026-01-03T00-00-00Z.tar.gz',
];
let folder: string;
let db: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-scheduled-'));
  db = await createTestDatabase();
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

function settings(values: Record<string, string>) {
  const { host, port, user, password, database } = db.address;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return readEnvironment({ DATABASE_URL: url, SOUK_DATA: join(folder, 'data'), ...values });
}

it('one of two processes makes the due backup, and removes the oldest beyond the retention count', async () => {
  const dir = join(folder, 'due');
  const given = settings({ SOUK_BACKUP_DIR: dir, SOUK_BACKUP_KEEP: '2' });
  await (await scheduleBackups({ ...given, SOUK_BACKUP_DIR: undefined }, db.owner, log))();
  const stopEmpty = await scheduleBackups(given, db.owner, log);
  await until('the first backup', async () => (await readdir(dir)).some((name) => name.endsWith('.gz')));
  await stopEmpty();
  const [first = ''] = await readdir(dir);
  const { migrations } = await checkBackup(join(dir, first), join(PROJECT, 'supabase/migrations'));
  expect(migrations.length).toBeGreaterThan(0);

  await rm(join(dir, first));
  for (const name of OLD) await writeFile(join(dir, name), 'old');
  await writeFile(join(dir, 'notes.txt'), 'mine');
  await writeFile(join(dir, 'souk-2026-01-03T00-00-00Z.tar.gz.77.partial'), 'killed');
  const stops = await Promise.all([
    scheduleBackups(given, db.owner, log),
    scheduleBackups(given, db.owner, log),
  ]);
  await until('the oldest are gone', async () => !(await readdir(dir)).includes(OLD[1] ?? ''));
  for (const stop of stops) await stop();
  const left = (await readdir(dir)).sort();
  expect(left).toEqual(['notes.txt', OLD[2], expect.stringMatching(/^souk-.*Z\.tar\.gz$/)]);
});

it('makes no backup if the last one is recent, and logs why one failed', async () => {
  const dir = join(folder, 'fresh');
  const given = settings({ SOUK_BACKUP_DIR: dir });
  const errors: string[] = [];
  const errorLog = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
  const session = await db.owner.reserve();
  await session`select pg_advisory_lock(7265003)`;
  const stop = await scheduleBackups(given, db.owner, errorLog);
  await until('the failure is logged', () => errors.length > 0);
  await stop();
  expect(errors.join()).toContain('Another backup of this database runs');
  await session`select pg_advisory_unlock(7265003)`;
  session.close();
  expect(await readdir(dir)).toEqual([]);

  const now = `souk-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
  await writeFile(join(dir, now), 'fresh');
  await (await scheduleBackups(given, db.owner, errorLog))();
  expect(await readFile(join(dir, now), 'utf8')).toBe('fresh');
  expect(await readdir(dir)).toEqual([now]);
});

it('makes two backups for the same purpose within a second', async () => {
  const given = settings({ SOUK_BACKUP_DIR: join(folder, 'twice') });
  const files = await Promise.all([
    backUpNow(given, db.owner, 'before-removal'),
    backUpNow(given, db.owner, 'before-removal'),
  ]);
  expect(new Set(files).size).toBe(2);
});

it('refuses invalid settings, and says what would be valid', async () => {
  const cases: [Record<string, string>, string][] = [
    [{ SOUK_BACKUP_EVERY: '24h' }, 'SOUK_BACKUP_DIR is needed when SOUK_BACKUP_EVERY is set'],
    [
      { SOUK_BACKUP_DIR: 'b', SOUK_BACKUP_EVERY: 'daily' },
      'SOUK_BACKUP_EVERY must be a time such as 90m, 24h or 7d, not "daily"',
    ],
    [{ SOUK_BACKUP_DIR: 'b', SOUK_BACKUP_EVERY: '5m' }, 'SOUK_BACKUP_EVERY must be at least 15m, not "5m"'],
    [{ SOUK_BACKUP_DIR: 'b', SOUK_BACKUP_KEEP: '0' }, 'SOUK_BACKUP_KEEP must be at least 1, not "0"'],
    [
      { SOUK_BACKUP_DIR: 'b', SOUK_BACKUP_KEEP: 'all' },
      'SOUK_BACKUP_KEEP must be a number of backups, not "all"',
    ],
  ];
  for (const [values, sentence] of cases) expect(() => settings(values)).toThrow(sentence);
  await expect(
    scheduleBackups(settings({ SOUK_BACKUP_DIR: '/dev/null/backups' }), db.owner, log),
  ).rejects.toThrow('Backups cannot be written to /dev/null/backups. Set SOUK_BACKUP_DIR to a folder');
});
