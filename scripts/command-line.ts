import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Environment, readEnvironment } from '../server/environment.ts';

interface CommandLine {
  environment: Environment;
  values: string[];
  signal: AbortSignal;
}

/** Shows progress: in one line on a terminal, else as a line every few seconds. */
export const progress = lines();

/**
 * Runs a command with the store's settings. Prints errors as messages; Ctrl-C shuts it down.
 * @param usage usage text with placeholders, such as `npm run backup -- FILE`; those in brackets are optional
 */
export async function runCommand(
  usage: string,
  work: (commandLine: CommandLine) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const environment = readEnvironment(process.env);
    const values = process.argv.slice(2);
    const placeholders = usage.split(' -- ')[1]?.split(' ') ?? [];
    const needed = placeholders.filter((name) => !name.startsWith('[')).length;
    if (
      values.length < needed ||
      values.length > placeholders.length ||
      values.some((value) => !value.trim())
    )
      throw new Error(`This is how it is called: ${usage}`);
    await work({ environment, values, signal: stopping.signal });
  } catch (error) {
    progress.end();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Resolves a path from the caller's folder, as npm runs scripts in the project's. */
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
