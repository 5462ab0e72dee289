import { readFileSync } from 'node:fs';

/** Linux tells processor time in hundredths of a second. */
const tick = 10;

/** Milliseconds of processor time that a process has used in all of its threads. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * tick;
}
