import { existsSync } from 'node:fs';
import { readEnvironment } from '../../server/environment.ts';
import { checks } from './checks.ts';
import type { Finding } from './findings.ts';
import { reportReadiness } from './ready.ts';

/**
 * `npm run doctor`: checks a running installation and prints a line per check, with advice where needed.
 * `npm run doctor -- ready [store]`: what the stores need to sell. Exit code 0 when all is well, 1 for a failed check or
 * something missing, 2 for invalid settings.
 */
const MARKS: Record<Finding['state'], string> = { ok: 'ok  ', note: 'note', problem: 'FAIL' };

async function main(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  const [part, store] = process.argv.slice(2);
  if (part === 'ready') return reportReadiness(environment, store);
  if (part !== undefined)
    throw new Error(`doctor knows no part ${part}: leave it out, or say ready [store].`);
  let problems = 0;
  for (const [name, check] of Object.entries(checks)) {
    const findings = await check(environment).catch((error: unknown): Finding[] => [
      { state: 'problem', subject: name, message: `It could not be checked: ${String(error)}` },
    ]);
    for (const { state, subject, message, remedy } of findings) {
      process.stdout.write(`${MARKS[state]}  ${subject.padEnd(16)}${message}\n`);
      if (remedy) process.stdout.write(`      ${''.padEnd(16)}${remedy}\n`);
      if (state === 'problem') problems += 1;
    }
  }
  process.stdout.write(problems === 0 ? '\nAll is well.\n' : `\n${problems} problems found.\n`);
  return problems === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
