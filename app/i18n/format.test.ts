import { describe, expect, it } from 'vitest';
import {
  currencyName,
  formatChoices,
  formatDate,
  formatDateTime,
  formatDays,
  formatMoney,
  formatNumber,
  formatParts,
  formatSigned,
  formatWeekday,
} from './format.ts';
import { formatRelative } from './format-relative.ts';

describe('money', () => {
  it.each([
    [0, '0 EGP'],
    [5, '0.05 EGP'],
    [12000, '120 EGP'],
    [12050, '120.50 EGP'],
    [12345, '123.45 EGP'],
    [123456789, '1,234,567.89 EGP'],
    [-3000, '−30 EGP'],
  ])('of %d piastres reads %s', (piastres, text) => {
    expect(formatMoney(piastres)).toBe(text);
  });

  it('uses Egyptian pounds in Arabic too, with Western digits', () => {
    expect(formatMoney(33000, 'EGP', 'ar')).toBe('330 ج.م');
    expect(formatMoney(123450, 'EGP', 'ar')).toBe('1,234.50 ج.م');
    // The mark keeps the sign before the digits in a right-to-left line.
    expect(formatMoney(-3000, 'EGP', 'ar')).toBe('\u200e−30 ج.م');
  });

  it('with a sign has it before the digits in both languages', () => {
    expect(formatSigned(-3050)).toBe('−30.50 EGP');
    expect([-3050, 3050].map((change) => formatSigned(change, 'EGP', 'ar'))).toEqual([
      '\u200e−30.50 ج.م',
      '\u200e+30.50 ج.م',
    ]);
  });

  it('in other currencies is compact', () => {
    expect(formatMoney(123456700, 'USD')).toBe('$1.23M');
    expect(formatMoney(150000, 'EUR')).toBe('€1.5K');
  });
});

describe('numbers', () => {
  it('are grouped by thousands and have up to two decimals', () => {
    expect([1234567, 0.5, 12.345, -0.001].map((number) => formatNumber(number))).toEqual([
      '1,234,567',
      '0.5',
      '12.35',
      '0',
    ]);
  });
});

describe('choices', () => {
  it('are joined with "or" before the last', () => {
    expect(formatChoices(['Pixel 9'])).toBe('Pixel 9');
    expect(formatChoices(['Pixel 8', 'Pixel 9', 'Pixel 9 Pro'])).toBe('Pixel 8, Pixel 9 or Pixel 9 Pro');
  });
});

describe('dates', () => {
  it('are days and times in Cairo', () => {
    expect(formatDate('2026-03-05T22:30:00Z')).toBe('6 Mar 2026');
    expect(formatDateTime('2026-01-05T12:05:00Z')).toBe('5 Jan 2026, 14:05');
  });

  it('are in the requested language', () => {
    expect(formatDate('2026-03-05T22:30:00Z', 'ar')).toBe('6 مارس 2026');
    expect(formatWeekday(0, 'ar')).toBe('الأحد');
  });

  it('of a delivery stay on one line each', () => {
    expect(formatDays('2026-03-05', '2026-03-09', 'en').split(/[^\S\u00a0]/)).toEqual([
      'Thu\u00a05\u00a0Mar',
      '–',
      'Mon\u00a09\u00a0Mar',
    ]);
    const arabic = (from: string, until: string) => formatDays(from, until, 'ar').replaceAll('\u00a0', ' ');
    expect(arabic('2026-12-01', '2026-12-03')).toBe('بين الثلاثاء 1 والخميس 3 ديسمبر');
    expect(arabic('2026-03-30', '2026-04-02')).toBe('بين الاثنين 30 مارس والخميس 2 أبريل');
    expect(arabic('2026-03-05', '2026-03-05')).toBe('الخميس 5 مارس');
    expect(formatDays('2026-03-05', '2026-03-05', 'en')).toBe('Thu\u00a05\u00a0Mar');
  });

  it('name weekdays from Sunday', () => {
    expect([0, 1, 6].map((day) => formatWeekday(day))).toEqual(['Sunday', 'Monday', 'Saturday']);
  });

  it('can be relative to now', () => {
    const now = Date.UTC(2026, 0, 10, 12);
    expect(formatRelative(now - 3 * 60_000, now)).toBe('3 minutes ago');
    expect(formatRelative(now - 1000, now)).toBe('now');
    expect(formatRelative(now + 2 * 86_400_000, now)).toBe('in 2 days');
  });

  it('throw for an invalid date and name it', () => {
    expect(() => formatDate('soon')).toThrow('Not a date: soon');
  });
});

describe('parts of a list', () => {
  it('are separated by the comma of the language, without empty ones', () => {
    expect(formatParts(['Maadi', '', 'Cairo'], 'en')).toBe('Maadi, Cairo');
    expect(formatParts(['المعادي', '', 'القاهرة'], 'ar')).toBe('المعادي، القاهرة');
  });
});

describe('a currency', () => {
  it('has the name that follows an amount', () => {
    expect([currencyName('EGP', 'en'), currencyName('EGP', 'ar'), currencyName('USD', 'ar')]).toEqual([
      ...['EGP', 'ج.م', 'USD'],
    ]);
  });
});
