import { readFileSync } from 'node:fs';

const EVERY = 250;

/**
 * Tells when the package manager that launched this script is gone. It may be killed without a chance to pass a
 * signal on, and the shell between it and the script passes none on at all.
 * @param {() => void} listener
 */
export function onLauncherGone(listener) {
  if (!process.env.npm_lifecycle_event) return;
  const before = lineage();
  setInterval(() => {
    if (lineage() !== before) listener();
  }, EVERY).unref();
}

/** The pids of the shell and of the package manager, where the platform tells; a dead parent is replaced by another. */
function lineage() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return '';
  }
}
