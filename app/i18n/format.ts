import { pageLanguage } from './page-language.ts';

/** Stores use Cairo time, so that server and browser format the same text. */
const timeZone = 'Africa/Cairo';

/** Caches formatters by locale and options: `Intl` formatters are slow to create. */
function cached<Options, Formatter>(make: (locale: string, options?: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const formatter = formatters.get(key) ?? make(locale, options);
    formatters.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = cached(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** English dates are British: "5 Mar 2026". */
export const dateFormat = cached(
  (locale, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone, ...options }),
);

const relativeFormat = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** A number with thousands separators and up to two decimals: "1,234.5". */
export function formatNumber(number: number): string {
  return numberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' }).format(number);
}

/** Piastres are written with two digits, or not at all: "99.50", "330". */
const decimals = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
} as const;

/**
 * Formats an amount: "99.50 EGP", "1,200 EGP"; other currencies compactly with their symbol
 * (docs/product.md, Delivery). Takes integer piastres, or hundredths of the other currency.
 */
export function formatMoney(piastres: number, currency = 'EGP'): string {
  if (currency === 'EGP') {
    return `${numberFormat('en-US', { ...decimals, signDisplay: 'negative' }).format(piastres / 100)} EGP`;
  }
  const compact = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 2 } as const;
  return numberFormat('en-US', compact).format(piastres / 100);
}

function instant(value: string | number | Date): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error(`Not a date: ${value}`);
  return date;
}

/** "5 Mar 2026". Takes an ISO time, milliseconds or a Date; throws on anything else. */
export function formatDate(value: string | number | Date, locale = pageLanguage()): string {
  return dateFormat(locale, { dateStyle: 'medium' }).format(instant(value));
}

/** The day on the stores' clock as an ISO date. */
export function cairoDay(value: string | number | Date): string {
  return dateFormat('en-CA', { dateStyle: 'short' }).format(instant(value));
}

/** "Thu 5 Mar – Mon 9 Mar", or one day where both are the same. Takes ISO dates. */
export function formatDays(from: string, until: string, locale = pageLanguage()): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return dateFormat(locale, options).formatRange(instant(`${from}T12:00:00Z`), instant(`${until}T12:00:00Z`));
}

/** "5 Mar 2026, 14:05". */
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

/** Relative time in the largest fitting unit: "3 minutes ago", "in 2 days". */
export function formatRelative(value: string | number | Date, now: number, locale = pageLanguage()): string {
  const seconds = (instant(value).getTime() - now) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ];
  return relativeFormat(locale).format(Math.trunc(seconds / size), unit);
}
