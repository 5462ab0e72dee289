import { z } from 'zod';

/** Staff enter times in store time, which is Cairo's for every store. */
const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Cairo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function wallParts(time: number): string {
  const part = Object.fromEntries(wall.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/** Returns Cairo's offset from UTC at a time, in ms. */
function offsetAt(at: number): number {
  return Date.parse(`${wallParts(at)}Z`) - Math.floor(at / 1000) * 1000;
}

/** Converts an ISO time to a `datetime-local` value in Cairo time; '' for null. */
export function shopTimeInput(iso: string | null | undefined): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? '' : wallParts(at).slice(0, 16);
}

/** Converts an ISO time to "2026-03-05 14:05" in Cairo time, which sorts and which spreadsheets read; '' for null. */
export function shopTimeText(iso: string | null | undefined): string {
  return shopTimeInput(iso).replace('T', ' ');
}

/** Converts a `datetime-local` value in Cairo time to an ISO time; null when invalid. */
export function shopTimeIso(input: string): string | null {
  const asUtc = Date.parse(`${input}Z`);
  if (input === '' || Number.isNaN(asUtc)) return null;
  // Around a clock change the first offset may be wrong, so compute it again.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}

/** Returns today in Cairo as YYYY-MM-DD. */
export function shopDay(now: number = Date.now()): string {
  return wallParts(now).slice(0, 10);
}

/** Parses a day as YYYY-MM-DD; '' when invalid. */
export function dayOf(text: string | null): string {
  return z.iso.date().safeParse(text).data ?? '';
}

/** Adds days to a day; both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the weekday of a day as YYYY-MM-DD; 0 is Sunday, as in delivery slots. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Returns the Sunday of the week of a day (YYYY-MM-DD); of the current week when invalid. */
export function sundayOf(text: string | null): string {
  const day = dayOf(text) || shopDay();
  return dayAfter(day, -weekdayOf(day));
}
