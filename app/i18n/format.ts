import { type Language, languageFacts } from './languages.ts';
import { pageLanguage } from './page-language.ts';

/** Stores use Cairo time, so that server and browser format the same text. */
const timeZone = 'Africa/Cairo';

/** Locale of a language's dates; `numberLocaleOf` is that of its numbers. */
export const localeOf = (language = pageLanguage()): string => languageFacts[language].locale;
export const numberLocaleOf = (language = pageLanguage()): string => languageFacts[language].numberLocale;

/** Caches formatters by locale and options: `Intl` formatters are slow to create. */
export function cachedFormat<Options, Formatter>(make: (locale: string, options?: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const formatter = formatters.get(key) ?? make(locale, options);
    formatters.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = cachedFormat(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const dateFormat = cachedFormat(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options }),
);

/** A number with thousands separators and up to two decimals: "1,234.5". */
export function formatNumber(number: number, language = pageLanguage()): string {
  const options = { maximumFractionDigits: 2, signDisplay: 'negative' } as const;
  return numberFormat(numberLocaleOf(language), options).format(number);
}

/** Piastres have two digits, or none: "99.50", "330". */
const decimals = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
} as const;

/** The name of Egyptian pounds after an amount. */
const pounds: Record<Language, string> = { en: 'EGP', ar: 'ج.م' };

/**
 * Formats an amount: "99.50 EGP", "1,200 ج.م"; other currencies compactly with their symbol
 * (docs/product.md, Delivery). Takes integer piastres, or hundredths of the other currency.
 */
export function formatMoney(piastres: number, currency = 'EGP', language = pageLanguage()): string {
  if (currency === 'EGP') {
    const format = numberFormat(numberLocaleOf(language), { ...decimals, signDisplay: 'negative' });
    return `${withMinusSign(format.format(piastres / 100))} ${pounds[language]}`;
  }
  const compact = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 2 } as const;
  return withMinusSign(numberFormat(numberLocaleOf(language), compact).format(piastres / 100));
}

/** `Intl` writes a hyphen instead of a minus sign, and lines break after hyphens. */
const withMinusSign = (amount: string): string => amount.replace('-', '−');

/** The name of a currency after an amount: "EGP", "ج.م". */
export function currencyName(currency: string, language = pageLanguage()): string {
  return currency === 'EGP' ? pounds[language] : currency;
}

/** Separator of list items: the comma of the language, and a space. */
export const listSeparator = (language = pageLanguage()): string => (language === 'ar' ? '، ' : ', ');

/** Joins the parts of one thing, without empty ones: "Floor 3, Apartment 8". */
export function formatParts(parts: readonly string[], language = pageLanguage()): string {
  return parts.filter(Boolean).join(listSeparator(language));
}

/** Joins alternatives: "cash on delivery, card or bank transfer". */
export function formatChoices(choices: readonly string[], language = pageLanguage()): string {
  return new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(choices);
}

/** Joins items: "profile, addresses and orders". */
export function formatList(things: readonly string[], language = pageLanguage()): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(things);
}

/** Names months in every language: `dateStyle` writes Arabic ones as numbers. */
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** A time from the API or the browser; throws on anything else. */
export function instant(value: string | number | Date): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error(`Not a date: ${value}`);
  return date;
}

/** "5 Mar 2026". Takes an ISO time, milliseconds or a Date; throws on anything else. */
export function formatDate(value: string | number | Date, language = pageLanguage()): string {
  return dateFormat(localeOf(language), day).format(instant(value));
}

/** The day in the stores' time zone as an ISO date. */
export function cairoDay(value: string | number | Date): string {
  return dateFormat('en-CA', { dateStyle: 'short' }).format(instant(value));
}

/**
 * "Thu 5 Mar – Mon 9 Mar", "بين الثلاثاء 1 والخميس 3 ديسمبر", or one day if both are the same. Lines break only between
 * days. Takes ISO dates.
 */
export function formatDays(from: string, until: string, language = pageLanguage()): string {
  if (language === 'ar') return arabicDays(from, until);
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const days = dateFormat(localeOf(language), options).formatRange(
    instant(`${from}T12:00:00Z`),
    instant(`${until}T12:00:00Z`),
  );
  return days.replace(/(?<!–) (?!–)/g, '\u00a0');
}

/** Arabic has no dash between days, and names a common month once. */
function arabicDays(from: string, until: string): string {
  const write = (date: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(localeOf('ar'), { ...options, timeZone: 'UTC' }).format(instant(`${date}T12:00:00Z`));
  const dayOf = (date: string, withMonth: boolean) =>
    [
      write(date, { weekday: 'long' }),
      write(date, { day: 'numeric' }),
      ...(withMonth ? [write(date, { month: 'long' })] : []),
    ].join('\u00a0');
  if (from === until) return dayOf(from, true);
  return `بين ${dayOf(from, from.slice(0, 7) !== until.slice(0, 7))} و${dayOf(until, true)}`;
}

/** "5 Mar 2026, 14:05". */
export function formatDateTime(value: string | number | Date, language = pageLanguage()): string {
  return dateFormat(localeOf(language), { ...day, hour: '2-digit', minute: '2-digit' }).format(
    instant(value),
  );
}

/** Name of a weekday; 0 is Sunday, as in delivery slots. */
export function formatWeekday(day: number, language = pageLanguage()): string {
  return dateFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + day),
  );
}

/**
 * An amount that is taken off or added: "−30 EGP", "+30 EGP". Takes what formatMoney takes. In Arabic a mark keeps the sign before
 * the figures, as `Intl` does with negative numbers.
 */
export function formatSigned(piastres: number, currency = 'EGP', language = pageLanguage()): string {
  const sign = `${language === 'ar' ? '\u200e' : ''}${piastres < 0 ? '−' : '+'}`;
  return sign + formatMoney(Math.abs(piastres), currency, language);
}
