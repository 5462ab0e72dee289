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
  /** A new address has to be confirmed at the old one as well. Default true. */
  secureEmailChange?: boolean;
  /** Changing the password more than a day after signing in needs a nonce from `/reauthenticate`. Default false. */
  passwordChangeNeedsNonce?: boolean;
  /** Lifetime of an access token, in seconds. Default 3600. */
  jwtExpirySeconds?: number;
  /**
   * How long a used refresh token still answers with the newest one, in seconds; the newest one's parent always does.
   * Default 10.
   */
  refreshTokenReuseSeconds?: number;
  /** Lifetime of codes and links in messages, in seconds. Default 3600. */
  otpExpirySeconds?: number;
  /** Digits of a code. Default 6. */
  otpLength?: number;
  /** Default 6. */
  minPasswordLength?: number;
  mail?: MailOptions;
  /** Sign-in with Google, or with any OpenID provider under its name. Off when missing. */
  google?: OAuthProviderOptions | undefined;
  /** Sends codes to phones, which makes them fit to be second factors. Off when missing. */
  sms?: SmsSender | undefined;
  /** Factors one person may have. Default 10. */
  maxFactors?: number;
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
    secureEmailChange: options.secureEmailChange ?? true,
    passwordChangeNeedsNonce: options.passwordChangeNeedsNonce ?? false,
    jwtExpirySeconds: positive('jwtExpirySeconds', options.jwtExpirySeconds ?? 3600),
    refreshTokenReuseSeconds: positive('refreshTokenReuseSeconds', options.refreshTokenReuseSeconds ?? 10),
    otpExpirySeconds: positive('otpExpirySeconds', options.otpExpirySeconds ?? 3600),
    otpLength: within('otpLength', options.otpLength ?? 6, 6, 10),
    maxFactors: positive('maxFactors', options.maxFactors ?? 10),
    minPasswordLength: within('minPasswordLength', options.minPasswordLength ?? 6, 6, 72),
  };
}

function positive(name: string, value: number): number {
  return within(name, value, 1, Number.MAX_SAFE_INTEGER);
}

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}
