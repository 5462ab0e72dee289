import { join } from 'node:path';
import type { AuthOptions } from 'embedded-supabase';
import {
  isLoopbackHost,
  localMailbox,
  type MailOptions,
  type MailTransport,
  type SmtpOptions,
  smtpTransport,
} from 'embedded-supabase/mail';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import { markedEmail } from '../../app/brands/tenant.ts';
import { defaultLanguage, type Language, splitLanguage } from '../../app/i18n/languages.ts';
import { allBrands, allDomains, brandById, defaultBrand } from '../brands/brand-registry.ts';
import { resolveTenant } from '../brands/resolve-tenant.ts';
import { confirmsEmail, type Environment } from '../environment.ts';
import { mailFoot, mailSender } from '../mail/mail-frame.ts';
import { signInMailTexts } from '../mail/sign-in-mail-texts.ts';
import { twilioOf } from '../phone-notifications/phone-senders.ts';
import { httpSmsSender } from '../phone-notifications/sms-sender.ts';

interface Places {
  /** Port of the stores on this machine, or any. */
  port: number | '*';
  /** Public URL of the backend; defaults to the stores' own. */
  backendUrl?: string | undefined;
}

/** Options of the embedded auth service, from the environment. */
export function authSettings(
  environment: Environment,
  { port, backendUrl = environment.SOUK_ORIGIN }: Places,
): { auth: AuthOptions } {
  const siteUrl = environment.SOUK_ORIGIN ?? `http://localhost:${port === '*' ? 3000 : port}`;
  return {
    auth: {
      siteUrl,
      // Domains change while the store runs.
      redirectAllowList: () => [
        ...['localhost', '127.0.0.1', '[::1]', ...allBrands().map(({ id }) => `${id}.localhost`)].map(
          (host) => `http://${host}:${port}/**`,
        ),
        ...allDomains().flatMap((domain) => [`https://${domain}/**`, `https://www.${domain}/**`]),
        `${siteUrl}/**`,
      ],
      mailerAutoconfirm: !confirmsEmail(environment),
      // Sign-up must not reveal who has an account.
      tellsTaken: false,
      minPasswordLength: 8,
      passwordChangeNeedsNonce: true,
      mail: {
        smtp: smtpOf(environment),
        brand: brandOfMail,
        recipient: recipientOf,
        // Only the password page asks for a code, and its mail has no link, so no mail needs both.
        codesIn: [],
        mailboxPage: showsMailbox({ ...environment, SOUK_ORIGIN: backendUrl }),
      },
      google: googleOf(environment),
      storedIdentity,
      sms: codesBySms(environment),
    },
  };
}

export function smtpOf({
  SMTP_HOST,
  SMTP_PORT,
  SMTP_USER,
  SMTP_PASSWORD,
  SMTP_FROM,
}: Environment): SmtpOptions | undefined {
  if (!SMTP_HOST || !SMTP_FROM) return undefined;
  return { host: SMTP_HOST, port: SMTP_PORT, user: SMTP_USER, password: SMTP_PASSWORD, from: SMTP_FROM };
}

/** Whether mail is shown at `/_mail`: an embedded backend on a local origin without a mail server. */
export function showsMailbox({ SMTP_HOST, SUPABASE_URL, SOUK_ORIGIN }: Environment): boolean {
  return !SMTP_HOST && !SUPABASE_URL && (!SOUK_ORIGIN || isLoopbackHost(new URL(SOUK_ORIGIN).host));
}

/** Sends codes through the same service as other SMS. */
function codesBySms(environment: Environment): AuthOptions['sms'] {
  const twilio = twilioOf(environment);
  if (twilio) return { send: (phone, text) => twilio.sendText(`+${phone}`, text).then(() => {}) };
  const { SMS_URL: url, SMS_TOKEN: token } = environment;
  return url ? httpSmsSender({ url, token }) : undefined;
}

/** Mail transport; undefined if mail could be neither delivered nor read. */
export function mailTransportOf(environment: Environment): MailTransport | undefined {
  const smtp = smtpOf(environment);
  if (smtp) return smtpTransport(smtp);
  if (!showsMailbox(environment)) return undefined;
  return localMailbox(join(environment.SOUK_DATA, 'mail'), () => new Date());
}

function googleOf(environment: Environment): AuthOptions['google'] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = environment;
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: GOOGLE_ISSUER };
}

/**
 * One account per person and store, with Google as with a password (docs/product.md, Accounts). The store's
 * mark is added to every address, so an address that already carries a mark cannot open somebody else's
 * account.
 */
const storedIdentity: AuthOptions['storedIdentity'] = ({ subject, email }, redirectTo) => {
  const store = storeOfPage(redirectTo);
  return { subject: `${subject}+${store}`, email: markedEmail(email, store) };
};

function storeOfPage(page: string): string {
  const { host = '', search = '' } = URL.parse(page) ?? {};
  return resolveTenant({ host, search }).id;
}

/** The store of an account, from the mark in its address. */
function brandOfAddress(address: string) {
  return allBrands().find(({ id }) => address.includes(`+${id}@`));
}

/** The address as the person typed it, without the store's mark, which many mail servers reject. */
function recipientOf(address: string, { original_email: typed }: Record<string, unknown>): string {
  const brand = brandOfAddress(address);
  const mailbox = brand ? address.replace(`+${brand.id}@`, '@') : address;
  // People can edit their own metadata, so it may only change capitalization.
  return typeof typed === 'string' && typed.toLowerCase() === mailbox ? typed : mailbox;
}

/** The language of the page that requested the mail, which is also the page it links to. */
function languageOfPage(address: string): Language {
  return URL.canParse(address) ? splitLanguage(new URL(address).pathname).language : defaultLanguage;
}

/** Brand and language of a mail: the account's store, and the page that requested the mail. */
const brandOfMail: MailOptions['brand'] = ({ address, userMetadata, redirectTo }) => {
  const brand =
    brandOfAddress(address) ??
    brandById(String(userMetadata.tenant_id ?? '')) ??
    brandById(storeOfPage(redirectTo));
  const language = languageOfPage(redirectTo);
  const texts = signInMailTexts(language);
  if (!brand) return { name: defaultBrand().name, texts };
  const own = { ...brandInLanguage(brand, language), defaultLanguage: language };
  return { name: own.name, color: own.primaryColor, texts, ...mailSender(own), foot: mailFoot(own) };
};
