import { z } from 'zod';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { signedNumber } from '../ui/edit/field-schemas.ts';

const message = (key: 'creditWrong' | 'deltaWrong' | 'reasonMissing' | 'tooLong') => () =>
  adminCustomersTexts()(key);

const reason = limitedText(500, message('tooLong')).min(1, { error: message('reasonMissing') });

/** Schema of the store credit form; the database keeps the balance at 0 or more. */
export const creditForm = z.object({
  delta: z
    .string()
    .transform(numberText)
    .refine((typed) => Math.abs(signedNumber(typed)) > 0, { error: message('creditWrong') }),
  reason,
});

/** Schema of the points form; the database keeps the balance at 0 or more. */
export const pointsForm = z.object({
  delta: z
    .string()
    .transform(numberText)
    .refine(
      (typed) => /^[+-]?\d{1,7}$/.test(typed) && Number(typed) !== 0 && Math.abs(Number(typed)) <= 1_000_000,
      { error: message('deltaWrong') },
    ),
  reason,
});
