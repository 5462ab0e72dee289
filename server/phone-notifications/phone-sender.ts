import type { Language } from '../../app/i18n/languages.ts';
import type { Enums } from '../../app/lib/database.types.ts';

export type PhoneChannel = Exclude<Enums<'notification_channel'>, 'email'>;

/** A phone notification: text for free-text channels, template and parameters for channels with approved templates. */
export interface PhoneNotification {
  /** Id in the outbox, which the provider's callbacks return. */
  id: string;
  /** Phone number such as +201001234567. */
  to: string;
  text: string;
  template: string;
  parameters: readonly string[];
  language: Language;
}

export interface PhoneSender {
  channel: PhoneChannel;
  /**
   * Sends a notification and returns the provider's reference, null without one.
   * @throws SendFailure when the provider rejects it; Error when it does not answer
   */
  send(message: PhoneNotification): Promise<string | null>;
}

/** A provider rejected a notification. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  /** The provider's error code. */
  readonly code: string;
  /** Whether the provider will never accept it. */
  readonly final: boolean;
  /** Whether the number opted out of this channel. */
  readonly optedOut: boolean;

  constructor(
    provider: string,
    { code, final, optedOut = false }: { code: string; final: boolean; optedOut?: boolean },
  ) {
    super(`${provider} answered ${code}`);
    this.code = code;
    this.final = final;
    this.optedOut = optedOut;
  }
}

/** Milliseconds to wait for a provider's answer. */
export const PROVIDER_TIMEOUT = 10_000;
