import { z } from 'zod';
import { languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { Constants } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { factNames } from '#app/store/facts.ts';
import { type Readiness, readinessItems, textPlaces } from '#app/store/readiness.ts';
import { askServer } from '../ui/ask-server.ts';

const addressesSchema = z.object({
  /** `SOUK_ORIGIN` is set. */
  hasOrigin: z.boolean(),
  addresses: z.array(
    z.object({
      origin: z.string(),
      leads: z.enum(['here', 'elsewhere', 'unknown_name', 'no_answer', 'other_port']),
      certificate: z.enum(['valid', 'ends_soon', 'expired', 'other_name', 'untrusted', 'none']),
      daysLeft: z.number().nullable(),
      reason: z.string(),
    }),
  ),
});
const keysSchema = z.object({
  keys: z.array(
    z.object({
      provider: z.string(),
      needs: z.array(z.string()),
      needsOneOf: z.array(z.string()),
      state: z.enum(['no_account', 'works', 'refused', 'silent']),
      isOwn: z.boolean(),
      isTest: z.boolean(),
    }),
  ),
});
const readinessSchema = z.object({
  items: z.array(
    z.object({
      item: z.enum(readinessItems),
      level: z.enum(Constants.public.Enums.readiness_level),
      isReady: z.boolean(),
      names: z.array(z.string()),
      amount: z.number(),
      contradictions: z.array(
        z.object({
          said: z.string(),
          fact: z.enum(factNames),
          now: z.string(),
          place: z.enum(textPlaces),
          name: z.string(),
          language: z.enum(languages),
        }),
      ),
    }),
  ),
});
const way = z.enum(['smtp', 'mailbox', 'none']);
const sentSchema = z.object({ way, to: z.string(), problem: z.string() });
const countSchema = z.object({ count: z.number().nullable() });

/** A public address of the store: where it leads, and whether its certificate is trusted. */
export type CheckedAddress = z.output<typeof addressesSchema>['addresses'][number];
/** An account with a payment provider, and whether the provider accepts its keys. */
export type CheckedKey = z.output<typeof keysSchema>['keys'][number];

export type SentTest = z.output<typeof sentSchema>;

const ask = (path: string, store: string = pageTenant()) =>
  askServer(`/setup/${path}`, { store, language: pageLanguage() });

/** Reads what a store needs to sell, ready or not. @throws BackendError */
export const readReadiness = async (tenantId?: string): Promise<Readiness[]> =>
  readinessSchema.parse(await ask('readiness', tenantId)).items;

/** Checks where the store's public addresses lead. @throws BackendError */
export const checkAddresses = async () => addressesSchema.parse(await ask('addresses'));

/** Checks the keys with the payment providers. @throws BackendError */
export const checkPaymentKeys = async () => keysSchema.parse(await ask('payment-keys')).keys;

/** Reads where mail is sent. @throws BackendError */
export const readMailWay = async () => z.object({ way }).parse(await ask('mail')).way;

/** Sends a test email to the user. @throws BackendError */
export const sendTestMail = async () => sentSchema.parse(await ask('test-mail'));

/** Counts the demo's products that the store tries out, or adds or removes them; null where it has none to try. @throws BackendError */
export const trialProducts = async (change?: 'add' | 'remove') =>
  countSchema.parse(await ask(change ? `trial-products/${change}` : 'trial-products')).count;
