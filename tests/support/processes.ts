import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something holds, looking often. @throws Error with `what` when it does not in time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 20_000,
): Promise<void> {
  for (const end = Date.now() + patience; !(await holds()); await delay(20)) {
    if (Date.now() > end) throw new Error(`Waited for this in vain: ${what}`);
  }
}

/** Command lines of the live processes that carry a text in their command line or environment, by pid. Linux only. */
export function processesWith(text: string): Map<number, string> {
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

export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}

/** Empty for a process that ended, or that this user may not look into. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
