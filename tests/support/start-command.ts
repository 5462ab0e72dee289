import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesWith, transcript, until } from './processes.ts';
import { PROJECT } from './store-process.ts';

interface Started {
  dataDir: string;
  child: ChildProcess;
  output(): string;
}

interface Opened extends Started {
  port: number;
  /** The serving process, and its PostgreSQL. */
  server: number;
  postgres: number;
}

/** Runs `npm start`'s script, or npm itself, on the test's own data folder. */
export function start(
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
  command = [process.execPath, 'scripts/start.mjs'],
  cwd = PROJECT,
): Started {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      PORT: '0',
      SOUK_DATA: dataDir,
      SOUK_SEED: 'presets',
      NODE_ENV: 'production',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return { child, dataDir, output: transcript(child) };
}

/** Waits until the store is open. */
export async function opened(started: Started): Promise<Opened> {
  const { child, dataDir, output } = started;
  await until(
    'the store opens',
    () => output().includes('Stop with Ctrl-C') || child.exitCode !== null,
    150_000,
  );
  const port = Number(/http:\/\/localhost:(\d+)/.exec(output())?.[1]);
  if (!port) throw new Error(output());
  const server = (JSON.parse(readFileSync(join(dataDir, 'lock.pid'), 'utf8')) as { pid: number }).pid;
  const postgres = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { ...started, port, server, postgres };
}

/** Sends signals and waits until the process and all its descendants have exited. */
export async function ends(
  { child, dataDir, output }: Started,
  ...signals: NodeJS.Signals[]
): Promise<number | null> {
  const exit = child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);
  for (const [index, signal] of signals.entries()) {
    if (index > 0) {
      await until('it heard the signal before', () => output().includes('Stopping'));
      // Signals within a moment count as one key press, which a terminal and npm both forward.
      await delay(500);
    }
    child.kill(signal);
  }
  const [code] = (await exit) as [number | null];
  await until('every process ended', () => processesWith(dataDir).size === 0);
  return code;
}

/** A store's response status for a path. */
export const statusOf = (port: number, path = '/readyz') =>
  fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
