import { existsSync } from 'node:fs';
import { readEnvironment } from '../server/environment.ts';
import { checks, type Finding } from './doctor-checks.ts';

/**
 * `npm run doctor`: looks at a running installation and says per line whether it is well, and what to do where it is not. Ends with 0
 * when nothing is ill, with 1 when something is, with 2 when the settings cannot be read.
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
