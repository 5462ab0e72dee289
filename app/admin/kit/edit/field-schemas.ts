import { z } from 'zod';
import { withAsciiDigits } from '#app/lib/ascii-digits.ts';

const amount = /^\d{1,8}(\.\d{1,2})?$/;
const signed = /^[+-]?\d{1,8}(\.\d{1,2})?$/;

/**
 * Normalises a typed number: "1,200" and "1,200.50" lose their commas, "99,50" gets a point, Arabic digits
 * become ASCII.
 */
export function withPoint(typed: string): string {
  const plain = withAsciiDigits(typed.trim());
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)
    ? plain.replaceAll(',', '')
    : plain.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
}

/** Parses a typed number with any sign, minus signs besides the hyphen too; NaN when invalid. */
export function signedNumber(typed: string): number {
  const text = typed.replace(/\s/g, '').replace(/^[−–]/, '-');
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const number = `${sign}${withPoint(text.slice(sign.length))}`;
  return signed.test(number) ? Number(number) : Number.NaN;
}

/** Schema of an amount in pounds with up to two decimals, within bounds; '' is valid when it is optional. */
export function amountText(error: () => string, { least = 0, most = 10_000_000, optional = false } = {}) {
  return z
    .string()
    .transform(withPoint)
    .refine(
      (typed) =>
        typed === '' ? optional : amount.test(typed) && Number(typed) >= least && Number(typed) <= most,
      { error },
    );
}

/** Schema of an optional whole number. */
export function optionalCount(error: () => string, { least = 1, most = 1_000_000 } = {}) {
  return z
    .string()
    .transform(withPoint)
    .refine(
      (typed) => typed === '' || (/^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most),
      { error },
    );
}
