import { z } from 'zod';
import { numberText } from '#app/lib/typed-number.ts';

const amount = /^\d{1,8}(\.\d{1,2})?$/;
const signed = /^[+-]?\d{1,8}(\.\d{1,2})?$/;

/** Parses a typed number of up to two decimals with any sign; NaN when invalid. */
export function signedNumber(typed: string): number {
  const number = numberText(typed);
  return signed.test(number) ? Number(number) : Number.NaN;
}

/** Schema of an amount in pounds with up to two decimals, within bounds; '' is valid when it is optional. */
export function amountText(error: () => string, { least = 0, most = 10_000_000, optional = false } = {}) {
  return z
    .string()
    .transform(numberText)
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
    .transform(numberText)
    .refine(
      (typed) => typed === '' || (/^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most),
      { error },
    );
}
