import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Log, Service } from '../../lib/http.ts';
import { loggable } from '../errors.ts';
import { localMailbox, mailboxPage } from './local-mailbox.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import { type MailTransport, oneLine } from './message.ts';
import { composeMessage, type MailBrand, type MessageContent, type MessageKind } from './templates.ts';

interface MailContext {
  /** The account's address, as stored. */
  address: string;
  /** The account's metadata. User-editable: may select a brand, never grant a right. */
  userMetadata: Record<string, unknown>;
  /** Final target of the link, checked against the allow-list. */
  redirectTo: string;
}

export interface MailOptions {
  /** Mail server; without one messages go to the local mailbox. */
  smtp?: SmtpOptions | undefined;
  /** Custom transport, used instead of both. */
  transport?: MailTransport | undefined;
  /** Name and look of a message. */
  brand?: ((context: MailContext) => MailBrand) | undefined;
  /**
   * The mailbox of a stored address, if addresses are stored with a mark; by default the address itself. Must
   * not depend on the metadata, which people edit themselves.
   */
  recipient?: ((address: string, userMetadata: Record<string, unknown>) => string) | undefined;
  /** Kinds of messages with a code besides their link, for apps with a page to type it. Default: all. */
  codesIn?: readonly MessageKind[] | undefined;
  /** Shows the local mailbox at `/_mail`. Default: when the backend's URL is local. */
  mailboxPage?: boolean | undefined;
}

export interface Mailer {
  /** @throws Error when the message could not be sent after retries */
  send(content: MessageContent, context: MailContext): Promise<void>;
  /** The mailbox of a stored address, without a mark. */
  mailboxOf(address: string, userMetadata: Record<string, unknown>): string;
  /** Page of the local mailbox, if messages are stored there and may be shown. */
  mailbox: Service | undefined;
  close(): void;
}

const PAUSES_MS = [1_000, 5_000];

interface MailerDependencies {
  dataDir: string;
  publicUrl: string;
  log: Log;
  now: () => Date;
}

export function createMailer(options: MailOptions, dependencies: MailerDependencies): Mailer {
  const { dataDir, publicUrl, log, now } = dependencies;
  const {
    brand = () => ({ name: new URL(publicUrl).hostname }),
    recipient: mailboxOf = (address) => address,
  } = options;
  const hasCode = ({ kind, link }: MessageContent) => !link || (options.codesIn?.includes(kind) ?? true);
  const configured = options.transport ?? (options.smtp && smtpTransport(options.smtp));
  const mailbox = configured ? undefined : localMailbox(join(dataDir, 'mail'), now);
  const transport = configured ?? mailbox;
  const showsPage = options.mailboxPage ?? isLoopbackHost(new URL(publicUrl).host);
  const closing = new AbortController();
  return {
    async send(content, context) {
      const { to, newAddress, code } = content;
      const shown = {
        ...content,
        to: mailboxOf(to, context.userMetadata),
        code: hasCode(content) ? code : '',
        ...(newAddress ? { newAddress: mailboxOf(newAddress, context.userMetadata) } : {}),
      };
      const message = composeMessage(shown, brand(context));
      for (const [attempt, pause] of [...PAUSES_MS, undefined].entries()) {
        try {
          await transport?.send(message);
          return;
        } catch (error) {
          if (pause === undefined || closing.signal.aborted) throw error;
          log.warn(
            { err: loggable(error), kind: message.kind, attempt: attempt + 1 },
            'message not handed over, trying again',
          );
          await wait(pause, undefined, { signal: closing.signal, ref: false });
        }
      }
    },
    mailboxOf,
    mailbox: mailbox && showsPage ? mailboxPage(mailbox, dataDir) : undefined,
    close() {
      closing.abort();
      transport?.close();
    },
  };
}

export interface SmtpOptions {
  host: string;
  port: number;
  user?: string | undefined;
  password?: string | undefined;
  /** Sender, `Name <address>`. */
  from: string;
}

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Sends through a mail server with pooled connections: implicit TLS on port 465, otherwise STARTTLS if the
 * server offers it, which is required to send a password to a remote server.
 */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const { host, port, user, password, from: sender } = options;
  const transporter = createTransport({
    pool: true,
    host,
    port,
    secure: port === 465,
    requireTLS: Boolean(user) && !isLoopbackHost(host) && !isLoopbackAddress(host),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
  });
  return {
    async send({ to, subject, html, text, id, from, replyTo, attachments = [] }) {
      const address = from?.address ?? addressOf(sender);
      const messageId = id ? { messageId: `<${id}@${address.split('@').at(-1) || 'localhost'}>` } : {};
      await transporter.sendMail({
        from: from ? { name: oneLine(from.name), address } : sender,
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        to: { name: '', address: to },
        subject,
        html,
        text,
        attachments: [...attachments],
        ...messageId,
      });
    },
    close: () => transporter.close(),
  };
}

/** The address of a sender, `Name <address>` or a plain address. */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}
