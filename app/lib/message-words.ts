import type english from '#app/i18n/texts/en/order-mails.json';
import type { DatabaseEnums } from './database.enums.ts';

/** The kinds of messages to customers. */
export type MessageKind = DatabaseEnums['order_notification_kind'];

/**
 * The texts of each kind of message that a store can word itself: its subject, which text messages and WhatsApp send too, and the
 * openings of its mail, of which the order decides one (docs/product.md, Words of messages).
 */
export const messageTexts = {
  placed: ['placed', 'leadPlaced', 'leadTransfer', 'leadDeposit'],
  confirm: ['confirm', 'leadConfirm'],
  paid: ['paid', 'leadPaid', 'leadDepositPaid'],
  shipped: ['shipped', 'leadShipped', 'leadShippedCash'],
  attempt_failed: ['attempt_failed', 'leadAttempt', 'leadAttemptCash'],
  delivered: ['delivered', 'leadDelivered'],
  returned_to_sender: ['returned_to_sender', 'leadReturnedToSender', 'leadReturnedToSenderPaid'],
  pieces_cancelled: ['pieces_cancelled', 'leadPieces', 'leadPiecesWhy'],
  cancelled: ['cancelled', 'leadCancelled', 'leadCancelledWhy'],
  return_requested: ['return_requested', 'leadReturnRequested'],
  return_answered: ['return_answered', 'leadReturnApproved', 'leadReturnDeclined'],
  return_received: ['return_received', 'leadReturnReceived'],
  refunded: ['refunded', 'leadRefunded', 'leadRefundedCredit'],
  change_proposed: ['change_proposed', 'leadChangeProposed'],
  changed: ['changed', 'leadChanged'],
} as const satisfies Partial<Record<MessageKind, readonly (keyof typeof english)[]>>;

export type WordedKind = keyof typeof messageTexts;
export type MessageKey = (typeof messageTexts)[WordedKind][number];

export const messageKinds = Object.keys(messageTexts) as WordedKind[];

export const isMessageKey = (key: string): key is MessageKey =>
  Object.values(messageTexts).some((keys) => (keys as readonly string[]).includes(key));

/** Facts that every message can name. */
const commonFacts = ['store', 'number', 'name', 'total'] as const;

const placeholder = /\{([a-z_]+)\}/g;

/** The facts that a text names in braces, each once. */
export const factsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
];

/** All facts that a message can name, by its default text: the built app has no other copy of that in words. */
export const factsOf = (standard: string): string[] => [...new Set([...factsIn(standard), ...commonFacts])];

/**
 * What is amiss with a store's own text: facts of the default that it does not name, which the customer would not learn
 * otherwise, and names in braces that are no facts of it.
 */
export function factProblems(standard: string, text: string): { missing: string[]; unknown: string[] } {
  const named = factsIn(text);
  return {
    // The sender's name stands in every mail, and in front of what phones show.
    missing: factsIn(standard).filter((name) => name !== 'store' && !named.includes(name)),
    unknown: named.filter((name) => !factsOf(standard).includes(name)),
  };
}

/** Escapes what the message format would read as more than text. */
const literal = (text: string): string => text.replace(/'/g, "''").replace(/[{}<>]/g, "'$&'");

/**
 * Turns a store's own text into a text of the message format: `own` facts stay placeholders, which their message fills; common ones
 * have their values; anything else is text.
 */
export function asMessage(
  text: string,
  own: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  return text
    .split(/(\{[a-z_]+\})/)
    .map((part) => {
      const name = /^\{([a-z_]+)\}$/.exec(part)?.[1];
      if (name !== undefined && own.includes(name)) return part;
      const value = name === undefined ? undefined : values[name];
      return literal(value ?? part);
    })
    .join('');
}
