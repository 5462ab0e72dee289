/** Stores keep Cairo time, so that server and browser print the same text whatever their own clock says. */
const timeZone = 'Africa/Cairo';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, known);
  return known;
}

function instant(value: string | number | Date): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error(`Not a date: ${value}`);
  return date;
}

/** A day as "5 Mar 2026". Takes an ISO time, milliseconds or a Date; throws on anything else. */
export function formatDate(value: string | number | Date, locale = 'en'): string {
  return formatter(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'medium' }).format(instant(value));
}

/** A day and time as "5 Mar 2026, 14:05". */
export function formatDateTime(value: string | number | Date, locale = 'en'): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
  return formatter(locale === 'en' ? 'en-GB' : locale, options).format(instant(value));
}

/** Name of a weekday; 0 is Sunday, as in delivery slots. */
export function formatWeekday(day: number, locale = 'en'): string {
  return formatter(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day));
}

/** How long ago or ahead, in the largest fitting unit: "3 minutes ago", "in 2 days". */
export function formatRelative(value: string | number | Date, now: number, locale = 'en'): string {
  const seconds = (instant(value).getTime() - now) / 1000;
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return words.format(0, 'second');
}
