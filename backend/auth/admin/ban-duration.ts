import { invalid } from '../errors.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** A ban that outlasts everybody, within what the database's calendar holds. */
const LONGEST_MS = 1000 * 365 * 86_400_000;

/**
 * When a ban ends, by GoTrue's durations (`24h`, `1h30m`): null for `none`, which lifts one, undefined for no change.
 * @throws AuthError `validation_failed`
 */
export function banEnd(duration: string, now: Date): string | null | undefined {
  if (duration === '') return undefined;
  if (duration === 'none') return null;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: ${JSON.stringify(duration.slice(0, 64))}`);
  }
  let milliseconds = 0;
  for (const [, count, , unit] of duration.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    milliseconds += Number(count) * (UNIT_MS[unit ?? ''] ?? 0);
  }
  return new Date(now.getTime() + Math.min(milliseconds, LONGEST_MS)).toISOString();
}
