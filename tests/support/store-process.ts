import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { transcript } from './processes.ts';

export interface StoreProcess {
  port: number;
  child: ChildProcess;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Shuts it down cleanly. @returns its exit code */
  stop(): Promise<number | null>;
}

export const PROJECT = join(import.meta.dirname, '../..');
const OPEN = /http:\/\/localhost:(\d+)/;
/** The first store of a run also seeds its demo. */
const POLL_AFTER = 240_000;

/**
 * Starts a real store on a free port with its own data folder, and waits until it is ready.
 * @param project folder of its code, by default the tree under test
 * @throws Error with its output if it exits or does not become ready
 */
export async function startStoreProcess(
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
  project = PROJECT,
): Promise<StoreProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', SOUK_DATA: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = transcript(child);
  const port = await opens(child, output);
  return {
    port,
    child,
    dataDir,
    output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

function opens(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((done, fail) => {
    const giveUp = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGTERM');
      fail(new Error(`The store ${why}:\n${output()}`));
    };
    const timer = setTimeout(() => giveUp('did not open'), POLL_AFTER);
    const ended = () => giveUp('ended');
    const listen = () => {
      const port = OPEN.exec(output())?.[1];
      if (!port) return;
      clearTimeout(timer);
      child.off('exit', ended);
      child.stdout?.off('data', listen);
      done(Number(port));
    };
    child.once('exit', ended);
    child.stdout?.on('data', listen);
  });
}
