import { z } from 'zod';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { emailText, limitedText } from '#app/lib/text-schemas.ts';
import { cleanEmail } from '#app/lib/typed-contacts.ts';
import { phoneNumber } from './account-contacts.ts';

type Key =
  | 'nameMissing'
  | 'nameLong'
  | 'emailInvalid'
  | 'emailOrPhoneInvalid'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordDiffers';

// Messages are looked up at validation time, in the page's language.
const message = (key: Key) => () => authTexts()(key);

export const email = emailText(message('emailInvalid'), 200);

/** A new password. bcrypt uses only the first 72 bytes. */
export const newPassword = z
  .string()
  .min(8, { error: message('passwordShort') })
  .refine((text) => new TextEncoder().encode(text).length <= 72, { error: message('passwordLong') });

/** An email address, or a phone number in E.164 if the store sends text messages. */
const emailOrPhone = z
  .string()
  .transform((typed) => phoneNumber(typed) ?? cleanEmail(typed))
  .refine((login) => login.startsWith('+') || email.safeParse(login).success, {
    error: message('emailOrPhoneInvalid'),
  });

/** @param sms whether the store sends text messages */
export const signInForm = (sms: boolean) =>
  z.object({
    login: sms ? emailOrPhone : email,
    password: z.string().min(1, { error: message('passwordMissing') }),
  });

const name = limitedText(120, message('nameLong')).min(1, { error: message('nameMissing') });

export const signUpForm = z.object({ name, email, password: newPassword });

/**
 * An owner's account. If it already exists, name and password are not asked for; nor is the address, if the link has
 * one.
 */
export const ownerForm = (link: { email: string; isOwner: boolean }) =>
  z
    .object({
      name: link.isOwner ? z.literal('') : name,
      email: link.email ? z.literal('') : email,
      password: newPassword,
      repeated: z.string(),
    })
    .refine((form) => form.password === form.repeated, {
      path: ['repeated'],
      error: message('passwordDiffers'),
    });

/** A new account for an invitation. */
export const invitedForm = z
  .object({ name, password: newPassword, repeated: z.string() })
  .refine((form) => form.password === form.repeated, {
    path: ['repeated'],
    error: message('passwordDiffers'),
  });

/** The password of the account that somebody has already. */
export const currentPasswordForm = z.object({
  password: z.string().min(1, { error: message('passwordMissing') }),
});

export const forgotPasswordForm = z.object({ email });

export const resetPasswordForm = z
  .object({ password: newPassword, repeated: z.string() })
  .refine((form) => form.password === form.repeated, {
    path: ['repeated'],
    error: message('passwordDiffers'),
  });
