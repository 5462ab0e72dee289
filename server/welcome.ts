import { mailboxToken } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { showsMailbox } from './backend/auth-options.ts';
import { defaultBrand, presentBrands } from './brands/brand-registry.ts';
import type { Environment } from './environment.ts';
import { inviteFirstOwner } from './owners/first-owner.ts';
import { seedsDemo } from './seed.ts';
import type { RunningServer } from './server.ts';
import { version } from './version.ts';

/** Text for the terminal after startup: URLs of the stores, mailbox, sign-in. */
export async function welcome(
  environment: Environment,
  { port, admin, staging }: RunningServer,
  log: Logger,
): Promise<string> {
  const brands = presentBrands();
  const first = defaultBrand();
  const width = Math.max(0, ...brands.map(({ name }) => name.length)) + 2;
  const addresses = brands.map(({ id, name }) => {
    const host = id === first.id ? `localhost:${port}` : `${id}.localhost:${port}`;
    return `  ${name.padEnd(width)}http://${host}`;
  });
  const lines = [
    '',
    `Souk ${version} is open:`,
    ...addresses,
    `  (or http://localhost:${port}/?tenant=<${brands.map(({ id }) => id).join('|')}>)`,
  ];
  if (staging)
    lines.push(
      '',
      'This is a staging copy: it sends no messages, takes no payments and leaves the settings for them aside.',
    );
  if (showsMailbox(environment)) {
    const token = await mailboxToken(environment.SOUK_DATA);
    lines.push('', `Mail that the stores send: http://localhost:${port}/_mail?token=${token}`);
  }
  const { isTTY: isTerminal = false } = process.stdout;
  const owner = await inviteFirstOwner(environment, { admin, port, isTerminal, log }).catch(
    (error: unknown) => {
      // Log only: the stores are running anyway.
      log.error({ err: error }, 'the link for the first owner could not be made');
      return ['', 'The link for the first owner could not be made: see the log.'];
    },
  );
  lines.push(...owner, ...(await accountLines(environment)), '', 'Stop with Ctrl-C.');
  return lines.join('\n');
}

async function accountLines(environment: Environment): Promise<string[]> {
  if (!seedsDemo(environment)) return [];
  const { readAccounts } = await import('../demo/load/demo-files.ts');
  const accounts = await readAccounts();
  return [
    '',
    'Demo accounts:',
    ...accounts.map((account) => `  ${account.role.padEnd(12)}${account.email}  ${account.password}`),
  ];
}
