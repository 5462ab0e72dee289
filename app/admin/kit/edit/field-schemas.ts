import { z } from 'zod';

const amount = /^\d{1,8}(\.\d{1,2})?$/;

/** Converts Arabic-Indic and Persian digits and their separators ("٢٬٥٠٠٫٥") to ASCII. */
export function withAsciiDigits(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

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

/** Schema of a text, trimmed, with at most so many characters. */
export function limitedText(length: number, error: () => string) {
  return z.string().trim().max(length, { error });
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
