import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a live process from others with the same pid: its start time and the boot id.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined for no live process; '' where the platform lacks the data
 */
export function identityOf(pid) {
  if (!exists(pid)) return undefined;
  if (process.platform === 'linux') return identityOnLinux(pid);
  if (process.platform === 'win32') return '';
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Whether a process with this pid exists.
 * @param {number} pid
 */
function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {number} pid */
function identityOnLinux(pid) {
  try {
    // "pid (name) state …": the name may contain spaces and brackets, so fields are counted from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return '';
  }
}
