import { z } from 'zod';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanCode } from '#app/lib/typed-ascii.ts';
import { cleanPhone } from '#app/lib/typed-contacts.ts';

/** Supported kinds of second step (docs/product.md, Accounts). */
export type FactorType = 'totp' | 'phone';

/** A verified second step. `added` is an ISO time; `phone` holds digits, '' for authenticator apps. */
export interface Factor {
  id: string;
  type: FactorType;
  name: string;
  phone: string;
  added: string;
}

/** A factor that is enrolled but not yet verified. */
export type UnverifiedFactor =
  | { id: string; type: 'totp'; qrCode: string; secret: string }
  | { id: string; type: 'phone'; phone: string; challengeId: string };

const message = (key: 'codeMissing' | 'nameMissing' | 'nameLong' | 'numberInvalid') => () =>
  twoStepTexts()(key);

/** Accepts codes with spaces, as many apps show them. */
export const codeForm = z.object({
  code: z
    .string()
    .transform(cleanCode)
    .pipe(z.string().regex(/^\d{6,10}$/, { error: message('codeMissing') })),
});

const name = limitedText(60, message('nameLong')).min(1, { error: message('nameMissing') });

/** Form of a new factor; phone numbers are normalized to E.164 with the plus sign. */
export const factorForm = z.discriminatedUnion('type', [
  z.object({ type: z.literal('totp'), name }),
  z.object({
    type: z.literal('phone'),
    name,
    phone: z
      .string()
      .transform((text) => cleanPhone(text).replace(/^00/, '+'))
      .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, { error: message('numberInvalid') })),
  }),
]);

/** Returns the first free name: 'App', 'App 2', … */
export function uniqueName(baseName: string, existing: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? baseName : `${baseName} ${number}`;
    if (!existing.includes(candidate)) return candidate;
  }
}

/** Formats a secret in groups of four characters. */
export function formatSecret(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
