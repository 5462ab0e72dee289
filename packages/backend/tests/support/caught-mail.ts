import { expect } from 'vitest';
import type { MailTransport, Message } from '../../src/auth/mail/message.ts';

export interface CaughtMail extends MailTransport {
  messages: Message[];
  /** Waits for a message to an address, of one kind when given, that no test has taken yet. */
  take(to: string, kind?: string): Promise<TakenMessage>;
}

interface TakenMessage extends Message {
  /** The digits in it. */
  code: string;
  /** The address its button leads to; undefined for messages with a code alone. */
  link: URL | undefined;
}

/** A mail server that keeps what it gets in memory. */
export function catchMail(): CaughtMail {
  const messages: Message[] = [];
  const taken = new Set<Message>();
  return {
    messages,
    async send(message) {
      messages.push(message);
    },
    close() {},
    async take(to, kind) {
      const find = () =>
        messages.find(
          (message) => message.to === to && (!kind || message.kind === kind) && !taken.has(message),
        );
      await expect.poll(find, { interval: 10 }).toBeDefined();
      const message = find();
      if (!message) throw new Error(`No ${kind ?? ''} message came for ${to}`);
      taken.add(message);
      const link = /https?:\/\/\S+|[a-z.]+:\/\/\S+/.exec(message.text)?.[0];
      return {
        ...message,
        code: /code: (\d+)/.exec(message.text)?.[1] ?? '',
        link: link ? new URL(link) : undefined,
      };
    },
  };
}
