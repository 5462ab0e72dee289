import { z } from 'zod';
import twoStepMessages from '#app/i18n/messages/en/two-step.json';
import { getTranslations } from '#app/i18n/translations.ts';

/** The ways of a second step that the store knows (spec section 3). */
export type FactorType = 'totp' | 'phone';

/** A second step that was verified; `added` is an ISO time, `phone` holds digits and is '' for apps. */
export interface Factor {
  id: string;
  type: FactorType;
  name: string;
  phone: string;
  added: string;
}

/** A factor that was begun: what the person needs to show its first code. */
export type BegunFactor =
  | { id: string; type: 'totp'; qrCode: string; secret: string }
  | { id: string; type: 'phone'; phone: string; challengeId: string };

const say = (key: 'codeMissing' | 'nameMissing' | 'nameLong' | 'numberInvalid') => () =>
  getTranslations('two-step', twoStepMessages)(key);

/** A code as people type it: with spaces, as many apps show it, or without. */
export const codeForm = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6,10}$/, { error: say('codeMissing') })),
});

const name = z
  .string()
  .trim()
  .min(1, { error: say('nameMissing') })
  .max(60, { error: say('nameLong') });

/** What a new factor needs to be known; a phone number is kept as E.164 with its plus sign. */
export const factorForm = z.discriminatedUnion('type', [
  z.object({ type: z.literal('totp'), name }),
  z.object({
    type: z.literal('phone'),
    name,
    phone: z
      .string()
      .transform((text) => text.replaceAll(/[\s()-]/g, '').replace(/^00/, '+'))
      .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, { error: say('numberInvalid') })),
  }),
]);

/** A name for a new factor that none of the person's factors has yet: 'App', 'App 2', … */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** A secret in groups of four, as it is easiest to type. */
export function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
