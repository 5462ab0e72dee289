import { expect } from 'vitest';
import type { MailTransport, Message } from '../../src/auth/mail/message.ts';

export interface CaughtMail extends MailTransport {
  messages: Message[];
  /** Waits for a message to an address, optionally of one kind, that no test has taken yet. */
  take(to: string, kind?: string): Promise<TakenMessage>;
}

interface TakenMessage extends Message {
  /** Its code. */
  code: string;
  /** URL of its button; undefined for messages with only a code. */
  link: URL | undefined;
}

/** A mail server that keeps messages in memory. */
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
