import { isLoopbackHost, type MailTransport, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { showsMailbox, smtpOf } from '../backend/auth-options.ts';
import { type Environment, keysOfProviders, paymobWays } from '../environment.ts';
import { composeTestMail } from '../mail/compose-test-mail.ts';
import { type AddressCheck, type AddressCheckOptions, checkAddress } from '../operations/public-address.ts';
import { refusesKeys } from '../payments/payment-provider.ts';
import type { PaymentAccounts } from '../payments/payment-providers.ts';

/** Time limit of a connection to the store's own URL, in milliseconds. */
const TIMEOUT = 5_000;
/** Maximum length shown of a mail server's error. */
const MOST_WORDS = 300;

/** A payment provider account, and whether its keys work. */
export interface KeyCheck {
  provider: string;
  /** An account needs all of `needs` and one of `needsOneOf`. */
  needs: readonly string[];
  needsOneOf: readonly string[];
  /** `no_account` if the variables are not set. */
  state: 'no_account' | 'works' | 'refused' | 'silent';
  isOwn: boolean;
  isTest: boolean;
}

/** Checks the keys of each of a store's providers; charges nothing. */
export function checkPaymentKeys(accounts: PaymentAccounts, tenantId: string): Promise<KeyCheck[]> {
  return Promise.all(
    Object.entries(keysOfProviders).map(async ([name, needs]) => {
      const needsOneOf = name === 'paymob' ? paymobWays : [];
      const account = accounts.all.find(
        ({ provider, tenantIds }) => provider.name === name && tenantIds.includes(tenantId),
      );
      const known = { provider: name, needs, needsOneOf };
      if (!account) return { ...known, state: 'no_account' as const, isOwn: false, isTest: false };
      const { provider, isOwn } = account;
      const state = await provider.checkKeys().then(
        () => 'works' as const,
        (error: unknown) => (refusesKeys(error) ? ('refused' as const) : ('silent' as const)),
      );
      return { ...known, state, isOwn, isTest: provider.isTest };
    }),
  );
}

/** A store's public URLs: its brand's domain, and the installation's origin if different. */
function addressesOf({ domain }: Pick<Brand, 'domain'>, origin: string | undefined): string[] {
  const own = origin && !isLoopbackHost(new URL(origin).host) ? [origin] : [];
  return [...new Set([...own, `https://${domain}`])];
}

/** Checks where a store's public URLs lead. Takes no URL from callers: only configured ones are reached. */
export function checkAddresses(
  brand: Pick<Brand, 'domain'>,
  origin: string | undefined,
  options: Omit<AddressCheckOptions, 'timeout'>,
): Promise<AddressCheck[]> {
  return Promise.all(
    addressesOf(brand, origin).map((address) => checkAddress(address, { ...options, timeout: TIMEOUT })),
  );
}

/** The addresses that do not lead to the store over HTTPS that browsers trust; '' if all do. */
export const addressProblem = (checked: readonly AddressCheck[]): string =>
  checked
    .filter(({ leads, certificate }) => leads !== 'here' || !['valid', 'ends_soon'].includes(certificate))
    .filter(({ leads }) => leads !== 'other_port')
    .map(({ origin }) => origin)
    .join(', ');

/** Where mail goes: by SMTP, to this machine's mailbox, or nowhere. */
export function mailWayOf(environment: Environment): 'smtp' | 'mailbox' | 'none' {
  if (smtpOf(environment)) return 'smtp';
  return showsMailbox(environment) ? 'mailbox' : 'none';
}

/** Sends a test mail; returns '' or the mail server's error. */
export async function sendTestMail(
  transport: MailTransport,
  { to, brand, language, pageUrl }: { to: string; brand: Brand; language: Language; pageUrl: string },
): Promise<string> {
  try {
    await transport.send(composeTestMail(brandInLanguage(brand, language), { to, language, pageUrl }));
    return '';
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error)).slice(0, MOST_WORDS) || 'failed';
  }
}
