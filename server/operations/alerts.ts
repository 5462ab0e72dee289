import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loggable } from 'embedded-supabase';
import { escapeHtml, type MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import type { Environment } from '../environment.ts';
import { runPeriodically } from '../jobs/periodic-work.ts';
import { DAY, listBackups } from '../jobs/scheduled-backups.ts';
import { freeBytesOf } from './disk.ts';
import type { OperationsStatus } from './operations-status.ts';

/** A problem that needs an operator. */
export interface Alert {
  /** Stays the same while the problem lasts. */
  name: 'backups' | 'claims' | 'database' | 'differences' | 'disk' | 'jobs' | 'mails' | 'payments' | 'phones';
  message: string;
  remedy: string;
}

export interface AlertOptions {
  /** Recipient's email address. */
  to: string;
  transport: Pick<MailTransport, 'send'>;
  status: () => Promise<OperationsStatus>;
  dataDir: string;
  /** Origin of the stores, shown in the message. */
  origin: string;
  log: Logger;
  /** Folder of scheduled backups and their interval in milliseconds. */
  backups?: { folder: string; every?: number | undefined } | undefined;
  freeBytes?: (folder: string) => Promise<number>;
}

const EVERY = 60_000;
const HOUR = 3_600_000;
const STARTED_AT = Date.now();
const GIGABYTE = 1024 ** 3;
/** Raise an alert below this much free disk space. */
export const LEAST_FREE = GIGABYTE;

/** Backup options from the environment; undefined without scheduled backups. */
export function backupsOf({
  SOUK_BACKUP_DIR,
  SOUK_BACKUP_EVERY,
}: Pick<Environment, 'SOUK_BACKUP_DIR' | 'SOUK_BACKUP_EVERY'>): AlertOptions['backups'] {
  return SOUK_BACKUP_DIR ? { folder: resolve(SOUK_BACKUP_DIR), every: SOUK_BACKUP_EVERY } : undefined;
}

/** Checks for problems. */
async function currentAlerts({
  status,
  dataDir,
  backups,
  freeBytes = freeBytesOf,
}: Pick<AlertOptions, 'status' | 'dataDir' | 'backups' | 'freeBytes'>): Promise<Alert[]> {
  const free = await freeBytes(dataDir);
  const disk = free < LEAST_FREE ? [fullDisk(dataDir, free)] : [];
  const operations = await status().catch(() => undefined);
  return [...disk, ...(await backupAlerts(backups)), ...(operations ? queueAlerts(operations) : [DATABASE])];
}

/** Problems in the queues of notifications and payments. */
export function queueAlerts({ mails, phones, payments, differences, jobs }: OperationsStatus): Alert[] {
  const alerts: Alert[] = [];
  if (mails.late > 0 || mails.given_up > 0) {
    alerts.push({
      name: 'mails',
      message: `${mails.late} messages about orders wait for more than half an hour; ${mails.given_up} were given up within a week.`,
      remedy:
        'Check SMTP_HOST and its user and password, and the log of the store. Waiting messages go out by themselves.',
    });
  }
  if (phones.held > 0) {
    alerts.push({
      name: 'phones',
      message: `${phones.held} messages to phones waited within an hour: a store reached its limit of messages an hour.`,
      remedy:
        'Look at the newest orders in the office: a flood of new accounts is cancelled, a good day needs a higher limit (Settings, Orders). Messages that wait for an hour go by mail.',
    });
  }
  if (payments.stuck > 0) {
    alerts.push({
      name: 'payments',
      message: `${payments.stuck} card payments or refunds are not settled for more than an hour.`,
      remedy:
        'Look at them on the page of the payment provider, and check STRIPE_SECRET_KEY and the webhook.',
    });
  }
  if (jobs.failed > 0) {
    alerts.push({
      name: 'jobs',
      message: `${jobs.failed} jobs of the server were tried as often as they may be, and failed.`,
      remedy:
        'Read in the office, under Settings: Failed jobs, why each failed, and have it tried again there.',
    });
  }
  if (differences.payments + differences.statements > 0) {
    alerts.push({
      name: 'differences',
      message: `${differences.payments} payments of providers and ${differences.statements} lines of couriers’ statements differ from the ledger.`,
      remedy:
        'Look at them in the office, under Orders: Online payments and Cash of couriers, and settle each.',
    });
  }
  if (differences.claims > 0) {
    alerts.push({
      name: 'claims',
      message: `${differences.claims} claims against couriers for lost parcels are past the day of their answer.`,
      remedy:
        'Ask the couriers, and note their answers in the office, under Orders: Cash of couriers, or give the claim another day there.',
    });
  }
  return alerts;
}

/**
 * A failed backup is retried after 15 minutes. Alert if the newest is twice as old as the interval, or if
 * there is none an hour after the start: the first is made at once.
 * @param startedAt start of the store in epoch milliseconds
 */
export async function backupAlerts(
  backups: AlertOptions['backups'],
  startedAt = STARTED_AT,
): Promise<Alert[]> {
  if (!backups) return [];
  const { folder, every = DAY } = backups;
  const existing = await listBackups(folder).catch(() => []);
  const newest = existing.at(-1);
  if (Date.now() - (newest?.madeAt ?? startedAt) < (newest ? 2 * every : HOUR)) return [];
  const hours = Math.round((Date.now() - (newest?.madeAt ?? startedAt)) / HOUR);
  return [
    {
      name: 'backups',
      message: newest
        ? `The newest backup in ${folder} is ${hours} hours old.`
        : `There is no backup in ${folder}, although the store has been running for ${hours} hours.`,
      remedy: 'Run npm run backup -- FILE by hand and read why it fails; the log of the store has it, too.',
    },
  ];
}

const DATABASE: Alert = {
  name: 'database',
  message: 'The database does not answer.',
  remedy: 'Look at the log of the store and of PostgreSQL; npm run doctor says what is wrong.',
};

function fullDisk(folder: string, free: number): Alert {
  return {
    name: 'disk',
    message: `The disk of ${folder} has ${(free / GIGABYTE).toFixed(1)} GB left.`,
    remedy: 'Free some space. Orders go on until it is full; uploads are refused first.',
  };
}

/**
 * Creates the function that checks once. A problem is mailed once, after two checks in a row found it, and
 * again only after it was resolved. Mailed problems are stored in the data folder, so a restart does not
 * repeat them.
 */
export function alertCheck(options: AlertOptions): () => Promise<void> {
  const file = join(options.dataDir, 'alerts.json');
  let before = new Set<string>();
  return async () => {
    const alerts = await currentAlerts(options);
    const lasting = alerts.filter(({ name }) => before.has(name));
    before = new Set(alerts.map(({ name }) => name));
    const reported = await readReported(file);
    const fresh = lasting.filter(({ name }) => !reported.includes(name));
    if (fresh.length > 0) await options.transport.send(composeAlert(options, fresh));
    const stillReported = [...reported.filter((name) => before.has(name)), ...fresh.map(({ name }) => name)];
    if (stillReported.join() !== reported.join()) await writeReported(file, stillReported);
  };
}

/** Checks every minute. @returns a function that stops it */
export function alertWork(options: AlertOptions): () => Promise<void> {
  const check = alertCheck(options);
  return runPeriodically({
    every: EVERY,
    grace: 10_000,
    work: () =>
      check().catch((error: unknown) =>
        options.log.warn({ err: loggable(error) }, 'an alert could not be sent'),
      ),
  });
}

function composeAlert({ to, origin }: AlertOptions, alerts: readonly Alert[]) {
  const subject = `The stores at ${origin} need you: ${alerts.map(({ name }) => name).join(', ')}`;
  const paragraphs = alerts.map(({ message, remedy }) => `${message}\n${remedy}`);
  const end = 'You hear of each of these once, and again only when it was over in between.';
  return {
    kind: 'alert',
    to,
    subject,
    text: `${[...paragraphs, end].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.6">
${alerts.map(({ message, remedy }) => `<p><strong>${escapeHtml(message)}</strong><br>${escapeHtml(remedy)}</p>`).join('\n')}
<p style="color:#4b5563">${escapeHtml(end)}</p>
</body>
</html>
`,
  };
}

async function readReported(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  const names: unknown = JSON.parse(text || '[]');
  return Array.isArray(names) ? names.map(String) : [];
}

async function writeReported(file: string, names: readonly string[]): Promise<void> {
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, JSON.stringify(names));
  await rename(partial, file);
}
