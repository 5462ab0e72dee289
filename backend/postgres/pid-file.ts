import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from './process-identity.mjs';
import { SOCKET_FOLDER } from './sockets.ts';

/** What a running server writes about itself into its data folder. */
interface PidFile {
  pid: number;
  port: number;
  /** Empty where it listens on loopback alone. */
  socketFolder: string;
  /** Padded by the server with blanks, here without: `starting`, `ready`, `stopping`. */
  state: string;
}

async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', state: lines[7]?.trim() ?? '' };
}

/** Ends the server that a crashed parent left behind on this cluster, if there is one, and removes its socket. */
export async function endOrphan(cluster: string): Promise<void> {
  const file = await readPidFile(cluster);
  if (!file) return;
  const place = await realpath(cluster);
  // What was stopped hears no other signal.
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

/**
 * Sends a signal to every process of a cluster, also to those whose server is gone and who have not noticed yet. Only Linux
 * tells which they are.
 */
export async function signalProcesses(cluster: string, signal: NodeJS.Signals): Promise<void> {
  if (process.platform !== 'linux') return;
  const place = await realpath(cluster);
  for (const pid of readdirSync('/proc').map(Number)) {
    try {
      if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === place) process.kill(pid, signal);
    } catch {
      // It has ended, or is somebody else's.
    }
  }
}

/** Whether a live process is the server of this cluster: pids are used again, but a server works in its own folder. */
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

/** Where the server that works on this cluster takes connections, if one does. */
export async function runningServer(cluster: string): Promise<{ host: string; port: number } | undefined> {
  const file = await readPidFile(cluster);
  if (file?.state !== 'ready' || !serves(file.pid, await realpath(cluster))) return undefined;
  return { host: file.socketFolder || '127.0.0.1', port: file.port };
}

/** Whether the server with this pid says in its pid file that it takes connections. */
export async function saysReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.state === 'ready';
}
