import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';
import { SOCKET_FOLDER } from './sockets.ts';

/** Contents of a running server's `postmaster.pid`. */
interface PidFile {
  pid: number;
  port: number;
  /** '' when it listens only on loopback. */
  socketFolder: string;
  /** `starting`, `ready` or `stopping`, without the server's padding. */
  state: string;
}

async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', state: lines[7]?.trim() ?? '' };
}

/** Stops the server that a crashed parent left on a cluster, and removes its socket. */
export async function endOrphan(cluster: string): Promise<void> {
  const file = await readPidFile(cluster);
  if (!file) return;
  const place = await realpath(cluster);
  // A suspended process handles no other signal.
  await signalProcesses(cluster, 'SIGCONT');
  if (serves(file.pid, place)) {
    const ended =
      (await endsAfter('SIGINT', file.pid, place, 10_000)) ||
      (await endsAfter('SIGQUIT', file.pid, place, 5_000));
    if (!ended) {
      throw new Error(
        `A PostgreSQL (process ${file.pid}) still runs on ${place} and does not stop. End it and start again.`,
      );
    }
  }
  if (basename(file.socketFolder).startsWith(SOCKET_FOLDER)) {
    await rm(file.socketFolder, { recursive: true, force: true });
  }
}

/** Sends a signal to all processes of a cluster, including backends of a dead server. Works only on Linux. */
export async function signalProcesses(cluster: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== 'linux') return;
  const place = await realpath(cluster);
  for (const pid of readdirSync('/proc').map(Number)) {
    try {
      if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === place) process.kill(pid, signal);
    } catch {
      // It has exited, or belongs to another user.
    }
  }
}

/** Whether a live process is this cluster's server: pids are reused, but a server runs in its own folder. */
function serves(pid: number, cluster: string): boolean {
  if (identityOf(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return commandLine(pid).includes(cluster);
  }
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

async function endsAfter(
  signal: NodeJS.Signals,
  pid: number,
  cluster: string,
  patience: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw new Error(
      `A PostgreSQL (process ${pid}) still runs on ${cluster} and belongs to another user. End it and start again.`,
      { cause: error },
    );
  }
  for (const end = Date.now() + patience; Date.now() < end; await delay(20)) {
    if (!serves(pid, cluster)) return true;
  }
  return false;
}

/** Address of this cluster's running server, if any. */
export async function runningServer(cluster: string): Promise<{ host: string; port: number } | undefined> {
  const file = await readPidFile(cluster);
  if (file?.state !== 'ready' || !serves(file.pid, await realpath(cluster))) return undefined;
  return { host: file.socketFolder || '127.0.0.1', port: file.port };
}

/** Whether the pid file of the server reports ready. */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.state === 'ready';
}
