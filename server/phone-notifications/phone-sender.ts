import type { Language } from '../../app/i18n/languages.ts';
import type { Enums } from '../../app/lib/database.types.ts';

export type PhoneChannel = Exclude<Enums<'notification_channel'>, 'email'>;

/** A message to a phone: the words for a channel of free text, template and parameters for one of approved templates. */
export interface PhoneNotification {
  /** Id in the outbox, which the provider's callbacks bring back. */
  id: string;
  /** Phone number such as +201001234567. */
  to: string;
  text: string;
  template: string;
  parameters: readonly string[];
  language: Language;
}

/** A way to a phone. */
export interface PhoneSender {
  channel: PhoneChannel;
  /**
   * Hands a message over and returns the provider's reference, null where it has none.
   * @throws SendFailure when the provider refuses; Error when it does not answer
   */
  send(message: PhoneNotification): Promise<string | null>;
}

/** A provider's refusal of a message. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  /** The provider's code. */
  readonly code: string;
  /** Whether it will never take the message. */
  readonly final: boolean;
  /** Whether the number wants no messages of this channel. */
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

/** Milliseconds that a provider may take to answer. */
export const PROVIDER_TIMEOUT = 10_000;
