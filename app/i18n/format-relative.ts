import { cachedFormat, instant, localeOf } from './format.ts';
import { pageLanguage } from './page-language.ts';

const relativeFormat = cachedFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const units: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Relative time in the largest fitting unit: "3 minutes ago", "in 2 days". */
export function formatRelative(
  value: string | number | Date,
  now: number,
  language = pageLanguage(),
): string {
  const seconds = (instant(value).getTime() - now) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [
    'second',
    Number.POSITIVE_INFINITY,
  ];
  return relativeFormat(localeOf(language)).format(Math.trunc(seconds / size), unit);
}
