import type { Log, RequestContext, TokenKeys } from '../lib/http.ts';
import type { Pool } from '../lib/sql.ts';
import type { Limits, RateLimits } from './limits.ts';
import type { Mailer, MailOptions } from './mail/mailer.ts';
import type { OAuthProvider, OAuthProviderOptions } from './oauth/provider.ts';
import { checkedCost, DEFAULT_COST } from './passwords.ts';

/** Sends codes to phones. */
export interface SmsSender {
  /**
   * @param phone E.164 digits without the plus sign
   * @throws Error when the message could not be sent
   */
  send(phone: string, text: string): Promise<void>;
}

/** A person's identity at a provider. */
interface ProviderIdentity {
  /** The provider's permanent id of the person. */
  subject: string;
  /** Lower case; '' if the provider returns none. */
  email: string;
}

export interface AuthOptions {
  /** Redirect target of links without an allowed `redirect_to`; always allowed. Default: the backend's URL. */
  siteUrl?: string;
  /** Globs of further redirect targets: `*` stops at `.` and `/`, `**` does not, `?` is one character. A function is asked each time. */
  redirectAllowList?: readonly string[] | (() => readonly string[]);
  /** Confirms addresses at sign-up without a message. Default false. */
  mailerAutoconfirm?: boolean;
  /**
   * Whether responses reveal taken addresses, as in GoTrue: sign-ups and changes of address fail for a taken address,
   * and sign-ups without confirmation return a session. When false, responses are the same for taken and free
   * addresses, sign-ups never return a session, and the address's owner gets a message. Default true.
   */
  tellsTaken?: boolean;
  /** Requires a nonce from `/reauthenticate` to change the password more than a day after signing in. Default false. */
  passwordChangeNeedsNonce?: boolean;
  /** Default 6. */
  minPasswordLength?: number;
  /** Cost of bcrypt, from 4 to 14: each step doubles the time. Default 10, as in hosted projects. */
  passwordCost?: number;
  mail?: MailOptions;
  /** Sign-in with Google, or another OpenID provider. Disabled when missing. */
  google?: OAuthProviderOptions | undefined;
  /**
   * For apps with one account per person and site: how to store a provider's user at the site of a redirect
   * target. Must return a subject and an address that are unique to person and site. Default: unchanged.
   */
  storedIdentity?: (identity: ProviderIdentity, redirectTo: string) => ProviderIdentity;
  /** Sends codes to phones, which enables phone factors. Disabled when missing. */
  sms?: SmsSender | undefined;
  /** Overrides of individual limits. */
  limits?: Partial<RateLimits>;
}

/** The options with defaults, without those that configure separate parts. */
export type AuthSettings = Required<Omit<AuthOptions, 'mail' | 'google' | 'sms' | 'limits'>>;

/** @throws RangeError that names the invalid option */
export function settingsFrom(options: AuthOptions, publicUrl: string): AuthSettings {
  const siteUrl = options.siteUrl ?? publicUrl;
  if (!URL.canParse(siteUrl)) throw new RangeError(`siteUrl is not an address: ${JSON.stringify(siteUrl)}`);
  return {
    siteUrl,
    redirectAllowList: options.redirectAllowList ?? [],
    mailerAutoconfirm: options.mailerAutoconfirm ?? false,
    tellsTaken: options.tellsTaken ?? true,
    passwordChangeNeedsNonce: options.passwordChangeNeedsNonce ?? false,
    storedIdentity: options.storedIdentity ?? ((identity) => identity),
    minPasswordLength: passwordLength(options.minPasswordLength ?? 6),
    passwordCost: checkedCost(options.passwordCost ?? DEFAULT_COST),
  };
}

function passwordLength(value: number): number {
  if (Number.isInteger(value) && value >= 6 && value <= 72) return value;
  throw new RangeError(`minPasswordLength must be a whole number from 6 to 72, not ${value}`);
}

export type JsonObject = Record<string, unknown>;

/** Dependencies of the endpoints. */
export interface AuthParts {
  /** Connections as the database owner. */
  sql: Pool;
  settings: AuthSettings;
  keys: TokenKeys;
  log: Log;
  /** Public URL of this service, `https://host/auth/v1`. */
  externalUrl: string;
  now(): Date;
  limits: Limits;
  mailer: Mailer;
  sms: SmsSender | undefined;
  /** Secret that device cookies are signed with. */
  deviceSecret(): Promise<string>;
  /** Undefined if sign-in with a provider is disabled. */
  google: OAuthProvider | undefined;
  /** Runs work whose duration and failure must not show in the response; `close` waits for it. */
  background(what: string, work: () => Promise<void>): void;
}

/** A request being handled. */
export interface Call {
  request: Request;
  context: RequestContext;
  query: URLSearchParams;
  /** Values of the path's placeholders. */
  params: Readonly<Record<string, string>>;
}

export type Endpoint = (auth: AuthParts, call: Call) => Promise<Response>;
