import { pageLanguage } from './page-language.ts';

/** Stores keep Cairo time, so that server and browser print the same text whatever their own clocks say. */
const timeZone = 'Africa/Cairo';

/** Keeps what `make` gives for a locale and options: `Intl` formatters take long to make and are few. */
function cached<Options, Formatter>(make: (locale: string, options?: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const formatter = made.get(key) ?? make(locale, options);
    made.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = cached(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Days are written as in Britain where the language is English: "5 Mar 2026". */
export const dateFormat = cached(
  (locale, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone, ...options }),
);

const relativeFormat = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** A number with thousands separators and up to two decimals: "1,234.5". */
export function formatNumber(number: number): string {
  return numberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' }).format(number);
}

/**
 * An amount of money: Egyptian pounds with up to two decimals, followed by EGP; any other currency compactly with its
 * sign (spec section 9). Takes integer piastres, or hundredths of the other currency.
 */
export function formatMoney(piastres: number, currency = 'EGP'): string {
  if (currency === 'EGP') return `${formatNumber(piastres / 100)} EGP`;
  const compact = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 2 } as const;
  return numberFormat('en-US', compact).format(piastres / 100);
}

function instant(value: string | number | Date): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error(`Not a date: ${value}`);
  return date;
}

/** A day as "5 Mar 2026". Takes an ISO time, milliseconds or a Date; throws on anything else. */
export function formatDate(value: string | number | Date, locale = pageLanguage()): string {
  return dateFormat(locale, { dateStyle: 'medium' }).format(instant(value));
}

/** A day and time as "5 Mar 2026, 14:05". */
export function formatDateTime(value: string | number | Date, locale = pageLanguage()): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(instant(value));
}

/** Name of a weekday; 0 is Sunday, as in delivery slots. */
export function formatWeekday(day: number, locale = pageLanguage()): string {
  return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day));
}

const units: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago or ahead, in the largest fitting unit: "3 minutes ago", "in 2 days". */
export function formatRelative(value: string | number | Date, now: number, locale = pageLanguage()): string {
  const seconds = (instant(value).getTime() - now) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ];
  return relativeFormat(locale).format(Math.trunc(seconds / size), unit);
}
