import { z } from 'zod';
import { chosenPassword, email } from '#app/auth/forms.ts';
import accountMessages from '#app/i18n/messages/en/account.json';
import { getTranslations } from '#app/i18n/translations.ts';

type Key = 'nameMissing' | 'nameLong' | 'currentMissing' | 'passwordDiffers';
const say = (key: Key) => () => getTranslations('account', accountMessages)(key);

export const profileForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: say('nameMissing') })
    .max(120, { error: say('nameLong') }),
});

export const emailForm = z.object({ email });

/** A change of password; `current` is asked of who has one, `code` when the store mailed one. */
export const passwordForm = (hasPassword: boolean) =>
  z
    .object({
      current: hasPassword ? z.string().min(1, { error: say('currentMissing') }) : z.string(),
      password: chosenPassword,
      repeated: z.string(),
      code: z.string().trim(),
    })
    .refine((form) => form.password === form.repeated, { path: ['repeated'], error: say('passwordDiffers') });

export type PasswordForm = z.output<ReturnType<typeof passwordForm>>;
