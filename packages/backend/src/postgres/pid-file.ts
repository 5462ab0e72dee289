import { readdirSync, readlinkSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf, readText } from './pid-lock.mjs';

/** Prefix of the folders of Unix sockets. */
export const SOCKET_FOLDER = 'postgres-';

/** Parses `postmaster.pid`, which PostgreSQL keeps while it runs. `host` is a socket's folder or loopback. */
function readPidFile(cluster: string) {
  const lines = readText(join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  const isReady = lines[7]?.trim() === 'ready';
  return { pid, port: Number(lines[3]), host: lines[4] || '127.0.0.1', isReady };
}

/** Whether this server accepts connections. */
export function isReady(cluster: string, pid: number | undefined): boolean {
  const file = readPidFile(cluster);
  return file !== undefined && file.pid === pid && file.isReady;
}

/** Address of this cluster's running server, if any. */
export async function runningServer(cluster: string): Promise<{ host: string; port: number } | undefined> {
  const file = readPidFile(cluster);
  if (!file?.isReady || !serves(file.pid, await realpath(cluster))) return undefined;
  return { host: file.host, port: file.port };
}

/** Stops the server that a crashed parent left on a cluster, and removes its socket. */
export async function endOrphan(cluster: string): Promise<void> {
  const file = readPidFile(cluster);
  if (!file) return;
  const place = await realpath(cluster);
  // A suspended process handles no other signal.
  signalProcesses(place, 'SIGCONT');
  const isEnded =
    (await endsAfter('SIGINT', file.pid, place, 10_000)) ||
    (await endsAfter('SIGQUIT', file.pid, place, 5_000));
  if (!isEnded) {
    throw new Error(
      `A PostgreSQL (process ${file.pid}) still runs on ${place} and does not stop. End it and start again.`,
    );
  }
  if (basename(file.host).startsWith(SOCKET_FOLDER)) await rm(file.host, { recursive: true, force: true });
}

async function endsAfter(signal: NodeJS.Signals, pid: number, cluster: string, timeout: number) {
  try {
    if (serves(pid, cluster)) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw new Error(
      `A PostgreSQL (process ${pid}) still runs on ${cluster} and belongs to another user. End it and start again.`,
      { cause: error },
    );
  }
  for (const end = Date.now() + timeout; Date.now() < end; await delay(20)) {
    if (!serves(pid, cluster)) return true;
  }
  return false;
}

/** Sends a signal to all processes of a cluster, by real path: also backends of a dead server. Works only on Linux. */
export function signalProcesses(cluster: string, signal: NodeJS.Signals): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number)) {
    try {
      if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster) process.kill(pid, signal);
    } catch {
      // It has exited, or belongs to another user.
    }
  }
}

/** Whether a live process is this cluster's server: pids are reused, but a server runs in its own folder. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return identityOf(pid) !== undefined;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    // In a container, root may not read the working folder of another user's process.
    return readText(`/proc/${pid}/cmdline`).split('\0').includes(cluster);
  }
}
