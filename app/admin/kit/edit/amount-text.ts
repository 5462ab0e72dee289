import { z } from 'zod';

const amount = /^\d{1,8}(\.\d{1,2})?$/;

/** What staff type for an amount, with the point of numbers where they type a comma. */
export function withPoint(typed: string): string {
  return typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
}

/** An amount in pounds as staff type it: up to two decimals, within bounds. */
export function amountText(error: () => string, { least = 0, most = 10_000_000 } = {}) {
  return z
    .string()
    .transform(withPoint)
    .refine((typed) => amount.test(typed) && Number(typed) >= least && Number(typed) <= most, { error });
}

/** A whole number as staff type it, or nothing. */
export function optionalCount(error: () => string, { least = 1, most = 1_000_000 } = {}) {
  return z
    .string()
    .trim()
    .refine(
      (typed) => typed === '' || (/^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most),
      { error },
    );
}
