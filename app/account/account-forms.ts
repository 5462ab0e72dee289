import { z } from 'zod';
import { email, newPassword } from '#app/auth/forms.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanCode } from '#app/lib/typed-ascii.ts';

type Key = 'nameMissing' | 'nameLong' | 'currentMissing' | 'passwordDiffers';
const message = (key: Key) => () => accountTexts()(key);

export const profileForm = z.object({
  name: limitedText(120, message('nameLong')).min(1, { error: message('nameMissing') }),
});

export const emailForm = z.object({ email });

/** `current` is required of accounts that have a password; `code` only when the service mailed one. */
export const passwordForm = (hasPassword: boolean) =>
  z
    .object({
      current: hasPassword ? z.string().min(1, { error: message('currentMissing') }) : z.string(),
      password: newPassword,
      repeated: z.string(),
      code: z.string().overwrite(cleanCode),
    })
    .refine((form) => form.password === form.repeated, {
      path: ['repeated'],
      error: message('passwordDiffers'),
    });

export type PasswordForm = z.output<ReturnType<typeof passwordForm>>;
