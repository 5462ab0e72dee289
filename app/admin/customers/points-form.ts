import { z } from 'zod';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import { getTranslations } from '#app/i18n/translations.ts';

const say = (key: 'deltaWrong' | 'reasonMissing' | 'tooLong') => () =>
  getTranslations('admin-customers', adminCustomersMessages)(key);

/** Points to give or, below 0, to take, and why; the database keeps the balance at 0 or more. */
export const pointsForm = z.object({
  delta: z
    .string()
    .trim()
    // People and phones type a minus sign as well as a hyphen.
    .transform((typed) => typed.replace(/^[−–]/, '-'))
    .refine(
      (typed) => /^[+-]?\d{1,7}$/.test(typed) && Number(typed) !== 0 && Math.abs(Number(typed)) <= 1_000_000,
      {
        error: say('deltaWrong'),
      },
    ),
  reason: z
    .string()
    .trim()
    .min(1, { error: say('reasonMissing') })
    .max(500, { error: say('tooLong') }),
});
