import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Environment, readEnvironment } from '../server/environment.ts';

interface CommandLine {
  environment: Environment;
  values: string[];
  signal: AbortSignal;
}

/** Shows how far something is: in one line at a terminal, else in a line every few seconds. */
export const progress = lines();

/**
 * Runs a command with the store's settings. Its errors are sentences; Ctrl-C ends it in order.
 * @param usage how it is called, with a placeholder for each value, such as `npm run backup -- FILE`; those in brackets may be left out
 */
export async function runCommand(usage: string, work: (given: CommandLine) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const environment = readEnvironment(process.env);
    const values = process.argv.slice(2);
    const wanted = usage.split(' -- ')[1]?.split(' ') ?? [];
    const needed = wanted.filter((name) => !name.startsWith('[')).length;
    if (values.length < needed || values.length > wanted.length || values.some((value) => !value.trim()))
      throw new Error(`This is how it is called: ${usage}`);
    await work({ environment, values, signal: stopping.signal });
  } catch (error) {
    progress.end();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** A path as its author meant it: npm runs scripts in the project's folder. */
export function pathFromCaller(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env.INIT_CWD ?? '.', path);
}

function lines() {
  const EVERY = process.stdout.isTTY ? 100 : 5_000;
  let last = performance.now();
  let open = false;
  return {
    show(text: string) {
      if (performance.now() - last < EVERY) return;
      last = performance.now();
      open = process.stdout.isTTY;
      process.stdout.write(open ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end() {
      if (open) process.stdout.write('\r\x1b[K');
      open = false;
    },
  };
}
