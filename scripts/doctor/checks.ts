import { access, constants, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isLoopbackHost } from 'embedded-supabase/mail';
import { createTransport } from 'nodemailer';
import { smtpOf } from '../../server/backend/auth-options.ts';
import type { Environment } from '../../server/environment.ts';
import { backupAlerts, backupsOf, LEAST_FREE } from '../../server/operations/alerts.ts';
import { diskTrouble, freeBytesOf } from '../../server/operations/disk.ts';
import { type AddressCheck, checkAddress, proofIn } from '../../server/operations/public-address.ts';
import { paymentAccounts } from '../../server/payments/payment-providers.ts';
import { version } from '../../server/version.ts';
import { checkDatabase, storeIds } from './database-checks.ts';
import { type Check, clockFinding, type Finding, note, ok, problem, reason, TIMEOUT_MS } from './findings.ts';

const GIGABYTE = 1024 ** 3;

/** All checks in the order of the output; independent, so that a failure hides no other. */
export const checks: Readonly<Record<string, Check>> = {
  version: async () => [ok('version', `This is Souk ${version}.`)],
  store: checkStore,
  database: checkDatabase,
  disk: checkDisk,
  backups: checkBackups,
  keys: checkKeys,
  storage: checkStorage,
  mail: checkMail,
  payments: checkPayments,
  'public address': checkOrigin,
};

async function checkStore({ PORT, HOST }: Environment): Promise<Finding[]> {
  const origin = `http://${HOST || '127.0.0.1'}:${PORT}`;
  const answer = await ask(`${origin}/readyz`).catch((error: unknown) => error);
  if (!(answer instanceof Response)) {
    return [
      problem(
        'store',
        `Nothing answers at ${origin}.`,
        'Start it with npm start, or set PORT and HOST as it has them.',
      ),
    ];
  }
  const text = (await answer.text()).trim();
  return answer.ok
    ? [ok('store', `It answers at ${origin} and is ready.`)]
    : [
        problem(
          'store',
          `It answers at ${origin}, but is not ready: ${text || answer.status}`,
          'See the lines about the database and the disk below.',
        ),
      ];
}

async function checkDisk({ SOUK_DATA }: Environment): Promise<Finding[]> {
  const folder = resolve(SOUK_DATA);
  const trouble = await diskTrouble(folder);
  if (trouble)
    return [
      problem(
        'disk',
        `The store is not ready: ${trouble}.`,
        'Free some space there, and see that the folder can be written to.',
      ),
    ];
  const free = await freeBytesOf(folder);
  const message = `${(free / GIGABYTE).toFixed(1)} GB are free where ${folder} lies.`;
  return [
    free >= LEAST_FREE
      ? ok('disk', message)
      : problem('disk', message, 'Free some space: orders stop when it is full.'),
  ];
}

async function checkBackups(environment: Environment): Promise<Finding[]> {
  const backups = backupsOf(environment);
  if (!backups)
    return [
      note('backups', 'None are made by themselves.', 'Set SOUK_BACKUP_DIR to a folder on another disk.'),
    ];
  const [alert] = await backupAlerts(backups);
  return [
    alert
      ? problem('backups', alert.message, alert.remedy)
      : ok('backups', `They are made into ${backups.folder}.`),
  ];
}

async function checkKeys(environment: Environment): Promise<Finding[]> {
  if (environment.SUPABASE_URL) return [ok('keys', 'They are those of the Supabase project.')];
  if (environment.DATABASE_URL) return [ok('keys', 'They are kept in the database.')];
  const {
    SUPABASE_PUBLISHABLE_KEY: publishable,
    SUPABASE_SECRET_KEY: secret,
    SOUK_JWT_KEY: signing,
  } = environment;
  const files = [...(publishable && secret ? [] : ['api-keys.json']), ...(signing ? [] : ['jwt-key.json'])];
  if (files.length === 0) return [ok('keys', 'They are those of the environment.')];
  const folder = resolve(environment.SOUK_DATA);
  const findings: Finding[] = [];
  for (const name of files) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (!file)
      findings.push(
        problem(
          'keys',
          `${name} is missing in ${folder}.`,
          'Put it back from a backup: a new one signs everybody out.',
        ),
      );
    else if (process.platform !== 'win32' && (file.mode & 0o077) !== 0)
      findings.push(
        problem(
          'keys',
          `Others than its owner may read ${join(folder, name)}.`,
          `chmod 600 ${join(folder, name)}`,
        ),
      );
  }
  return findings.length > 0 ? findings : [ok('keys', 'They are there, and only their owner reads them.')];
}

async function checkStorage(environment: Environment): Promise<Finding[]> {
  if (environment.SUPABASE_URL) return [];
  const folder = join(resolve(environment.SOUK_DATA), 'storage');
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [ok('storage', `Files can be written to ${folder}.`)];
  } catch (error) {
    return [
      problem(
        'storage',
        `Files cannot be written: ${reason(error)}`,
        `Give the user that runs the store ${folder}.`,
      ),
    ];
  }
}

async function checkMail(environment: Environment): Promise<Finding[]> {
  const smtp = smtpOf(environment);
  if (!smtp) {
    const remedy = 'Set SMTP_HOST and SMTP_FROM before customers order.';
    return [note('mail', 'No mail goes out: SMTP_HOST is not set.', remedy)];
  }
  const { host, port, user, password } = smtp;
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
  });
  try {
    await transport.verify();
    return [ok('mail', `${host}:${port} takes mail.`)];
  } catch (error) {
    return [
      problem(
        'mail',
        `${host}:${port} takes no mail: ${reason(error)}`,
        'Correct SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD.',
      ),
    ];
  } finally {
    transport.close();
  }
}

async function checkPayments(environment: Environment): Promise<Finding[]> {
  const stores = await storeIds(environment);
  const accounts = await paymentAccounts(environment, () => stores);
  if (accounts.all.length === 0)
    return [
      note(
        'payments',
        'Online payment is not offered.',
        'Set the keys of Paymob, Kashier or Stripe to offer it: see the README.',
      ),
    ];
  const refused: Finding[] = [];
  for (const { provider, tenantIds, isOwn } of accounts.all) {
    const { name } = provider;
    await provider.checkKeys().catch((error: unknown) => {
      const keys = `Correct the keys that begin with ${name.toUpperCase()}_${isOwn ? ` and end with the name of ${tenantIds.join()}` : ''}.`;
      refused.push(problem('payments', `The provider ${name} refuses the key: ${reason(error)}`, keys));
    });
  }
  if (refused.length > 0) return refused;
  const tested = accounts.all.find(({ provider }) => provider.isTest)?.provider.name;
  return tested && !isLocal(environment.SOUK_ORIGIN)
    ? [
        note(
          'payments',
          `The key of ${tested} is a test key: no money is taken.`,
          'Set the live key when the stores open.',
        ),
      ]
    : [ok('payments', 'The providers know the keys.')];
}

/** Where a public address leads, as seen from this machine. */
export function checkPublicAddress(
  address: string,
  { HOST, PORT }: Pick<Environment, 'HOST' | 'PORT'>,
): Promise<AddressCheck> {
  const proofOf = async (nonce: string) => {
    const answer = await ask(`http://${HOST || '127.0.0.1'}:${PORT}/healthz?nonce=${nonce}`).catch(
      () => null,
    );
    return answer ? proofIn(await answer.text()) : undefined;
  };
  return checkAddress(address, { proofOf, timeout: TIMEOUT_MS });
}

async function checkOrigin({ SOUK_ORIGIN: origin, PORT, HOST }: Environment): Promise<Finding[]> {
  if (!origin || isLocal(origin)) {
    return [
      note(
        'public address',
        'The stores are for this machine alone.',
        'Set SOUK_ORIGIN to the address people reach them at.',
      ),
    ];
  }
  const check = await checkPublicAddress(origin, { HOST, PORT });
  return [
    leadFinding(check),
    ...(check.clockAhead === null ? [] : [clockFinding(origin, check.clockAhead)]),
    ...certificateFindings(check),
  ];
}

function leadFinding({ origin, leads, reason: why }: AddressCheck): Finding {
  const subject = 'public address';
  if (leads === 'here') return ok(subject, `${origin} leads here.`);
  if (leads === 'elsewhere')
    return problem(
      subject,
      `${origin} answers ${why}, but not as this store.`,
      'Let the proxy pass requests on to this store.',
    );
  if (leads === 'other_port')
    return note(subject, `${origin} was not checked.`, `It has a port of its own, ${why}.`);
  return problem(
    subject,
    `${origin} cannot be reached: ${why}`,
    'Check the name, the proxy and its certificate.',
  );
}

function certificateFindings({ origin, leads, certificate, daysLeft, reason: why }: AddressCheck): Finding[] {
  const host = new URL(origin).hostname;
  if (certificate === 'none') {
    if (leads !== 'here') return [];
    return [
      problem(
        'public address',
        `${origin} is not HTTPS${why && `: ${why}`}.`,
        'Let the proxy speak HTTPS, and set SOUK_ORIGIN to it.',
      ),
    ];
  }
  const message = `The certificate of ${host} is good for ${daysLeft} more days.`;
  if (certificate === 'valid') return [ok('certificate', message)];
  const remedy = 'Renew it; the proxy should do that by itself.';
  if (certificate === 'ends_soon') return [problem('certificate', message, remedy)];
  if (certificate === 'expired')
    return [problem('certificate', `The certificate of ${host} has ended.`, remedy)];
  return [
    problem(
      'certificate',
      certificate === 'other_name'
        ? `The certificate is not for ${host}.`
        : `Browsers do not trust the certificate of ${host}: ${why}`,
      'Let the proxy get one for this name from a public authority.',
    ),
  ];
}

function isLocal(origin: string | undefined): boolean {
  return !origin || isLoopbackHost(new URL(origin).host);
}

function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
}
