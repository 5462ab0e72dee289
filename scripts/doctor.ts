import { existsSync } from 'node:fs';
import { readEnvironment } from '../server/environment.ts';
import { checks, type Finding } from './doctor-checks.ts';

/**
 * `npm run doctor`: checks a running installation and prints a line per check, with advice where needed. Exit code 0
 * when all is well, 1 for a failed check, 2 for invalid settings.
 */
const MARKS: Record<Finding['state'], string> = { well: 'well', note: 'note', ill: 'ILL ' };

async function main(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  let illnesses = 0;
  for (const [name, check] of Object.entries(checks)) {
    const findings = await check(environment).catch((error: unknown): Finding[] => [
      { state: 'ill', about: name, says: `It could not be checked: ${String(error)}` },
    ]);
    for (const { state, about, says, todo } of findings) {
      process.stdout.write(`${MARKS[state]}  ${about.padEnd(16)}${says}\n`);
      if (todo) process.stdout.write(`      ${''.padEnd(16)}${todo}\n`);
      if (state === 'ill') illnesses += 1;
    }
  }
  process.stdout.write(illnesses === 0 ? '\nAll is well.\n' : `\n${illnesses} need a person.\n`);
  return illnesses === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
