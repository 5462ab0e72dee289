import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Ends the server that a crashed parent left behind on this data folder, if there is one. */
export async function endOrphan(dataDir: string): Promise<void> {
  const pid = orphanPid(dataDir);
  if (pid === undefined) return;
  signal(pid, 'SIGINT');
  if (await endsWithin(pid, 5_000)) return;
  signal(pid, 'SIGQUIT');
  if (await endsWithin(pid, 5_000)) return;
  throw new Error(
    `A PostgreSQL (process ${pid}) still runs on ${dataDir} and does not stop. End it and start again.`,
  );
}

/** The pid in postmaster.pid, if that process lives and is a PostgreSQL (pids are reused after a restart). */
function orphanPid(dataDir: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isPostgres(pid) ? pid : undefined;
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

async function endsWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (!isPostgres(pid)) return true;
    await delay(20);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether the server says in its pid file that it takes connections. */
export async function saysReady(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[7]?.trim() === 'ready';
}
