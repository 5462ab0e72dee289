import { cleanAscii } from '#app/lib/typed-ascii.ts';

/** Whether a file writes the day or the month first in dates such as 03/04/2024; null if its dates do not say. */
export type DateOrder = 'day' | 'month' | null;

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?)?$/i;
const iso =
  /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(am|pm)?)?\s*(z|utc|[+-]\d{2}:?\d{2})?$/i;

/** Returns the order of day and month, from the dates that can be read in one way only. */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  const found = new Set<'day' | 'month'>();
  for (const cell of cells) {
    const [, first, second] = slashed.exec(cleanAscii(cell)) ?? [];
    if (Number(first) > 12) found.add('day');
    if (Number(second) > 12) found.add('month');
  }
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

const two = (number: number) => String(number).padStart(2, '0');

/** A date as PostgreSQL reads it; '' if there is no such day. */
function dated(year: number, month: number, day: number, time: string, zone: string): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return '';
  return `${year}-${two(month)}-${two(day)} ${time} ${zone}`;
}

function timeOf(hour = '0', minute = '00', second = '00', half = ''): string {
  const twelve = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  return `${two(twelve)}:${minute}:${second}`;
}

/**
 * Reads a file's date: with the year first, or 03/04/2024 by the file's order of day and month, in any digits. Without a zone it is
 * store time. Returns PostgreSQL input; '' for no date, or one that could be two days.
 */
export function readDate(cell: string, order: DateOrder): string {
  const text = cleanAscii(cell);
  const yearFirst = iso.exec(text);
  if (yearFirst) {
    const [, year, month, day, hour, minute, second, half, zone = ''] = yearFirst;
    const named = /^(z|utc)$/i.test(zone) ? 'UTC' : zone || 'Africa/Cairo';
    return dated(Number(year), Number(month), Number(day), timeOf(hour, minute, second, half), named);
  }
  const [, first, second, year, hour, minute, seconds, half] = slashed.exec(text) ?? [];
  if (!first || !second) return '';
  const own = Number(first) > 12 ? 'day' : Number(second) > 12 ? 'month' : first === second ? 'day' : order;
  if (own === null) return '';
  const [day, month] = own === 'day' ? [first, second] : [second, first];
  return dated(Number(year), Number(month), Number(day), timeOf(hour, minute, seconds, half), 'Africa/Cairo');
}
