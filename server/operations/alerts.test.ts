import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from 'embedded-supabase/mail';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertCheck, backupAlerts } from './alerts.ts';
import type { OperationsStatus } from './operations-status.ts';

const GIGABYTE = 1024 ** 3;
let dataDir: string;
let sent: Message[];
let free: number;
let status: OperationsStatus | undefined;
let mailWorks: boolean;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'souk-alerts-'));
  [sent, free, mailWorks] = [[], 50 * GIGABYTE, true];
  status = {
    orders: {},
    mails: { sent: 9, waiting: 0, late: 0, given_up: 0 },
    phones: { held: 0 },
    payments: { stuck: 0 },
    differences: { payments: 0, statements: 0, claims: 0 },
    jobs: { waiting: 2, failed: 0 },
    database_bytes: 1,
  };
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const look = () =>
  alertCheck({
    to: 'owner@example.com',
    origin: 'https://shop.example',
    dataDir,
    log: pino({ level: 'silent' }),
    transport: {
      send: async (message) => {
        if (!mailWorks) throw new Error('no mail server');
        sent.push(message);
      },
    },
    status: async () => {
      if (!status) throw new Error('no database');
      return status;
    },
    freeBytes: async () => free,
  });

test('a healthy store sends no alert', async () => {
  const turn = look();
  for (let turns = 0; turns < 3; turns++) await turn();
  expect(sent).toEqual([]);
});

test('a lasting problem is mailed once, even across a restart, and again when it recurs', async () => {
  const turn = look();
  free = 0.4 * GIGABYTE;
  for (let turns = 0; turns < 4; turns++) await turn();
  const restarted = look();
  for (let turns = 0; turns < 3; turns++) await restarted();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: 'owner@example.com',
    subject: 'The stores at https://shop.example need you: disk',
  });
  expect(sent[0]?.text).toContain('has 0.4 GB left.\nFree some space.');
  free = 50 * GIGABYTE;
  await restarted();
  free = 0.4 * GIGABYTE;
  for (let turns = 0; turns < 3; turns++) await restarted();
  expect(sent).toHaveLength(2);
});

test('a problem that passes within a minute is not mailed', async () => {
  const turn = look();
  const well = status;
  status = undefined;
  await turn();
  status = well;
  for (let turns = 0; turns < 3; turns++) await turn();
  expect(sent).toEqual([]);
});

test('late messages, stuck payments and an unresponsive database are mailed, each with a remedy', async () => {
  const turn = look();
  status = {
    orders: {},
    mails: { sent: 0, waiting: 3, late: 2, given_up: 1 },
    phones: { held: 3 },
    payments: { paid: 1, stuck: 1 },
    differences: { payments: 2, statements: 1, claims: 3 },
    jobs: { waiting: 0, failed: 4 },
    database_bytes: 1,
  };
  for (let turns = 0; turns < 2; turns++) await turn();
  expect(sent[0]?.subject).toContain('mails, phones, payments');
  expect(sent[0]?.text).toContain('3 messages to phones waited within an hour');
  expect(sent[0]?.text).toContain('2 messages about orders wait');
  expect(sent[0]?.text).toContain('1 card payments or refunds');
  status = undefined;
  for (let turns = 0; turns < 2; turns++) await turn();
  expect(sent[1]?.text).toContain('The database does not answer.');
});

test('jobs that failed for good are mailed with where to retry them; waiting ones are not', async () => {
  const turn = look();
  const well = { ...status } as OperationsStatus;
  status = { ...well, jobs: { waiting: 40, failed: 0 } };
  for (let turns = 0; turns < 2; turns++) await turn();
  expect(sent).toEqual([]);
  status = { ...well, jobs: { waiting: 40, failed: 4 } };
  for (let turns = 0; turns < 2; turns++) await turn();
  expect(sent.map(({ subject }) => subject)).toEqual(['The stores at https://shop.example need you: jobs']);
  expect(sent[0]?.text).toContain(
    '4 jobs of the server were tried as often as they may be, and failed.\nRead in the office, under Settings: Failed jobs',
  );
});

test('a newest backup twice as old as its interval is mailed', async () => {
  const folder = join(dataDir, 'backups');
  await mkdir(folder);
  const backups = { folder, every: 3_600_000 };
  await writeFile(join(folder, nameOf(3)), '');
  expect((await backupAlerts(backups)).map(({ message }) => message)).toEqual([
    `The newest backup in ${folder} is 3 hours old.`,
  ]);
  await writeFile(join(folder, nameOf(0)), '');
  expect(await backupAlerts(backups)).toEqual([]);
});

test('backups that never ran are a problem an hour after the start', async () => {
  const backups = { folder: join(dataDir, 'nowhere'), every: 24 * 3_600_000 };
  expect(await backupAlerts(backups, Date.now() - 30 * 60_000)).toEqual([]);
  expect((await backupAlerts(backups, Date.now() - 2 * 3_600_000)).map(({ message }) => message)).toEqual([
    `There is no backup in ${backups.folder}, although the store has been running for 2 hours.`,
  ]);
});

/** File name of a scheduled backup made this many hours ago. */
function nameOf(hours: number): string {
  const stamp = new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+/, '');
  return `souk-${stamp.replaceAll(':', '-')}.tar.gz`;
}

test('an alert that could not be sent is sent once mail works again', async () => {
  const turn = look();
  free = 0;
  mailWorks = false;
  await turn();
  await expect(turn()).rejects.toThrow('no mail server');
  mailWorks = true;
  await turn();
  expect(sent).toHaveLength(1);
});
