import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from '../../src/postgres/pid-lock.mjs';

/** Polls until a condition holds. @throws Error with `what` on timeout */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeout = 60_000,
): Promise<void> {
  for (const end = Date.now() + timeout; !(await holds()); await delay(20)) {
    if (Date.now() > end) throw new Error(`Waited for this in vain: ${what}`);
  }
}

/**
 * Command lines of live processes with a text in their command line or (on Linux) environment, by pid.
 */
export function processesWith(text: string): Map<number, string> {
  if (process.platform !== 'linux') return listedProcessesWith(text);
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  const found = pids.flatMap((pid): [number, string][] => {
    const commandLine = read(`/proc/${pid}/cmdline`);
    return commandLine.includes(text) || read(`/proc/${pid}/environ`).includes(text)
      ? [[pid, commandLine.replaceAll('\0', ' ').trim()]]
      : [];
  });
  return new Map(found);
}

function listedProcessesWith(text: string): Map<number, string> {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(text));
  return new Map(lines.map((line) => [Number.parseInt(line, 10), line]));
}

export function isAlive(pid: number): boolean {
  return identityOf(pid) !== undefined;
}

/** Empty for a process that has ended or is not readable for this user. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A process's live children. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Collects a child's output. */
export function transcript(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}
