import { z } from 'zod';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { withAsciiDigits } from '#app/lib/ascii-digits.ts';

const message = (key: 'deltaWrong' | 'reasonMissing' | 'tooLong') => () =>
  getTranslations('admin-customers', adminCustomersMessages)(key);

/** Schema of the points form; the database keeps the balance at 0 or more. */
export const pointsForm = z.object({
  delta: z
    .string()
    .trim()
    // Accepts minus signs besides the hyphen, and Arabic digits.
    .transform((typed) => withAsciiDigits(typed).replace(/^[−–]/, '-'))
    .refine(
      (typed) => /^[+-]?\d{1,7}$/.test(typed) && Number(typed) !== 0 && Math.abs(Number(typed)) <= 1_000_000,
      { error: message('deltaWrong') },
    ),
  reason: z
    .string()
    .trim()
    .min(1, { error: message('reasonMissing') })
    .max(500, { error: message('tooLong') }),
});
