import type { RateLimits } from './limits.ts';
import type { MailOptions } from './mail/mailer.ts';
import type { OAuthProviderOptions } from './oauth/provider.ts';

/** Hands codes to phones. The backend knows no provider of its own. */
export interface SmsSender {
  /**
   * @param phone E.164 digits without the plus sign
   * @throws Error when the message could not be handed over
   */
  send(phone: string, text: string): Promise<void>;
}

export interface AuthOptions {
  /** Where people land when a link carries no allowed `redirect_to`; always allowed itself. Default: the backend. */
  siteUrl?: string;
  /** Globs of further addresses links may lead to: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  redirectAllowList?: readonly string[];
  /** New accounts may be made by people themselves. Default true. */
  signup?: boolean;
  /** Addresses count as confirmed at sign-up, without a message. Default false. */
  mailerAutoconfirm?: boolean;
  /**
   * A sign-up or a change of address says when somebody has the address already, and a sign-up that needs no
   * confirmation gives a session, as GoTrue does. Without it a sign-up never gives one, both answer alike for addresses
   * that are taken and free, and whoever has the address is told by a message. Default true.
   */
  tellsTaken?: boolean;
  /** Changing the password more than a day after signing in needs a nonce from `/reauthenticate`. Default false. */
  passwordChangeNeedsNonce?: boolean;
  /** Default 6. */
  minPasswordLength?: number;
  mail?: MailOptions;
  /** Sign-in with Google, or with any OpenID provider under its name. Off when missing. */
  google?: OAuthProviderOptions | undefined;
  /** Sends codes to phones, which makes them fit to be second factors. Off when missing. */
  sms?: SmsSender | undefined;
  /** Overrides of single limits. */
  limits?: Partial<RateLimits>;
}

/** The options with every default filled in, without those that become parts of the service. */
export type AuthSettings = Required<Omit<AuthOptions, 'mail' | 'google' | 'sms' | 'limits'>>;

/** @throws RangeError naming the option that makes no sense. */
export function settingsFrom(options: AuthOptions, publicUrl: string): AuthSettings {
  const siteUrl = options.siteUrl ?? publicUrl;
  if (!URL.canParse(siteUrl)) throw new RangeError(`siteUrl is not an address: ${JSON.stringify(siteUrl)}`);
  return {
    siteUrl,
    redirectAllowList: options.redirectAllowList ?? [],
    signup: options.signup ?? true,
    mailerAutoconfirm: options.mailerAutoconfirm ?? false,
    tellsTaken: options.tellsTaken ?? true,
    passwordChangeNeedsNonce: options.passwordChangeNeedsNonce ?? false,
    minPasswordLength: passwordLength(options.minPasswordLength ?? 6),
  };
}

function passwordLength(value: number): number {
  if (Number.isInteger(value) && value >= 6 && value <= 72) return value;
  throw new RangeError(`minPasswordLength must be a whole number from 6 to 72, not ${value}`);
}
